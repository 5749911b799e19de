/** Sentences of ours with foreign names in them, kept apart until they are drawn. */

/** A sentence in pieces: a string is ours, a `foreign` one was written by a stranger. */
export type Words = readonly (string | ForeignName)[];

export interface ForeignName {
  readonly foreign: string;
}

/** Longest name inside a sentence, in UTF-16 units; the fields below show it whole. */
const LONGEST_NAME = 80;
const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/**
 * A sentence: the template is ours, a string put into it is foreign, a number is written with separators, `Words` are
 * spliced in, null is nothing. So forgetting to say which it is errs on the safe side.
 */
export function say(ours: TemplateStringsArray, ...put: readonly (string | number | Words | null)[]): Words {
  return ours.flatMap((piece, at) => [...(piece === '' ? [] : [piece]), ...wordsOf(put[at] ?? null)]);
}

/** Words of ours inside a sentence. */
export function own(words: string): Words {
  return [words];
}

/** `Node draft`, or `A node` when nobody says which. */
export function called(noun: string, otherwise: string, name: string | null): Words {
  return name === null || name === '' ? own(otherwise) : say`${own(noun)} ${name}`;
}

/** A count with separators: `48,200,000`. */
export function countWords(count: number): string {
  return counts.format(count);
}

/** `1 question`, `3 questions`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countWords(count)} ${count === 1 ? one : many}`;
}

/** Milliseconds as a person reads them: `930 ms`, `1.5 s`, `2 min 5 s`, `3 h`. Other numbers come as they are. */
export function durationWords(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return `${ms} ms`;
  if (ms < 1_000) return `${countWords(ms)} ms`;
  if (ms < 60_000) return `${countWords(Math.round(ms / 10) / 100)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return twoUnits(seconds, 60, 'min', 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return twoUnits(minutes, 60, 'h', 'min');
  return twoUnits(Math.round(minutes / 60), 24, 'd', 'h');
}

function twoUnits(amount: number, each: number, large: string, small: string): string {
  const rest = amount % each;
  const whole = `${countWords((amount - rest) / each)} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}

function wordsOf(put: string | number | Words | null): Words {
  if (put === null) return [];
  if (typeof put === 'number') return [countWords(put)];
  return typeof put === 'string' ? [{ foreign: shortName(put) }] : put;
}

function shortName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
