/** Names that were probably meant. */

/** Maximum length of a compared name; no name of a schema that a user would mistype is longer. */
const MAX_LENGTH = 80;

/** Candidates that resemble a name, the nearest first; none of another meaning. O(candidates × length²). */
export function nearNames(name: string, candidates: readonly string[]): readonly string[] {
  if (name.length > MAX_LENGTH) return [];
  return candidates
    .filter((candidate) => candidate !== name && candidate.length <= MAX_LENGTH)
    .map((candidate) => ({ candidate, distance: distanceBetween(name, candidate) }))
    .filter(({ distance }) => distance < FAR)
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

const FAR = 10;

/** 0 for the same letters in another style, then by edits, then for one that is the end or beginning of the other. */
function distanceBetween(name: string, candidate: string): number {
  const [a, b] = [bare(name), bare(candidate)];
  if (a === '' || b === '') return FAR;
  if (a === b) return 0;
  const edits = editDistance(a, b);
  if (edits <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 3))) return edits;
  return a.endsWith(b) || b.endsWith(a) || a.startsWith(b) || b.startsWith(a) ? FAR - 1 : FAR;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Letters to insert, delete or exchange, and neighbours to swap. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(isSwap ? Math.min(cost, (before[column - 2] ?? 0) + 1) : cost);
    }
    [before, above] = [above, current];
  }
  return above[b.length] ?? FAR;
}
