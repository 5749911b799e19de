import { type EventDoc, Prng } from '@openwop-inspector/testing/stories';
import type { LogFormat } from './formats.ts';

/** The name it goes by on the command line, beside those of the plain formats. */
export const ADVERSE = 'adverse';

/** Events that are held back, so that those of neighbouring runs come in turns and out of their order. */
const HELD = 600;
/** Shares of events that are spelled in one way or the other. */
const SHARE = { large: 0.1, broken: 0.01, escaped: 0.15, spaced: 0.3, shuffled: 0.6 } as const;
/** Bytes of a large text; most are near the lower end. */
const LARGE = { least: 8 * 1024, most: 300 * 1024, bend: 12 };
const BLANKS = [' ', '\t', '  ', ' \t ', '\r'];

/**
 * One event a line, in the ways that reading must not count on: runs in turns, sequences in disorder, keys in any order,
 * white space, escapes where none are needed, one text in ten of 8 to 300 KB, one line in a hundred broken.
 */
export class AdverseFormat implements LogFormat {
  private readonly prng: Prng;
  private readonly held: string[] = [];
  private readonly filler: string;

  constructor(seed: number) {
    this.prng = new Prng(seed);
    const words = [
      'draft',
      '“quoted”',
      'naïve',
      '東京',
      'a "cell"',
      'C:\\path',
      'line\n',
      '12 %',
      '→ next',
      '{"a":1}',
    ];
    this.filler = Array.from({ length: 40_000 }, () => this.prng.pick(words)).join(' ');
  }

  head(): string {
    return '';
  }

  event(event: EventDoc): string {
    this.held.push(this.spelled(event));
    return this.held.length <= HELD ? '' : this.takeOne();
  }

  tail(): string {
    let rest = '';
    while (this.held.length > 0) rest += this.takeOne();
    return rest;
  }

  private chance(share: number): boolean {
    return this.prng.fraction() < share;
  }

  private takeOne(): string {
    const at = this.prng.skewed(0, this.held.length - 1);
    const [line = ''] = this.held.splice(at, 1);
    return `${line}\n`;
  }

  private spelled(event: EventDoc): string {
    const members = Object.entries(event);
    const wide = this.chance(SHARE.large) ? members.map((member) => this.enlarged(member)) : members;
    const ordered = this.chance(SHARE.shuffled) ? this.shuffled(wide) : wide;
    const isSpaced = this.chance(SHARE.spaced);
    const blank = (): string => (isSpaced && this.chance(0.4) ? this.prng.pick(BLANKS) : '');
    const isEscaped = this.chance(SHARE.escaped);
    const texts = ordered.map(([key, value]) => {
      const name = isEscaped && this.chance(0.1) ? escaped(key) : JSON.stringify(key);
      const written = isEscaped && typeof value === 'string' ? escaped(value) : JSON.stringify(value);
      return `${blank()}${name}${blank()}:${blank()}${written}${blank()}`;
    });
    const line = `{${texts.join(',')}}`;
    return this.chance(SHARE.broken) ? this.broken(line) : line;
  }

  private enlarged([key, value]: [string, unknown]): [string, unknown] {
    if (key !== 'payload' || typeof value !== 'object') return [key, value];
    const length = this.prng.skewed(LARGE.least, LARGE.most, LARGE.bend);
    return [key, { ...value, attachment: this.filler.slice(0, length) }];
  }

  private shuffled<T>(list: readonly T[]): readonly T[] {
    return list
      .map((one) => ({ one, place: this.prng.bits() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  }

  /** Cut off, a comma too few, or a bracket too many. */
  private broken(line: string): string {
    const kind = this.prng.between(0, 2);
    if (kind === 0) return line.slice(0, this.prng.between(1, line.length - 1));
    return kind === 1 ? line.replace('",', '" ') : `${line.slice(0, -1)}]`;
  }
}

/** A text with one character of it as an escape. */
function escaped(text: string): string {
  const at = text.length >> 1;
  if (text.charAt(at) < ' ') return JSON.stringify(text);
  const code = text.charCodeAt(at).toString(16).padStart(4, '0');
  const before = JSON.stringify(text.slice(0, at)).slice(0, -1);
  return `${before}\\u${code}${JSON.stringify(text.slice(at + 1)).slice(1)}`;
}
