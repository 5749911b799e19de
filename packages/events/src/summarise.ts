/** One line about an event. */
import { type MaskedText, masker, shortened } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import { describeEvent } from './event-descriptions.ts';
import { brief, Fields, joined } from './fields.ts';

/** Longest summary in UTF-16 units. */
const MAX_LENGTH = 160;

/**
 * Summarises an event in one line of at most 160 characters: plain words made from its payload, masked, with hidden and
 * direction characters replaced. Any payload of any type is taken; a type without a summary of its own shows its first
 * fields. Long texts are cut first. Numbers that `parseAsWritten` read are displayed raw. Never throws.
 */
export function summarise(
  type: string,
  recorded: Readonly<Record<string, unknown>>,
  payload: unknown,
): MaskedText {
  const fields = new Fields(payload);
  const said = describeEvent(type).summary?.(fields) ?? '';
  const line = typeof said === 'string' ? said : said === false ? '' : joined(...said);
  return masker.text(shortened(plainLine(line === '' ? anyText(recorded, fields) : line), MAX_LENGTH));
}

/** Summary of an unknown type: the first fields of its payload, or of the event when it has none. */
function anyText(recorded: Readonly<Record<string, unknown>>, fields: Fields): string {
  if (fields.whole === undefined || fields.whole === null)
    return firstFields(new Fields(recorded), ENVELOPE_KEYS);
  if (fields.isObject) return firstFields(fields, NODE);
  const holder = PAYLOAD_KEYS.find((key) => recorded[key] === fields.whole);
  return typeof fields.whole === 'number' && holder !== undefined
    ? new Fields(recorded).text(holder)
    : brief(fields.whole);
}

/** Members of an event that hold its payload. */
const PAYLOAD_KEYS = ['payload', 'data', 'body'] as const;

/** Members that every event may have and the row shows elsewhere. */
const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  'eventId',
  'runId',
  'nodeId',
  'type',
  'payload',
  'data',
  'timestamp',
  'sequence',
  'seq',
  'causationId',
  'contentTrust',
  'schemaVersion',
  'engineVersion',
]);
const NODE: ReadonlySet<string> = new Set(['nodeId']);

/** "name value, name value" of the first members. */
function firstFields(fields: Fields, leftOut: ReadonlySet<string>): string {
  const displayed = fields
    .keys()
    .filter((key) => !leftOut.has(key))
    .slice(0, 4)
    .map((key) => {
      const text = fields.brief(key, 60);
      return text === '' ? key : `${key} ${text}`;
    });
  return joined(...displayed);
}
