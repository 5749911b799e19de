/** A filter as it is written, before it is bound to a log. */
import { type MaskedText, masker } from '@openwop-inspector/base';
import type { FieldName } from './fields.ts';

/** Where something stands in the text of a filter: UTF-16 units, half-open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A value behind a colon. Quoted, it is a text and nothing else. */
export interface WrittenValue {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** One step of a path into a payload. Plain steps may be parts of one key that holds dots itself; quoted ones are whole. */
export interface PathStep {
  readonly key: string;
  readonly isQuoted: boolean;
}

/** What a filter is made of at its leaves. `at` is the term without its negation. */
export type Term =
  | { readonly kind: 'text'; readonly at: Stretch; readonly text: string }
  | {
      readonly kind: 'regex';
      readonly at: Stretch;
      readonly source: string;
      readonly ignoresCase: boolean;
    }
  | {
      readonly kind: 'field';
      readonly at: Stretch;
      readonly field: FieldName;
      readonly value: WrittenValue;
    }
  | {
      readonly kind: 'payload';
      readonly at: Stretch;
      readonly path: readonly PathStep[];
      readonly value: WrittenValue;
    };

/** A filter: terms under `and`, `or` and `not`. An `and` without parts holds for every event. */
export type FilterTree =
  | { readonly kind: 'and'; readonly parts: readonly FilterTree[] }
  | { readonly kind: 'or'; readonly parts: readonly FilterTree[] }
  | { readonly kind: 'not'; readonly part: FilterTree }
  | { readonly kind: 'term'; readonly term: Term };

/** Where a filter text is wrong. `column` counts UTF-16 units from 0. */
export interface FilterError {
  readonly column: number;
  /** Behind the last unit that is wrong, and that the suggestion replaces. */
  readonly end?: number;
  readonly message: MaskedText;
  readonly suggestion: MaskedText | null;
}

/** What is wrong at a place; the suggestion, if any, is to stand there instead. Both are masked. */
export function filterError(at: Stretch, message: string, suggestion: string | null = null): FilterError {
  const shown = (text: string): MaskedText => masker.text(text);
  return {
    column: at.from,
    end: at.to,
    message: shown(message),
    suggestion: suggestion === null ? null : shown(suggestion),
  };
}

/** A value as it has to be written to be read as itself: in quotes where it would be taken apart. */
export function quotedText(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
