/** Sentences of ours with foreign names in them, separate until they are rendered. */
import { formatCount } from '@openwop-inspector/base';

/** A sentence in pieces: a string is ours, a `foreign` one was written by a stranger. */
export type Text = readonly (string | ForeignName)[];

export interface ForeignName {
  readonly foreign: string;
}

/** Longest name inside a sentence, in UTF-16 units; the fields below show it whole. */
const MAX_NAME = 80;
/**
 * A sentence: the template is ours, a string put into it is foreign, a number is written with separators, `Text` are
 * spliced in, null is nothing. So forgetting to say which it is errs on the safe side.
 */
export function say(ours: TemplateStringsArray, ...put: readonly (string | number | Text | null)[]): Text {
  return ours.flatMap((piece, at) => [...(piece === '' ? [] : [piece]), ...textOf(put[at] ?? null)]);
}

/** Words of ours inside a sentence. */
export function own(words: string): Text {
  return [words];
}

/** `Node draft`, or `A node` when the name is unknown. */
export function called(noun: string, otherwise: string, name: string | null): Text {
  return name === null || name === '' ? own(otherwise) : say`${own(noun)} ${name}`;
}

function textOf(put: string | number | Text | null): Text {
  if (put === null) return [];
  if (typeof put === 'number') return [formatCount(put)];
  return typeof put === 'string' ? [{ foreign: shortName(put) }] : put;
}

function shortName(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
