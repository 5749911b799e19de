import { isRecord } from '@openwop-inspector/base';
import { whyNotJson } from '../../pipeline/measure.ts';
import { parseJsonText } from '../../vectors/parse-json-text.ts';
import { type AghAnswer, type AghStep, passed, rejected } from '../agh-step.ts';
import type { AghWork } from '../agh-work.ts';
import { warnOfDialect } from '../dialect.ts';
import { warnOfSecrets } from '../secret-shaped.ts';

/** A1: JSON in UTF-8, one object at the top, nested no deeper than 64 levels. */
export const parse: AghStep<'A1'> = {
  id: 'A1',
  name: 'parse',
  clause: 'agh 2',
  inputs: [''],
  check: (work) => {
    const { input } = work;
    if (!('text' in input)) return checkValue(input.value, work);
    const { text } = input;
    if (/\p{Surrogate}/u.test(text)) return rejected('malformed', 'not UTF-8');
    if (text.startsWith('\ufeff')) return rejected('malformed', 'a byte order mark before the message');
    const parsed = parseJsonText(text);
    if (parsed.ok) return checkValue(parsed.value, work);
    return rejected('malformed', `not JSON, line ${parsed.line}, column ${parsed.column}`, [
      { pointer: '', message: parsed.message },
    ]);
  },
};

function checkValue(value: unknown, work: AghWork): AghAnswer {
  const why = whyNotJson(value);
  if (why !== null) return rejected('malformed', why);
  if (!isRecord(value)) return rejected('malformed', 'not an object');
  work.record = value;
  warnOfDialect(value, work);
  warnOfSecrets(value, work);
  return passed('a JSON object');
}
