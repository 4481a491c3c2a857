// Guides for the hand: what is put close to a neighbour's front, an enemy, a file or an edge of terrain is put exactly
// there. Plain geometry of footprints; the umpire judges what comes of it.

import { ahead, at, type Block, right, seen, shorter } from "../table/geometry";
import type { Terrain, Unit, Xy } from "../wire/types";

export interface GuideLine {
  line: [Xy, Xy];
  words: string;
}

export interface Snapped {
  x: number;
  y: number;
  guides: GuideLine[];
}

/** What may be lined up with. */
export interface Around {
  units: Unit[];
  terrain: Terrain[];
  side: string | null;
  /** Where the block set out from. */
  start?: Block;
}

interface Pull {
  by: number;
  /** The greater wins, then the less it pulls, then whoever is nearer. */
  rank: number;
  far: number;
  guide: GuideLine;
}

/** Facings nearer than this are alike. */
const ALIKE = 4;
const CONTACT = 3;
const FLUSH = 2;
const LOOSE = 1;

/** A block that is being moved, pulled to what lies within `slack` millimetres. */
export function snap(block: Block, around: Around, slack: number): Snapped {
  const forward: Pull[] = [];
  const sideways: Pull[] = [];
  let far = 0;
  const add = (list: Pull[], by: number, rank: number, guide: GuideLine) => {
    if (Math.abs(by) <= slack) list.push({ by, rank, far, guide });
  };
  const [halfWide, halfDeep] = [block.width / 2, block.depth / 2];
  const front = at(block, 0, halfDeep);
  for (const other of around.units) {
    const [r, f] = seen(block, [other.x, other.y]);
    const reach = block.width + block.depth + other.width + other.depth + slack;
    far = Math.hypot(r, f);
    if (far > 3 * reach) continue;
    const turn = Math.abs(shorter(block.facing, other.facing));
    const friend = other.side === around.side;
    if (friend && turn < ALIKE) {
      const toFront = f + other.depth / 2 - halfDeep;
      const edge = at(other, r > 0 ? other.width / 2 : -other.width / 2, other.depth / 2);
      add(forward, toFront, FLUSH, { line: [front, edge], words: `flush with ${other.label}` });
      const [left, rightward] = [r - other.width / 2 - halfWide, r + other.width / 2 + halfWide];
      if (Math.abs(f) < (block.depth + other.depth) / 2 + slack) {
        const near = Math.abs(left) < Math.abs(rightward) ? left : rightward;
        const corner = at(other, near === left ? -other.width / 2 : other.width / 2, other.depth / 2);
        add(sideways, near, CONTACT, { line: [corner, corner], words: `beside ${other.label}` });
      }
      const behind = f - other.depth / 2 - halfDeep;
      if (Math.abs(r) < (block.width + other.width) / 2)
        add(forward, behind, LOOSE, {
          line: [front, at(other, 0, -other.depth / 2)],
          words: `behind ${other.label}`,
        });
    }
    if (!friend && Math.abs(turn - 180) < 2 * ALIKE) {
      const gap = f - other.depth / 2 - halfDeep;
      const meets = Math.abs(r) < (block.width + other.width) / 2 - slack;
      if (meets)
        add(forward, gap, CONTACT, {
          line: [at(other, -other.width / 2, other.depth / 2), at(other, other.width / 2, other.depth / 2)],
          words: `into contact with ${other.label}`,
        });
      // File to file: a whole number of its own widths from the middle.
      const files = Math.round((r + halfWide - other.width / 2) / other.width);
      const off = r + halfWide - other.width / 2 - files * other.width;
      // Whoever is far off is nobody to line up with yet.
      const near = gap <= 1.5 * Math.max(block.width, other.width);
      if (f > 0 && near && Math.abs(r) <= halfWide)
        add(sideways, off, FLUSH, {
          line: [at(block, r - off, halfDeep), at(other, 0, other.depth / 2)],
          words: `file to file with ${other.label}`,
        });
    }
  }
  if (around.start && Math.abs(shorter(around.start.facing, block.facing)) < ALIKE) {
    const [r] = seen(block, [around.start.x, around.start.y]);
    add(sideways, r, LOOSE, { line: [at(around.start, 0, 0), front], words: "straight ahead" });
  }
  for (const piece of around.terrain) {
    const edge = piece.width === null ? toOutline(block, front, piece.points, slack) : null;
    if (edge !== null)
      add(forward, edge, LOOSE, {
        line: [at(block, -halfWide, halfDeep + edge), at(block, halfWide, halfDeep + edge)],
        words: `at the edge of the ${piece.name}`,
      });
  }
  const [f, s] = [best(forward), best(sideways)];
  const [ax, ay] = ahead(block.facing);
  const [rx, ry] = right(block.facing);
  return {
    x: block.x + ax * (f?.by ?? 0) + rx * (s?.by ?? 0),
    y: block.y + ay * (f?.by ?? 0) + ry * (s?.by ?? 0),
    guides: [f, s].flatMap((p) => (p ? [p.guide] : [])),
  };
}

function best(pulls: Pull[]): Pull | undefined {
  const least = (p: Pull) => Math.round(Math.abs(p.by) * 100);
  return [...pulls].sort((a, b) => b.rank - a.rank || least(a) - least(b) || a.far - b.far)[0];
}

/** How far ahead of the middle of a front an outline is crossed, if that is near. */
function toOutline(block: Block, front: Xy, outline: Xy[], slack: number): number | null {
  let least: number | null = null;
  const frame = { x: front[0], y: front[1], facing: block.facing };
  for (let i = 0; i < outline.length; i++) {
    const [r0, f0] = seen(frame, outline[i]!);
    const [r1, f1] = seen(frame, outline[(i + 1) % outline.length]!);
    if (r0 > 0 === r1 > 0) continue;
    const f = f0 + ((f1 - f0) * -r0) / (r1 - r0);
    if (Math.abs(f) <= slack && (least === null || Math.abs(f) < Math.abs(least))) least = f;
  }
  return least;
}
