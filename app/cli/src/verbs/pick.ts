/** The named members of a value, in this order. */
export function pick<T extends object, K extends keyof T>(
  value: T,
  names: readonly K[],
): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const name of names) picked[name] = value[name];
  return picked;
}
