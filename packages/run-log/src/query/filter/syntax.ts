/** A filter as it is written, before it is bound to a log. */
import { type MaskedText, masker } from '@openwop-inspector/base';

/** Where something is in the text of a filter: UTF-16 units, half-open. */
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
export const filterError = (at: Stretch, message: string, suggestion: string | null = null): FilterError => ({
  column: at.from,
  end: at.to,
  message: masker.text(message),
  suggestion: suggestion === null ? null : masker.text(suggestion),
});

/** A value as it has to be written to be read as itself: in quotes where it would be taken apart. */
export const quotedText = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** A field, how its values are written, and what it asks. */
interface FieldText {
  readonly name: string;
  /** Terms as the user writes them. */
  readonly examples: readonly string[];
  readonly hint: string;
  /** The values there are, where they are a list. */
  readonly values?: readonly string[];
}

const TRUST = ['untrusted', 'trusted', 'absent'] as const;
const PROBLEM = ['error', 'warning', 'note', 'any', 'none'] as const;
const IS = ['failed', 'recovered', 'waiting', 'stream', 'noted'] as const;

/** Fields in the order in which completion and help offer them. */
export const FILTER_WORDS = [
  { name: 'type', examples: ['type:node.*'], hint: 'event type, * matches anything' },
  { name: 'node', examples: ['node:plan'], hint: 'nodeId, * matches anything' },
  { name: 'run', examples: ['run:r1'], hint: 'runId, * matches anything' },
  { name: 'trust', examples: ['trust:untrusted'], hint: TRUST.join(', '), values: TRUST },
  {
    name: 'problem',
    examples: ['problem:error'],
    hint: `${PROBLEM.join(', ')}; a failure counts as an error`,
    values: PROBLEM,
  },
  {
    name: 'is',
    examples: ['is:failed', 'is:recovered', 'is:waiting', 'is:stream', 'is:noted'],
    hint: 'failed; recovered: its node completed afterwards; waiting: asks for an answer that is not there yet; stream: a piece of one; noted: has a note or a bookmark, in the window alone',
    values: IS,
  },
  { name: 'seq', examples: ['seq:42', 'seq:>=100', 'seq:100..200', 'seq:100..', '#216'], hint: 'sequence' },
  { name: 'time', examples: ['time:<2s', 'time:1.5s..3s'], hint: 'time since the first event; ms, s, m, h' },
  {
    name: 'at',
    examples: ['at:09:02..09:05', 'at:09:02..'],
    hint: 'clock time in UTC, to the end of the last minute or second',
  },
  {
    name: 'dur',
    examples: ['dur:>2s'],
    hint: 'durationMs, or the time of the node, call or run that the event ends',
  },
  {
    name: 'cause',
    examples: ['cause:evt_12', 'cause:#12'],
    hint: 'direct effects of an event or of an envelope, by its correlationId',
  },
  { name: 'under', examples: ['under:evt_12'], hint: 'all effects of an event or envelope, at any depth' },
  { name: 'of', examples: ['of:corr_7'], hint: 'events of an envelope, by its correlationId' },
  {
    name: 'kind',
    examples: ['kind:vendor.acme.*'],
    hint: 'kind of the envelope that an event names or comes from',
  },
  { name: 'size', examples: ['size:>64k'], hint: 'bytes of the event; k, m, g' },
  { name: 'tokens', examples: ['tokens:>1k'], hint: 'tokens that the event says were used; k, m' },
  {
    name: 'payload',
    examples: ['payload.error.code:envelope_invalid', 'payload.n:>5', 'payload.a:*'],
    hint: 'a value in the payload, in any element of a list; * alone: it is there',
  },
] as const satisfies readonly FieldText[];

/** Names of the fields, in the order in which completion offers them. */
export const FILTER_FIELDS = FILTER_WORDS.map(({ name }) => name);

/** A field that is before a colon by itself; `payload` is followed by a path. */
export type FieldName = Exclude<(typeof FILTER_WORDS)[number]['name'], 'payload'>;

/** What `trust:`, `problem:` and `is:` take. */
export const FIELD_VALUES = { trust: TRUST, problem: PROBLEM, is: IS } as const;

/** Terms without a field, with what they hold for. */
export const FILTER_TEXTS: readonly (readonly [term: string, hint: string])[] = [
  ['word  "several words"', 'anywhere in the event as recorded, upper and lower case alike'],
  [
    '/pattern/  /pattern/i',
    'a regular expression over the event as recorded, in RE2 syntax; i: upper and lower case alike',
  ],
];

/** How terms are put together. */
export const FILTER_OPERATORS: readonly (readonly [term: string, hint: string])[] = [
  ['a b  a and b', 'both hold'],
  ['a or b', 'one of them holds; binds less than and'],
  ['-a  not a', 'does not hold'],
  ['(a or b) c', 'groups'],
];

/** Matches a whole text against a pattern with `*`, without regular expressions, in O(text × pattern) at worst. */
export function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return (text) => text === pattern;
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1);
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
      return false;
    let at = first.length;
    for (const part of middle) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > text.length - last.length) return false;
      at = found + part.length;
    }
    return true;
  };
}
