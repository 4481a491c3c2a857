// What has changed from one message to the next: `[new]` instead of the old, `[]` takes it away, an object changes
// members by name, and an array's members by number.

export type Change = [] | [unknown] | { [member: string]: Change };

/** The value after a change; what has not changed is the very same object. */
export function changed(old: unknown, change: Change): unknown {
  if (Array.isArray(change)) return change[0];
  const members = Object.entries(change);
  if (Array.isArray(old)) {
    const next = [...old];
    const length = change.length;
    if (Array.isArray(length)) next.length = length[0] as number;
    for (const [i, c] of members) if (i !== "length") next[Number(i)] = changed(old[Number(i)], c);
    return next;
  }
  if (members.length === 0) return old;
  const next: Record<string, unknown> = { ...(old as Record<string, unknown>) };
  for (const [name, c] of members) {
    if (Array.isArray(c) && c.length === 0) delete next[name];
    else next[name] = changed(next[name], c);
  }
  return next;
}
