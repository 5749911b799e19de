import { isRedacted, maskMark, numberedMark, withoutScheme } from './mark.ts';

/** Secrets that get a number of their own. */
const MAX_MARKS = 100_000;
/** Number of leading characters in the key of a secret; longer ones add a hash. */
const KEY_LENGTH = 512;

/**
 * Numbered marks of secrets: the same secret always gets the same mark, different secrets get different ones. A number
 * says when a secret was met first, and nothing about the secret.
 */
export class MarkBook {
  /** Places masked by a mark that has no number, since there were too many secrets. */
  unnumbered = 0;
  private readonly marks = new Map<string, string>();

  /** Number of different secrets. */
  get size(): number {
    return this.marks.size;
  }

  /** The mark of a secret, with the authentication scheme before it: `Bearer …[masked:bearer #3]`. O(length). */
  readonly markOf = (secret: string, rule: string): string => {
    if (isRedacted(secret)) return secret;
    const { scheme, rest } = withoutScheme(secret);
    const key = keyOf(rest);
    const known = this.marks.get(key);
    if (known !== undefined) return scheme + known;
    if (this.marks.size >= MAX_MARKS) {
      this.unnumbered++;
      return scheme + maskMark(rule);
    }
    const mark = numberedMark(rule, this.marks.size + 1);
    this.marks.set(key, mark);
    return scheme + mark;
  };
}

/** Returns the key of a secret, which stays in memory: two hashes distinguish long secrets that begin alike. */
function keyOf(secret: string): string {
  if (secret.length <= KEY_LENGTH) return secret;
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let i = 0; i < secret.length; i++) {
    const code = secret.charCodeAt(i);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 15);
  }
  return `${secret.slice(0, KEY_LENGTH)}\n${secret.length} ${one} ${other}`;
}
