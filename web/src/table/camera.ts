// Where on the table one looks: the point in the middle of the view and the pixels of a millimetre.

import type { Xy } from "../wire/types";

export interface Camera {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  depth: number;
}

export interface Port {
  width: number;
  height: number;
}

/** The frame round the view, in pixels. */
export const FRAME = 20;
/** An inch of 160 pixels. */
const NEAREST = 160 / 25.4;

/** The scale at which the whole table is in view. */
export function whole(table: Size, port: Port): number {
  const [w, h] = [Math.max(60, port.width - 2 * FRAME), Math.max(60, port.height - 2 * FRAME)];
  return Math.min(w / table.width, h / table.depth);
}

export function wholeView(table: Size, port: Port): Camera {
  return { x: table.width / 2, y: table.depth / 2, k: whole(table, port) };
}

/** The least width at which units can be told apart, in pixels, and the room round them, in millimetres. */
const LEGIBLE = 30;
const ROOM = 120;

/** The first look: the whole table, or only where the units stand if they would be too small to tell apart. */
export function opening(units: { x: number; y: number; width: number }[], table: Size, port: Port): Camera {
  const wide = units.reduce((sum, u) => sum + u.width, 0) / Math.max(1, units.length);
  if (units.length === 0 || wide * whole(table, port) >= LEGIBLE) return wholeView(table, port);
  return around(
    units.map((u): Xy => [u.x, u.y]),
    table,
    port,
    ROOM,
  );
}

/** A camera that keeps to the table and to the limits of zoom. */
export function hold(camera: Camera, table: Size, port: Port): Camera {
  const k = Math.min(NEAREST, Math.max(whole(table, port), camera.k));
  return {
    k,
    x: inRange(camera.x, table.width, port.width, k),
    y: inRange(camera.y, table.depth, port.height, k),
  };
}

function inRange(v: number, length: number, pixels: number, k: number): number {
  const half = (pixels - 2 * FRAME) / 2 / k;
  return half * 2 >= length ? length / 2 : Math.min(length - half, Math.max(half, v));
}

export function toScreen(camera: Camera, port: Port, [x, y]: Xy): Xy {
  return [port.width / 2 + (x - camera.x) * camera.k, port.height / 2 - (y - camera.y) * camera.k];
}

export function toTable(camera: Camera, port: Port, [px, py]: Xy): Xy {
  return [camera.x + (px - port.width / 2) / camera.k, camera.y - (py - port.height / 2) / camera.k];
}

/** Nearer or farther by a factor, with a point of the screen standing still. */
export function zoomAt(camera: Camera, table: Size, port: Port, point: Xy, factor: number): Camera {
  const under = toTable(camera, port, point);
  const k = Math.min(NEAREST, Math.max(whole(table, port), camera.k * factor));
  const x = under[0] - (point[0] - port.width / 2) / k;
  const y = under[1] + (point[1] - port.height / 2) / k;
  return hold({ x, y, k }, table, port);
}

export function panBy(camera: Camera, table: Size, port: Port, dx: number, dy: number): Camera {
  return hold({ ...camera, x: camera.x - dx / camera.k, y: camera.y + dy / camera.k }, table, port);
}

/** A camera that has all these points in view, with some room about them. */
export function around(points: Xy[], table: Size, port: Port, room = 60): Camera {
  if (points.length === 0) return wholeView(table, port);
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const k = Math.min(
    (port.width - 2 * FRAME) / (x1 - x0 + 2 * room),
    (port.height - 2 * FRAME) / (y1 - y0 + 2 * room),
  );
  return hold({ x: (x0 + x1) / 2, y: (y0 + y1) / 2, k }, table, port);
}

/** The part of the screen that shows table. */
export function frame(camera: Camera, table: Size, port: Port) {
  const [x0, y0] = toScreen(camera, port, [0, table.depth]);
  const [x1, y1] = toScreen(camera, port, [table.width, 0]);
  const left = Math.max(FRAME, x0);
  const top = Math.max(FRAME, y0);
  const right = Math.min(port.width - FRAME, x1);
  const bottom = Math.min(port.height - FRAME, y1);
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** The camera's scale in steps of a tenth, for what is redrawn only when it changes enough. */
export function grain(k: number): number {
  return 1.1 ** Math.round(Math.log(k) / Math.log(1.1));
}

/** A length in the book's units, and how long it is on the screen. */
export interface Scale {
  units: number;
  pixels: number;
}

/** The length that is drawn as the scale of a view. */
export function scaleOf(table: { step: number; unit_mm: number }, k: number): Scale {
  const pixels = (units: number) => units * table.unit_mm * k;
  let units = table.step * 2;
  while (pixels(units) < 70) units *= 2;
  while (pixels(units) > 240 && units > 1) units /= 2;
  return { units, pixels: pixels(units) };
}
