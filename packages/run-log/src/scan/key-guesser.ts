/** A key as it stands in the source, with quotes and colon. */
export interface GuessedKey {
  readonly bytes: Uint8Array;
  /** Its bit in `KEY`, 0 for a key that is not known. */
  readonly bit: number;
}

/** Keys that are remembered, and the longest of them: an entry has about a dozen short ones. */
const MAX_GUESSES = 24;
const MAX_LENGTH = 40;
/** Keys that are tried: an entry may leave out one or two that another has. */
const TRIES = 3;

/**
 * Hosts write the keys of all events in one order, some of them not always. The key that comes next is guessed from
 * those of earlier entries and compared as bytes, colon included, which is several times faster than reading it.
 */
export class KeyGuesser {
  /** Keys of earlier entries, about in the order in which they stand. */
  private readonly guesses: GuessedKey[] = [];
  private next = 0;

  /** A new entry begins. */
  restart(): void {
    this.next = 0;
  }

  /** The key at `i`, when it is one of those that are likely to come next; `end` is where the window ends. */
  guess(bytes: Uint8Array, i: number, end: number): GuessedKey | null {
    const { guesses } = this;
    const last = Math.min(guesses.length, this.next + TRIES);
    for (let at = this.next; at < last; at++) {
      const guess = guesses[at] as GuessedKey;
      if (i + guess.bytes.length < end && sameBytesAt(bytes, i, guess.bytes)) {
        this.next = at + 1;
        return guess;
      }
    }
    return null;
  }

  /** Remembers the key in `[start, end)`, quotes and colon included, behind the one before it. */
  learn(bytes: Uint8Array, start: number, end: number, bit: number): void {
    const { guesses } = this;
    const length = end - start;
    const place = guesses.findIndex(
      (guess) => guess.bytes.length === length && sameBytesAt(bytes, start, guess.bytes),
    );
    if (place >= 0) this.next = place + 1;
    else if (guesses.length < MAX_GUESSES && length <= MAX_LENGTH) {
      guesses.splice(this.next, 0, { bytes: bytes.slice(start, end), bit });
      this.next++;
    }
  }
}

/** Whether `word` stands at `start`. */
export function sameBytesAt(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) return false;
  return true;
}
