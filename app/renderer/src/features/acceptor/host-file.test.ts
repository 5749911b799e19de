import { expect, test } from 'vitest';
import { readHostFile } from './ComparePane.tsx';

test.each([
  [
    'a context',
    '{"nodeId": "ask", "host": {"aiEnvelope": false}}',
    { nodeId: 'ask', host: { aiEnvelope: false } },
  ],
  [
    'a discovery document',
    '{"protocolVersion": "1.1", "supportedEnvelopes": ["error"], "limits": {"schemaRounds": 2, "maxNodeExecutions": 9}}',
    { host: { supportedEnvelopes: ['error'], limits: { schemaRounds: 2 } } },
  ],
  [
    'a wrapped discovery document',
    '{"capabilities": {"envelopeStrictness": "strict"}}',
    { host: { envelopeStrictness: 'strict' } },
  ],
])('reads %s', (_, text, context) => expect(readHostFile(text)).toEqual({ ok: true, context }));

test.each([
  ['{"hots": {}}', /no field "hots"/],
  ['{"trustBoundary": "maybe"}', /one of: trusted, untrusted/],
  ['{"protocolVersion": "1.1"}', /says nothing about envelopes/],
  ['{', /not JSON/],
])('%s is rejected with a message', (text, why) => {
  const read = readHostFile(text);
  expect(read.ok ? '' : read.why).toMatch(why);
});
