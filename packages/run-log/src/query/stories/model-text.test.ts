import { expect, test } from 'vitest';
import { envelopesInText } from './model-text.ts';

const one = { type: 'a.b', correlationId: 'c1', payload: { x: 1 } };
const other = { ...one, correlationId: 'c2' };
const idsIn = (text: string): readonly unknown[] =>
  envelopesInText(text).map(({ correlationId }) => correlationId);

test.each([
  ['the whole text', JSON.stringify([one, other]), ['c1', 'c2']],
  ['objects that are no envelopes', JSON.stringify({ result: one, more: [{ in: other }] }), ['c1', 'c2']],
  [
    'prose with braces',
    `Take {this} and ${JSON.stringify(one)} or ${JSON.stringify({ a: other })}`,
    ['c1', 'c2'],
  ],
  [
    'fences alone, where one holds an envelope',
    `{"x":${JSON.stringify(one)}}\n\`\`\`json\n${JSON.stringify(other)}\n\`\`\``,
    ['c2'],
  ],
  ['an object that does not close', `{"a": ${JSON.stringify(one)}`, []],
])('finds the envelopes of %s', (_, text, ids) => expect(idsIn(text)).toEqual(ids));
