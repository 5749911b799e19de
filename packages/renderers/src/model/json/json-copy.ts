/** Copies of foreign values. Keys such as `__proto__` stay what they are: names of members. */

/** A deep copy that shares nothing with the value. Measure first: the value is at most 64 levels deep. */
export function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  // `fromEntries` defines members, it never assigns: no setter of a prototype runs.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)]));
}
