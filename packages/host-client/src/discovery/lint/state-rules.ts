import { isRecord, member, pointerTo, textsAt } from '@openwop-inspector/base';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { familiesOf, familyOf } from '../families.ts';
import { finding } from './capability-rules.ts';

/** Levels with three states: one word each, never a boolean (envelope 9). */
const LEVELS: readonly (readonly [family: string, path: readonly string[], words: readonly string[]])[] = [
  ['envelopeStrictness', [], ['warn', 'strict']],
  ['envelopes', ['tierOneSubsetCompliance'], ['strict', 'warn', 'off']],
  ['envelopes', ['reasoning', 'promptDirective'], ['mandatory', 'advisory', 'off']],
];
/** The one family whose `supported` is a list by its definition. */
const LISTS: ReadonlySet<string> = new Set(['aiProviders']);

/** Answers with more than two states: a level is one of its words, `supported` is yes, no, or absent. */
export function stateRules(document: unknown): readonly CapabilityFinding[] {
  return [...LEVELS.flatMap((level) => levelRule(document, level)), ...supportedRules(document)];
}

function levelRule(
  document: unknown,
  [name, path, words]: (typeof LEVELS)[number],
): readonly CapabilityFinding[] {
  const family = familyOf(document, name);
  let value = family?.value;
  let pointer = family?.pointer ?? '';
  for (const step of path) {
    value = member(value, step);
    pointer = pointerTo(pointer, step);
  }
  if (value === undefined || words.some((word) => word === value)) return [];
  const message = `The level is one of the words ${words.join(', ')}; nothing else says how strict the host is.`;
  return [finding('level_not_a_word', pointer, message)];
}

function supportedRules(document: unknown): readonly CapabilityFinding[] {
  return familiesOf(document).flatMap(({ name, value, pointer }) => {
    const supported = member(value, 'supported');
    if (supported === undefined || typeof supported === 'boolean' || LISTS.has(name)) return [];
    const message = 'supported is true, false or absent; anything else is read as "not advertised".';
    return [finding('supported_not_boolean', `${pointer}/supported`, message)];
  });
}

/** The events that every reliable host emits (envelope 9). */
const RELIABLE = ['envelope.refusal', 'envelope.retry.exhausted'];

/** A host that says it is reliable emits the two events that show it. */
export function reliabilityRules(document: unknown): readonly CapabilityFinding[] {
  const envelopes = familyOf(document, 'envelopes');
  const reliability = member(envelopes?.value, 'reliability');
  if (envelopes === undefined || !isRecord(reliability) || member(reliability, 'supported') === false)
    return [];
  const events = textsAt(reliability, 'events') ?? [];
  const missing = RELIABLE.filter((type) => !events.includes(type));
  if (missing.length === 0) return [];
  const message = `A reliable host emits ${missing.join(' and ')}, which events does not list.`;
  return [finding('reliability_events_missing', `${envelopes.pointer}/reliability/events`, message)];
}
