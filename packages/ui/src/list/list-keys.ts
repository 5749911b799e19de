/** The one keymap for moving in lists and trees: what each key means is written here and nowhere else. */

/** Keys of each move. Letters are for one hand on the keyboard; they rest while text is typed. */
export const LIST_KEYS = {
  next: ['ArrowDown', 'j'],
  previous: ['ArrowUp', 'k'],
  first: ['Home', 'g'],
  last: ['End', 'G'],
  pageDown: ['PageDown'],
  pageUp: ['PageUp'],
  /** Into a container: unfolds it, or goes to its first member. */
  into: ['ArrowRight', 'l'],
  /** Out of a container: folds it, or goes to the one around it. */
  outOf: ['ArrowLeft', 'h'],
} as const satisfies Record<string, readonly string[]>;

/** A move in a list or a tree. */
export type ListMove = keyof typeof LIST_KEYS;

const MOVES = Object.keys(LIST_KEYS) as readonly ListMove[];
const BY_KEY: ReadonlyMap<string, ListMove> = new Map(
  MOVES.flatMap((move) => LIST_KEYS[move].map((key) => [key, move] as const)),
);

/** Returns the move of a key (`KeyboardEvent.key`), or null. */
export function listMoveOf(key: string): ListMove | null {
  return BY_KEY.get(key) ?? null;
}

/** Like `listMoveOf`, for a place where letters are text: only arrows, Home, End and the page keys move. */
export function listMoveInText(key: string): ListMove | null {
  return key.length === 1 ? null : listMoveOf(key);
}

/** A move to an adjacent row: 1, -1, or 0 for every other move. */
export function stepOf(move: ListMove | null): -1 | 0 | 1 {
  return move === 'next' ? 1 : move === 'previous' ? -1 : 0;
}

/** While pressed, it reveals masked values of the focused element (security S-14). */
export const HOLD_KEY = 'v';

/** The letters of a move; the first is the one that hints show. */
export function lettersOf(move: ListMove): readonly string[] {
  return LIST_KEYS[move].filter((key) => key.length === 1);
}

/**
 * The row a move goes to, or null for a move that is none between rows (`into`, `outOf`) and in an empty list. Ends
 * hold; with no row chosen yet the first or the last one is.
 */
export function rowAfterMove(
  move: ListMove | null,
  index: number | null,
  count: number,
  pageRows: number,
): number | null {
  const rows: Partial<Record<ListMove, number>> = {
    next: (index ?? -1) + 1,
    previous: (index ?? count) - 1,
    pageDown: (index ?? 0) + pageRows,
    pageUp: (index ?? 0) - pageRows,
    first: 0,
    last: count - 1,
  };
  const row = move === null || count <= 0 ? undefined : rows[move];
  return row === undefined ? null : Math.min(count - 1, Math.max(0, row));
}
