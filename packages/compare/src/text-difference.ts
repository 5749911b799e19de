/** Two texts as one, with what was taken out and what was put in: by lines, and by words where lines differ. */
import { commonOrder } from './align/common-order.ts';

export interface TextPiece {
  readonly kind: 'same' | 'removed' | 'added';
  /** Of what is the same only the ends, when it is long. */
  readonly text: string;
  /** Characters of what is the same that are left out in the middle. */
  readonly leftOut: number;
}

/** Characters of a text that are compared, and pieces that are told. */
const MAX_LENGTH = 256 * 1024;
const MAX_PIECES = 400;
/** Characters around a change. */
const AROUND = 60;
/** Longest lines that are compared word by word. */
const MAX_WORDS_OF = 16 * 1024;

/** Empty for texts that are the same. O(n log n) with the bounds of `commonOrder`; what is beyond 256 Ki characters is not looked at. */
export function textDifference(before: string, after: string): readonly TextPiece[] {
  if (before === after) return [];
  const pieces = new Pieces();
  const lines = (text: string): readonly string[] => text.slice(0, MAX_LENGTH).split(/(?<=\n)/);
  stretches(lines(before), lines(after), pieces, (removed, added) => {
    if (removed === '' || added === '' || removed.length + added.length > MAX_WORDS_OF)
      return pieces.put(removed, added);
    return stretches(words(removed), words(added), pieces, (one, other) => pieces.put(one, other));
  });
  return pieces.told();
}

const words = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** Walks both lists: what stands in both in the same order is the same, what lies between is handed on. */
function stretches(
  a: readonly string[],
  b: readonly string[],
  pieces: Pieces,
  between: (removed: string, added: string) => void,
): void {
  const numbers = new Map<string, number>();
  const numbered = (list: readonly string[]): Int32Array =>
    Int32Array.from(list, (one) => {
      const number = numbers.get(one) ?? numbers.size;
      numbers.set(one, number);
      return number;
    });
  let [fromA, fromB] = [0, 0];
  const close = (toA: number, toB: number): void => {
    const [removed, added] = [a.slice(fromA, toA).join(''), b.slice(fromB, toB).join('')];
    if (removed !== '' || added !== '') between(removed, added);
  };
  commonOrder(numbered(a), numbered(b), (atA, atB) => {
    close(atA, atB);
    pieces.keep(a[atA] as string);
    [fromA, fromB] = [atA + 1, atB + 1];
  });
  close(a.length, b.length);
}

class Pieces {
  private readonly list: { readonly kind: TextPiece['kind']; text: string }[] = [];

  keep(text: string): void {
    this.add('same', text);
  }

  put(removed: string, added: string): void {
    this.add('removed', removed);
    this.add('added', added);
  }

  private add(kind: TextPiece['kind'], text: string): void {
    if (text === '') return;
    const last = this.list.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.list.push({ kind, text });
  }

  told(): readonly TextPiece[] {
    return this.list.slice(0, MAX_PIECES).map(({ kind, text }, at) => {
      if (kind !== 'same' || text.length <= 3 * AROUND) return { kind, text, leftOut: 0 };
      const head = at === 0 ? '' : text.slice(0, AROUND);
      const tail = at === this.list.length - 1 ? '' : text.slice(-AROUND);
      return { kind, text: `${head} … ${tail}`, leftOut: text.length - head.length - tail.length };
    });
  }
}
