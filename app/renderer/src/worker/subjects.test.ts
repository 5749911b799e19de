import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { masker, parseAsWritten } from '@openwop-inspector/base';
import type { EnvelopeSubject, RenderSubject } from '@openwop-inspector/renderers';
import { logicalEnvelopes, openRunLog, type RunLog, textSource } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { placeOfSubject } from '../shared/subject-place.ts';
import { narrowedEnvelopes } from './search-job.ts';
import { contentAddress, contentBytes, contentText, contentTree, handOver, subjectsOf } from './subjects.ts';

/** What the window gets to render: decided over whole documents, handed over without what is long. */

const root = join(import.meta.dirname, '../../../..');

async function opened(text: string): Promise<RunLog> {
  const log = openRunLog(textSource('log', text));
  await log.loaded;
  return log;
}

const sample = (file: string): Promise<RunLog> => opened(readFileSync(join(root, 'samples', file), 'utf8'));

const subjectsAt = async (log: RunLog, sequence: number): Promise<readonly RenderSubject[]> =>
  (await subjectsOf(log, { sessionId: 's1', ordinal: log.findBySequence(sequence), attempt: null })).subjects;

function envelopeAmong(subjects: readonly RenderSubject[]): EnvelopeSubject {
  const found = subjects.find((subject) => subject.kind === 'envelope');
  if (found?.kind !== 'envelope') throw new Error('no envelope among the subjects');
  return found;
}

describe('the subjects of an event', () => {
  test('an envelope comes before the event that contains it', async () => {
    const log = await sample('media-and-surface.events.json');
    const subjects = await subjectsAt(log, 5);
    expect(subjects.map(({ kind, type }) => `${kind} ${type}`)).toEqual([
      'envelope ui.a2ui-surface',
      'event ui.a2ui-surface',
    ]);
    expect(envelopeAmong(subjects)).toMatchObject({
      rendering: { renderer: 'a2ui', decidedBy: 'kind' },
      tooLarge: false,
      leftOut: [],
      numbers: [],
      trust: { level: 'trusted' },
    });
  });

  test('an event without an envelope comes alone, with its node', async () => {
    const log = await sample('acme-prd-draft.bundle.json');
    const subjects = await subjectsAt(log, 11);
    expect(subjects).toMatchObject([
      { kind: 'event', type: 'agent.toolReturned', nodeId: 'research', trust: { level: 'untrusted' } },
    ]);
  });

  test('bytes of media are omitted; what they are was decided with them', async () => {
    const log = await sample('media-and-surface.events.json');
    const image = envelopeAmong(await subjectsAt(log, 26));
    expect(image).toMatchObject({
      type: 'media.image',
      rendering: { renderer: 'image', media: { inline: true, sniffedType: 'image/png', actualBytes: 1292 } },
      leftOut: [{ pointer: '/payload/base64' }],
    });
    expect(JSON.stringify(image.value)).not.toContain('iVBORw0KGgo');
    const of = placeOfSubject(image.key);
    if (of === null) throw new Error('the key has no place');
    const loaded = await contentBytes(log, { ...of, pointer: '/payload/base64' });
    expect(loaded).toMatchObject({ kind: 'bytes', declaredType: null });
    if (loaded.kind === 'bytes') {
      expect(loaded.bytes.length).toBe(1292);
      expect([...loaded.bytes.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    }
  });

  test('an address is handed out as recorded for the request of a click, masked everywhere else', async () => {
    const log = await sample('media-and-surface.events.json');
    const sound = envelopeAmong(await subjectsAt(log, 30));
    expect(JSON.stringify(sound)).not.toContain('welcome-41d7');
    const of = placeOfSubject(sound.key);
    if (of === null) throw new Error('the key has no place');
    expect(await contentAddress(log, { ...of, pointer: '/payload/url' })).toEqual({
      kind: 'address',
      address: 'https://assets.acme.example/v1/runs/kickoff-c58d/assets/welcome-41d7.ogg',
    });
    for (const pointer of ['/payload', '/payload/none', '/meta/url', '']) {
      expect(await contentAddress(log, { ...of, pointer })).toMatchObject({ kind: 'problem' });
    }
  });

  test('an event that is not loaded has none', async () => {
    const log = await opened('{"type":"run.started","runId":"r","sequence":0,"payload":{}}\n');
    const target = { sessionId: 's1', ordinal: 99, attempt: null };
    expect(await subjectsOf(log, target)).toEqual({ of: '99', subjects: [] });
  });

  test('a long text is left out, named and fetched; secrets in it are masked', async () => {
    const words = `${'word '.repeat(8_000)}Bearer abcdefghijklmnopqrstuvwxyz0123456789`;
    const event = { type: 'log.appended', runId: 'r', sequence: 0, payload: { message: words, at: [1] } };
    const log = await opened(`${JSON.stringify(event)}\n`);
    const [subject] = await subjectsAt(log, 0);
    expect(subject).toMatchObject({
      value: { message: '', at: [1] },
      leftOut: [{ pointer: '/message', length: expect.any(Number) }],
    });
    const place = { ordinal: 0, attempt: null, place: null, pointer: '/message' };
    const text = await contentText(log, place);
    expect(text).toMatchObject({ kind: 'text', truncated: false });
    expect(text.kind === 'text' && text.text).toMatch(/^word word/);
    expect(JSON.stringify(text)).not.toContain('abcdefghijklmnop');
    expect(await contentText(log, { ...place, pointer: '/at' })).toMatchObject({ kind: 'problem' });
    expect(await contentBytes(log, place)).toMatchObject({ kind: 'problem' });
  });

  test('a document that is too large is a tree and nothing more', async () => {
    const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, name: 'some name' }));
    const event = { type: 'log.appended', runId: 'r', sequence: 0, payload: { rows } };
    const log = await opened(`${JSON.stringify(event)}\n`);
    const [subject] = await subjectsAt(log, 0);
    expect(subject).toMatchObject({ kind: 'event', value: null, tooLarge: true });
    const of = { ordinal: 0, attempt: null, place: null };
    const ask = { kind: 'children', pointer: '/rows', offset: 199_999, limit: 10 } as const;
    const answer = await contentTree(log, { ...of, ask });
    expect(answer).toMatchObject({
      children: { pointer: '/rows', total: 200_000, nodes: [{ pointer: '/rows/199999', key: 199_999 }] },
    });
  });

  test('payloads that would break a walk come without an exception', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const text = [
      `{"type":"ui.a2ui-surface","runId":"r","sequence":0,"payload":${deep}}`,
      '{"type":"ui.a2ui-surface","runId":"r","sequence":1,"payload":{"__proto__":{"polluted":1}}}',
      '{"type":"log.appended","runId":"r","sequence":2}',
      '{"type":"log.appended","runId":"r","sequence":3,"data":{"old":true}}',
    ].join('\n');
    const log = await opened(`${text}\n`);
    for (const sequence of [0, 1, 2, 3]) expect(await subjectsAt(log, sequence)).not.toEqual([]);
    expect((await subjectsAt(log, 3)).at(-1)).toMatchObject({ value: { old: true } });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('the tree of a document counts its pointers from the document', () => {
  test('of an envelope inside an event', async () => {
    const log = await sample('media-and-surface.events.json');
    const of = placeOfSubject(envelopeAmong(await subjectsAt(log, 5)).key);
    if (of === null) throw new Error('the key has no place');
    const node = await contentTree(log, { ...of, ask: { kind: 'node', pointer: '' } });
    expect(node).toMatchObject({ node: { key: null, pointer: '', kind: 'object' } });
    const payload = await contentTree(log, {
      ...of,
      ask: { kind: 'children', pointer: '/payload', offset: 0, limit: 9 },
    });
    expect(payload).toMatchObject({
      children: { total: 3, nodes: [{ key: 'catalogVersion' }, { key: 'surface' }, {}] },
    });
    const found = await contentTree(log, { ...of, ask: { kind: 'search', text: 'Schedule the kickoff' } });
    expect(found).toMatchObject({
      matches: { pointers: expect.arrayContaining(['/payload/surface/title']) },
    });
    const text = await contentTree(log, { ...of, ask: { kind: 'text', pointer: '/payload/catalogVersion' } });
    expect(text).toEqual({ kind: 'text', text: { text: '"0.9.1"', truncated: false } });
  });
});

test('an envelope of a file without events has its numbers as written, rendered and as a tree', async () => {
  const log = await opened(
    '{"type":"vendor.acme.item","correlationId":"c1","payload":{"price":1.10,"id":107505301260286111,"far":1e400},"meta":{}}',
  );
  const [row] = (await logicalEnvelopes(log, { offset: 0, limit: 1 })).rows;
  if (row === undefined) throw new Error('the file holds an envelope');
  const of = { ordinal: -1, attempt: { key: row.key, number: 1 }, place: 0 };
  const answer = await contentTree(log, { ...of, ask: { kind: 'text', pointer: '/payload' } });
  const text = '{"price":1.10,"id":107505301260286111,"far":1e400}';
  expect(answer).toMatchObject({ text: { text } });
  const { subjects } = await subjectsOf(log, { sessionId: 's1', ordinal: -1, attempt: of.attempt });
  expect(subjects[0]?.numbers.map((number) => number.text)).toEqual(['1.10', '107505301260286111', '1e400']);
});

describe('attempts of logical envelopes', () => {
  test('each attempt has subjects of its own, those outside the events too', async () => {
    const log = await sample('acme-prd-draft.bundle.json');
    const { rows } = await logicalEnvelopes(log, { offset: 0, limit: 200 });
    expect(rows.length).toBeGreaterThan(3);
    for (const { key, attempts } of rows) {
      for (const { ordinal, number } of attempts) {
        const target = { sessionId: 's1', ordinal, attempt: { key, number } };
        const { of, subjects } = await subjectsOf(log, target);
        expect(of).toBe(`${ordinal} ${key}/${number}`);
        expect(subjects.length).toBeGreaterThan(0);
        for (const subject of subjects) expect(placeOfSubject(subject.key)).toMatchObject({ ordinal });
      }
    }
  });

  test('the list is narrowed by fields', async () => {
    const log = await sample('acme-prd-draft.bundle.json');
    const kinds = async (text: string) =>
      (await narrowedEnvelopes(log, { text, offset: 0, limit: 50 })).rows.map(
        ({ envelopeType }) => envelopeType,
      );
    const all = await kinds('');
    expect(await kinds('kind:a2ui')).toEqual(['ui.a2ui-surface']);
    expect(await kinds('node:draft')).toEqual(['vendor.acme.prd.create']);
    expect([...(await kinds('trust:untrusted')), ...(await kinds('trust:trusted'))].sort()).toEqual(
      [...all].sort(),
    );
    expect(await kinds('nothing of this kind')).toEqual([]);
  });
});

describe('every envelope of the recordings is handed over', () => {
  const folder = join(root, 'testing/recordings/app/_envelopes');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );

  test.each(files)('%s', async (file) => {
    const log = await opened(readFileSync(join(folder, file), 'utf8'));
    for (let at = 0; at < Math.min(20, log.order.length); at += 1) {
      const ordinal = log.order.ordinalAt(at);
      const { subjects } = await subjectsOf(log, { sessionId: 's1', ordinal, attempt: null });
      expect(subjects.at(-1)).toMatchObject({ kind: 'event', tooLarge: false });
      expect(() => structuredClone(subjects)).not.toThrow();
    }
  });
});

const long = 'x'.repeat(16_385);

describe('what is handed to the window', () => {
  test.each<readonly [string, unknown]>([
    ['an object', { a: [1, 'two', null, true], b: { c: '' } }],
    ['a string', 'text'],
    ['nothing', null],
    ['a list', [[], {}]],
    ['a name that is special elsewhere', JSON.parse('{"__proto__": {"polluted": true}, "a": 1}')],
  ])('%s goes whole', (_, value) => {
    const { value: copy, ...rest } = handOver(value);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(rest).toEqual({ tooLarge: false, leftOut: [], numbers: [] });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('long strings are empty and listed by their place', () => {
    const { value, leftOut } = handOver({ 'a/b': [long, 'short'], '~': long });
    expect(value).toEqual({ 'a/b': ['', 'short'], '~': '' });
    expect(leftOut).toContainEqual({ pointer: '/a~1b/0', length: 16_385 });
    expect(leftOut).toContainEqual({ pointer: '/~0', length: 16_385 });
  });

  test('a string that is the whole document is left out too', () =>
    expect(handOver(long)).toEqual({
      value: '',
      tooLarge: false,
      leftOut: [{ pointer: '', length: 16_385 }],
      numbers: [],
    }));

  test('numbers that a double prints otherwise go with their digits', () => {
    const document = parseAsWritten('{"id":9007199254740993,"list":[1.10,1.5,1e400],"n":10}');
    expect(handOver(masker.value(document).value).numbers).toEqual([
      { pointer: '/id', text: '9007199254740993' },
      { pointer: '/list/0', text: '1.10' },
      { pointer: '/list/2', text: '1e400' },
    ]);
  });

  test('media are omitted whatever their length', () => {
    const value = { payload: { base64: 'AAAA', alt: 'a' } };
    const answer = handOver(value, { leave: '/payload/base64' });
    expect(answer.value).toEqual({ payload: { base64: '', alt: 'a' } });
    expect(answer.leftOut).toEqual([{ pointer: '/payload/base64', length: 4 }]);
    expect(value.payload.base64).toBe('AAAA');
  });

  test('a surface keeps its long strings, for its own limits count them', () => {
    expect(handOver({ text: long }, { keepLong: true })).toEqual({
      value: { text: long },
      tooLarge: false,
      leftOut: [],
      numbers: [],
    });
  });

  test.each<readonly [string, unknown]>([
    ['many members', Array.from({ length: 400_000 }, (_, at) => ({ at, word: 'abc' }))],
    ['one long string that must go', 'y'.repeat(3_000_000)],
    ['nesting that no message carries', nested(10_000)],
  ])('%s: too large', (_, value) =>
    expect(handOver(value, { keepLong: true })).toEqual({
      value: null,
      tooLarge: true,
      leftOut: [],
      numbers: [],
    }),
  );
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
