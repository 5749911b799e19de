/** The look in WebAssembly lets nothing pass that the finder finds, however it is written (security S-14). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEscapes } from '../../test/with-escapes.ts';
import { beginnings } from './encoded-forms.ts';
import { fastLook } from './fast-look.ts';
import { secretsIn } from './find-secrets.ts';
import { mayBeNameBefore, SECRET_NAME_TEXTS } from './secret-names.ts';

const look = fastLook();
const BEGINNINGS = beginnings();

function isSuspect(text: string): boolean {
  return look.isSuspect(text) || mayBeNameBefore(text, text.length);
}

/** A text in which both ends of blocks of sixteen bytes fall on every place of a piece. */
function everyPlace(piece: string): readonly string[] {
  return Array.from({ length: 17 }, (_, count) => `{"a":"${'x '.repeat(count)}${piece}"}`);
}

const BODY = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0'.repeat(8);

/** Returns text that may follow a prefix. */
function bodyOf(min: number, body: Uint8Array): string {
  const characters = [...BODY].filter((c) => body[c.charCodeAt(0)] === 1).join('');
  return characters.repeat(4).slice(0, Math.max(min, 24));
}

test.each(SECRET_NAME_TEXTS)('the name %s before a sign', (name) => {
  const spellings = [
    name,
    name.toUpperCase(),
    name.split('').join('_'),
    `${name.slice(0, -1)}-${name.slice(-1)}`,
  ];
  for (const spelling of spellings)
    for (const sign of ['=', ':', ' : ', '\\": \\"', '\\n: '])
      for (const text of everyPlace(`${spelling}${sign}hunter2`)) expect(isSuspect(text), text).toBe(true);
});

test.each(BEGINNINGS.map(({ text, min, body }) => [text, min, body] as const))(
  'a text that begins with %s',
  (prefix, min, body) => {
    const piece = `${prefix}${bodyOf(min, body)}`;
    for (const text of everyPlace(piece))
      if (secretsIn(text).length > 0) expect(isSuspect(text), text).toBe(true);
  },
);

const PIECES = fc.oneof(
  fc.constantFrom(...BEGINNINGS.map(({ text, min, body }) => `${text}${bodyOf(min, body)}`)),
  fc.constantFrom(...SECRET_NAME_TEXTS.map((name) => `${name}=${BODY.slice(0, 12)}`)),
  fc.constantFrom(...SECRET_NAME_TEXTS, ...BEGINNINGS.map(({ text }) => text)),
  fc.constantFrom(
    '"',
    ':',
    '=',
    ' ',
    '\\',
    '\\n',
    '\\"',
    '\\u0070',
    '\\u00e9',
    '-',
    '--',
    '.',
    '/',
    '@',
    '%',
    '%3D',
    '<',
  ),
  fc.constantFrom('\u200b', '\u00ad', 'а', 'е', 'о', 'ｐ', 'é', '東', '😀', '—', '”', 'K'),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.stringMatching(/^[A-Za-z0-9_-]{0,40}$/),
  fc.integer({ min: 0, max: 40 }).map((length) => BODY.slice(0, length)),
  fc.integer({ min: 0, max: 17 }).map((length) => ' '.repeat(length)),
);

test('nothing that the finder finds is passed over, at any place', () => {
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      for (const one of [text, JSON.stringify(text), JSON.stringify(JSON.stringify(text))])
        if (secretsIn(one).length > 0) expect(isSuspect(one), one).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

test('nothing that the finder finds is passed over where characters are written as escapes', () => {
  const places = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 8 }), places, (pieces, chosen) => {
      const text = withEscapes(pieces.join(''), chosen);
      for (const one of [text, JSON.stringify(text)])
        if (secretsIn(one).length > 0) expect(isSuspect(one), one).toBe(true);
    }),
    { numRuns: 20_000 },
  );
});

test('scans a text of several pieces across their joints', () => {
  const secret = `password=${BODY.slice(0, 12)}`;
  for (let before = 262_144 - 24; before < 262_144 + 2; before++) {
    const text = `${'a '.repeat(before / 2)}${before % 2 === 1 ? ' ' : ''}${secret}${' b'.repeat(100)}`;
    expect(isSuspect(text), `${before}`).toBe(true);
  }
});

test.each([
  ['https://example.org/a?b=c', false],
  ['https://name:hunter2@example.org/', true],
  ['https:\\/\\/name:hunter2@example.org', true],
  ['https://name%3Ahunter2%40example.org', true],
  ['https://example.org\\u0040host', true],
])('the address %s', (address, seen) => expect(isSuspect(`{"a":"${address}"}`)).toBe(seen));

test.each([
  ['caf\\u00e9', false],
  ['\\u6771\\u4eac', false],
  ['\\ud83d\\ude00', false],
  ['p\\u0061ssword', true],
  ['d\\u0061r\\u0061ft', false],
  ['p\\u0061ssword=hunter2', true],
  ['a \\u003cb\\u003e \\u0026 \\u0027c\\u0027 \\u0022d\\u0022', false],
  ['{\\u0022password\\u0022: \\u0022hunter2\\u0022}', true],
  ['dra\\u0066t-5\\u002d9338\\u000a', false],
  ['00adf014-f9dd-4843\\u002db5c1-3eb7b167d055', false],
  [`00${BODY.slice(0, 20)}\\u002d${BODY.slice(0, 19)}`, true],
  ['a\\u005cb', true],
  ['a\\u0000b', true],
  ['pass\\u200bword', true],
  ['p\\u0430ssword', true],
])('the escape in %s', (text, seen) => expect(isSuspect(`{"a":"${text}"}`)).toBe(seen));

test.each([
  ['{"type":"media.image","payload":{}}', true],
  ['{"envelopeType": "media.file"}', true],
  ['{"type":"voice.synthesis_chunk"}', true],
  ['{"type":"m\\u0065dia\\u002eaudio"}', true],
  ['{"type":"\\u006dedia.video"}', true],
  ['{"media":"image","message":"medium.sized","voice":"a"}', false],
])('the media of %s, at every place', (text, seen) => {
  for (const one of everyPlace('').map((before) => `${before.slice(0, -2)}",${text.slice(1)}`))
    expect(isSuspect(one), one).toBe(seen);
});

const event = (payload: object): string =>
  JSON.stringify({
    eventId: '7d98e724-8948-493a-861c-bc24221b08db',
    type: 'output.chunk',
    payload,
    timestamp: '2026-03-02T09:00:00.000Z',
  });

test.each<[what: string, payload: object, seen: boolean]>([
  [
    'plain text',
    {
      chunk: 'The “checklist” keeps the list of owners; a path such as C:\\exports\\latest → keep it.\n\n',
    },
    false,
  ],
  ['a count', { tokens: 3176, maxTokens: 4 }, false],
  ['a count in a text', { previousError: 'finish_reason=length; tokens=2715' }, false],
  ['a text under the name of counts', { tokens: '3176-x7Gk29' }, true],
  ['a text that is more than a count', { note: 'tokens=2715-x7Gk29' }, true],
  ['a count of more digits than a number has', { note: `tokens=${'7'.repeat(21)}` }, true],
  ['digits under the name of another secret', { note: 'api_key=271527152' }, true],
  ['a name as a value', { dimension: 'tokens', consumed: 363_160 }, false],
  ['a name as a value at the end', { consumed: 1, dimension: 'token' }, false],
  ['a name in a pair', { name: 'tokens', value: 'hunter2' }, true],
  ['a name in a pair, in capitals', { Header: 'Authorization', v: 'hunter2' }, true],
  ['a name in a list', { args: ['password', 'hunter2'] }, true],
  [
    'a name as a value in JSON in a text',
    { body: JSON.stringify({ name: 'token', value: 'hunter2' }) },
    true,
  ],
  ['a cause that ends with hex digits', { causationId: 'run-1:draft-23:4902:aad15c74' }, false],
])('%s', (_what, payload, seen) => {
  expect(isSuspect(event(payload))).toBe(seen);
  expect(isSuspect(JSON.stringify({ payload, at: 1 }, null, 2))).toBe(seen);
});

test('an escape in the text behind is none of a text', () => {
  const encoder = new TextEncoder();
  for (let length = 40; length < 72; length++) {
    const text = encoder.encode(`{"a":"${'x '.repeat(length).slice(0, length)}"}`);
    const behind = encoder.encode('\n{"eve\\u006etId":"b"}');
    look.room.set([...text, ...behind]);
    look.add(0, text.length);
    expect([...look.look()], `${length}`).toEqual([]);
  }
});
