/** What the window exports: which events, in which form, and what ends it. */
import { textSource } from '@openwop-inspector/run-log';
import { afterEach, expect, test } from 'vitest';
import { type ExportAnswer, type ExportQuestion, exportSession } from './export-job.ts';
import { Session } from './sessions.ts';

const event = (sequence: number, runId: string, payload: object = {}): string =>
  JSON.stringify({ eventId: `${runId}${sequence}`, runId, sequence, type: 'log.appended', payload });

const open: Session[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session.close();
});

async function opened(lines: readonly string[]): Promise<Session> {
  const session = new Session(textSource('run.ndjson', lines.join('\n')), {});
  open.push(session);
  await session.log.loaded;
  return session;
}

const RUNS = [event(0, 'a'), event(1, 'a'), event(0, 'b'), event(1, 'b'), event(2, 'b')];
const QUESTION: Omit<ExportQuestion, 'sessionId'> = {
  form: 'ndjson',
  scope: 'sight',
  filter: '',
  noted: [],
  selected: null,
  allowed: [],
  writtenBy: 'here',
};

async function idsIn(answer: ExportAnswer): Promise<readonly string[]> {
  if (answer.kind !== 'written') return [answer.kind];
  const lines = (await answer.content.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line).eventId);
}

test.each<[string, run: string | null, Partial<typeof QUESTION>, readonly string[]]>([
  ['all of them', null, {}, ['a0', 'a1', 'b0', 'b1', 'b2']],
  ['what the filter selects', null, { filter: 'seq:1..' }, ['a1', 'b1', 'b2']],
  ['the visible run', 'b', {}, ['b0', 'b1', 'b2']],
  ['what it selects of the visible run', 'b', { filter: 'seq:1..' }, ['b1', 'b2']],
  [
    'all of the log, whatever is visible',
    'b',
    { filter: 'seq:1..', scope: 'all' },
    ['a0', 'a1', 'b0', 'b1', 'b2'],
  ],
  ['noted events', null, { filter: 'is:noted', noted: [3] }, ['b1']],
  ['a filter that cannot be read', null, { filter: 'is:nothing' }, ['refused']],
])('%s', async (_, run, requested, ids) => {
  const session = await opened(RUNS);
  session.narrow(run);
  expect(await idsIn(await exportSession(session, { ...QUESTION, ...requested }))).toEqual(ids);
});

test('it says how far it is, and is ended by a stop, and by another', async () => {
  const session = await opened(Array.from({ length: 1000 }, (_, at) => event(at, 'a')));
  const parts: ExportAnswer[] = [];
  expect((await exportSession(session, QUESTION, (part) => parts.push(part))).kind).toBe('written');
  expect(parts).toContainEqual({ kind: 'running', done: 200, total: 0 });
  expect(parts).toContainEqual({ kind: 'running', done: 800, total: 1000 });
  for (const total of [0, 1000]) {
    const stopped = await exportSession(session, QUESTION, (part) => {
      if (part.kind === 'running' && part.total === total) session.exports.stop();
    });
    expect(stopped).toEqual({ kind: 'stopped' });
  }
  const [first, second] = await Promise.all([
    exportSession(session, QUESTION),
    exportSession(session, QUESTION),
  ]);
  expect([first.kind, second.kind]).toEqual(['stopped', 'written']);
});

test('a report is about the visible run, with the complete selected event', async () => {
  const session = await opened(RUNS.map((line, at) => line.replace('{}', `{"n":"value-${at}"}`)));
  session.narrow('b');
  const answer = await exportSession(session, {
    ...QUESTION,
    form: 'report',
    selected: 3,
    filter: 'seq:1..',
  });
  const text = answer.kind === 'written' ? await answer.content.text() : answer.kind;
  expect(text.split('<pre>').slice(1)).toContainEqual(expect.stringMatching(/^\{[^<]*value-3/));
  expect(text).toMatch(/2 events, those that match <code>seq:1\.\.<\/code>/);
  expect(text).not.toMatch(/<code>a<\/code>/);
});
