/** Masking of JSON values: strings and keys, everything else as it is (acceptor 6). */

type Mask = (text: string) => string;

/** A masked copy, sharing what needs no change; the value itself when nothing does. At most 64 levels deep. */
export function maskValue(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? maskItems(value, mask) : maskMembers(value, mask);
}

function maskItems(items: readonly unknown[], mask: Mask): readonly unknown[] {
  const masked = items.map((item) => maskValue(item, mask));
  return masked.every((item, index) => Object.is(item, items[index])) ? items : masked;
}

function maskMembers(object: object, mask: Mask): object {
  let isChanged = false;
  const members = Object.entries(object).map(([key, value]): [string, unknown] => {
    const masked: [string, unknown] = [mask(key), maskValue(value, mask)];
    if (masked[0] !== key || !Object.is(masked[1], value)) isChanged = true;
    return masked;
  });
  return isChanged ? withDistinctKeys(members) : object;
}

/** Two keys may get one marker; the later one is numbered, so that no value is lost. */
function withDistinctKeys(members: readonly (readonly [string, unknown])[]): object {
  const distinct = new Map<string, unknown>();
  for (const [key, value] of members) {
    let name = key;
    for (let number = 2; distinct.has(name); number++) name = `${key} (${number})`;
    distinct.set(name, value);
  }
  return Object.fromEntries(distinct);
}
