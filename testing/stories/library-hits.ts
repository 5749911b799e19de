import { PASSAGES } from './failed-draft-texts.ts';

/** One hit of the made-up library. */
export interface LibraryHit {
  readonly rank: number;
  readonly title: string;
  readonly path: string;
  readonly score: number;
  readonly passage: string;
}

/** Search results out of the library's passages, from the passage with number `first` on. */
export function libraryHits(
  query: string,
  count: number,
  first: number,
): { readonly query: string; readonly total: number; readonly hits: readonly LibraryHit[] } {
  const hits = Array.from({ length: count }, (_, rank) => {
    const [title, passage] = PASSAGES[(first + rank) % PASSAGES.length] ?? ['', ''];
    const page = 1 + Math.floor(rank / PASSAGES.length);
    const path = `/library/${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}/page-${page}.md`;
    return { rank: rank + 1, title, path, score: Number((0.97 - rank * 0.017).toFixed(3)), passage };
  });
  return { query, total: count, hits };
}
