/** What narrows the list of envelopes: words, and words after `kind:`, `node:`, `state:` or `trust:`. */
import { unreachable } from '@openwop-inspector/base';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';

const FIELDS = ['kind', 'node', 'state', 'trust'] as const;

/** One word of the text; lower case. `any` looks at everything a row is known by. */
export interface EnvelopeTerm {
  readonly field: (typeof FIELDS)[number] | 'any';
  readonly word: string;
}

/** Reads the text; terms are joined by and. A field without a word narrows nothing yet. */
export function envelopeTerms(text: string): readonly EnvelopeTerm[] {
  const words = text.toLowerCase().split(/\s+/);
  return words.map(termOf).filter(({ word }) => word !== '');
}

function termOf(word: string): EnvelopeTerm {
  const field = FIELDS.find((name) => word.startsWith(`${name}:`));
  return field === undefined ? { field: 'any', word } : { field, word: word.slice(field.length + 1) };
}

/** Whether an envelope has every term. */
export function hasTerms(envelope: LogicalEnvelope, terms: readonly EnvelopeTerm[]): boolean {
  return terms.every((term) =>
    // "trusted" is part of "untrusted", and who asks for the one does not mean the other.
    term.field === 'trust'
      ? (envelope.untrusted ? 'untrusted' : 'trusted').startsWith(term.word)
      : wordsOf(envelope, term.field).some((words) => words.includes(term.word)),
  );
}

function wordsOf(
  envelope: LogicalEnvelope,
  field: Exclude<EnvelopeTerm['field'], 'trust'>,
): readonly string[] {
  const { envelopeType, nodeId, correlationId, state, summary } = envelope;
  switch (field) {
    case 'kind':
      return lower(envelopeType);
    case 'node':
      return lower(nodeId);
    case 'state':
      return [state];
    case 'any':
      return [envelopeType, nodeId, correlationId, state, summary].flatMap(lower);
    default:
      return unreachable(field);
  }
}

const lower = (text: string | null): readonly string[] => (text === null ? [] : [text.toLowerCase()]);
