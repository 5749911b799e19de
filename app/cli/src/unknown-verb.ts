/** Tells a mistyped verb from a file to open. */

/**
 * The first argument when it is neither a verb, an option nor a file: a word without dot or slash that no file has
 * as its name. Null for arguments that are in order.
 */
export function unknownVerb(
  args: readonly string[],
  verbs: readonly string[],
  isFile: (path: string) => boolean,
): string | null {
  const [first] = args;
  if (first === undefined || first === '' || first.startsWith('-')) return null;
  if (first === 'help' || verbs.includes(first)) return null;
  if (/[./\\]/.test(first) || isFile(first)) return null;
  return first;
}

/** Two letters that changed places are two changes. */
const NEAR = 2;

/** The verb that was most likely meant, null when none is near. */
export function nearVerb(word: string, verbs: readonly string[]): string | null {
  const near = verbs
    .map((verb) => ({ verb, distance: editDistance(word.slice(0, 20).toLowerCase(), verb) }))
    .filter(({ distance }) => distance <= NEAR);
  near.sort((a, b) => a.distance - b.distance);
  return near[0]?.verb ?? null;
}

/** Letters to add, drop or change to come from one word to the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let k = 1; k <= other.length; k++) {
      const change = (row[k - 1] ?? 0) + (one[i - 1] === other[k - 1] ? 0 : 1);
      next.push(Math.min(change, (row[k] ?? 0) + 1, (next[k - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
