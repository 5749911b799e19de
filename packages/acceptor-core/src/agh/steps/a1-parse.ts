import { isRecord, type JsonObject } from '@openwop-inspector/base';
import { whyNotJson } from '../../pipeline/measure.ts';
import { parseJsonText } from '../../vectors/parse-json-text.ts';
import type { AghAnswer, AghStep } from '../agh-step.ts';
import { rejected } from '../agh-step.ts';

/** A message as it came: text of the wire, or a value that was parsed before. */
export type AghInput = { readonly text: string } | { readonly value: unknown };

/** A1: JSON in UTF-8, one object at the top, nested no deeper than 64 levels. */
export const parse: AghStep<AghInput, JsonObject> = {
  id: 'A1',
  clause: 'agh 2',
  inputs: [''],
  check(input) {
    if (!('text' in input)) return checkValue(input.value);
    const { text } = input;
    if (/\p{Surrogate}/u.test(text)) return rejected('malformed', 'not UTF-8');
    if (text.startsWith('\ufeff')) return rejected('malformed', 'a byte order mark before the message');
    const parsed = parseJsonText(text);
    if (parsed.ok) return checkValue(parsed.value);
    return rejected('malformed', `not JSON, line ${parsed.line}, column ${parsed.column}`, [
      { pointer: '', message: parsed.message },
    ]);
  },
};

function checkValue(value: unknown): AghAnswer<JsonObject> {
  const why = whyNotJson(value);
  if (why !== null) return rejected('malformed', why);
  if (!isRecord(value)) return rejected('malformed', 'not an object');
  return { verdict: 'passed', note: 'a JSON object', seen: value };
}
