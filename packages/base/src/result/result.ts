/**
 * Result of an attempt: `ok` with the value, or not `ok` with the reason. For failures that a caller must handle;
 * programming errors are thrown.
 */
export type Result<Good extends object, Bad extends object> =
  | ({ readonly ok: true } & Readonly<Good>)
  | ({ readonly ok: false } & Readonly<Bad>);

/**
 * The end of a `switch` over a union: reached by no value of its type, so that a member added to the union does not
 * compile until its case is written. Throws a TypeError for what came from outside in spite of its type.
 */
export function unreachable(value: never): never {
  throw new TypeError(`A case is missing for ${JSON.stringify(value) ?? 'undefined'}`);
}

/**
 * The first number from `from` on for which something holds that then holds for all behind it; `to` when there is none.
 * O(log numbers).
 */
export function firstThat(to: number, holds: (at: number) => boolean, from = 0): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
