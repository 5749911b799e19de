import { describe, expect, test } from 'vitest';
import { envelopeEvidence, type RunLog, sessionSummary } from '../src/index.ts';
import { openString } from './opened-logs.ts';
import { CAPTURE_TEXT, HEAD } from './small-capture.ts';

/** The file of a live session: what its lines mean, and that repeated events are one. */

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const event = (sequence: number, more: Readonly<Record<string, unknown>> = {}): string =>
  line({
    eventId: `e${sequence}`,
    runId: 'r',
    sequence,
    type: 'log.appended',
    timestamp: '2026-05-18T10:00:00Z',
    ...more,
  });
const capture = (...lines: readonly string[]): Promise<RunLog> => openString([line(HEAD), ...lines].join(''));
const codes = (log: RunLog): string[] => log.index.problems.groups().map(({ code }) => code);

async function rows(log: RunLog): Promise<Awaited<ReturnType<RunLog['rows']>>> {
  return log.rows(Array.from({ length: log.order.length }, (_, i) => log.order.ordinalAt(i)));
}

describe('a capture', () => {
  test('is recognized by its first line, also when that is alone or long', async () => {
    expect((await capture()).format).toBe('capture');
    const long = { ...HEAD, discovery: { ...HEAD.discovery, note: 'x'.repeat(200_000) } };
    expect((await openString(line(long))).format).toBe('capture');
    expect((await openString(line(long) + event(0))).index.events).toBe(1);
  });

  test('is a file like any other: host, run, status, counts', async () => {
    const log = await openString(CAPTURE_TEXT);
    const summary = await sessionSummary(log);
    expect(summary).toMatchObject({ format: 'capture', hostName: 'test host', events: 13, unreadable: 0 });
    expect(summary.runs).toMatchObject([{ runId: 'r', workflowId: 'w', status: 'failed' }]);
  });

  test('has lines that are no events, and whatever has a type is one', async () => {
    const log = await capture(
      line({ capture: 'state', state: 'live', words: 'Live', at: 'x' }),
      line({ capture: 'something new', anything: [1] }),
      line({ capture: 'via', type: 'custom.event' }),
      line({ type: 'custom.bare' }),
    );
    expect(codes(log)).not.toContain('unreadable_entry');
    expect((await rows(log)).map(({ type }) => type)).toEqual(['custom.event', 'custom.bare']);
  });

  test('outside of a capture such a line is unreadable', async () => {
    const log = await openString(event(0) + line({ capture: 'state', state: 'live' }));
    expect(codes(log)).toContain('unreadable_entry');
  });

  test('reports the channel that an event came by first', async () => {
    const log = await capture(
      line({ capture: 'via', channel: 'sse' }),
      event(0),
      line({ capture: 'via', channel: 'poll' }),
      event(1),
      event(0, { causationId: 'e9' }),
      line({ capture: 'via', channel: 'bundle' }),
      event(2),
      line({ capture: 'via', channel: ['x'] }),
      event(3),
    );
    expect((await rows(log)).map(({ via }) => via)).toEqual(['sse', 'poll', 'bundle', undefined]);
  });

  test('a frame that could not be read is a problem and no entry', async () => {
    const log = await capture(line({ capture: 'bad-frame', text: '{', at: 'x' }), event(0));
    expect(codes(log)).toContain('bad_frame');
    expect([log.index.entries, log.index.unreadable]).toEqual([1, 0]);
  });

  test.each<[string, object, string | null]>([
    [
      'an error frame',
      { event: 'error', data: { error: { code: 'backpressure', message: 'slow' } } },
      'backpressure: slow',
    ],
    ['an error frame with plain text', { event: 'error', data: 'too slow' }, 'too slow'],
    ['an error under another name', { event: 'message', data: { error: { code: 'gone' } } }, 'gone'],
    ['another frame', { event: 'note', data: { message: 'slow' } }, null],
  ])('%s of the host is displayed in its own words (bundles 6.2)', async (_name, frame, words) => {
    const log = await capture(event(0), line({ capture: 'frame', at: 'x', ...frame }));
    const found = (await log.allProblems()).filter(({ code }) => code === 'host_error_frame');
    expect(found.map(({ message }) => message)).toEqual(words === null ? [] : [`The host says: ${words}`]);
  });

  test('a delta frame represents the event whose number precedes it, and for none without', async () => {
    const delta = line({ surfaceRef: 'e0', patch: [] });
    const log = await capture(event(0), line({ capture: 'delta', id: 1 }), delta, delta, event(2), event(4));
    expect(log.index.deltas).toBe(2);
    expect([...log.index.deltaSequences]).toEqual([1]);
    expect((await log.allProblems()).filter(({ code }) => code === 'sequence_gap')).toMatchObject([
      { sequence: 4 },
    ]);
  });

  test('events without a run belong to the run of the session', async () => {
    const log = await capture(line({ sequence: 0, type: 'x.y', eventId: 'a' }));
    expect((await rows(log))[0]?.runId).toBe('r');
  });

  test.each([
    ['a run that has ended without its last event lacks it', 'completed', 'running', true],
    ['a run that continues does not', 'running', 'running', false],
  ])('%s', async (_, status, __, lacks) => {
    const log = await capture(
      line({ capture: 'snapshot', at: 'x', status, snapshot: { runId: 'r', workflowId: 'w', status } }),
      event(0, { type: 'run.started' }),
    );
    expect(codes(log).includes('no_terminal_event')).toBe(lacks);
    expect((await sessionSummary(log)).runs[0]).toMatchObject({ status, workflowId: 'w' });
  });

  test('gives the limits of the host to the acceptor', async () => {
    const log = await openString(CAPTURE_TEXT);
    const evidence = await envelopeEvidence(log, { correlationId: 'env-1' });
    expect(evidence?.declarations[0]?.value).toMatchObject({ limits: { clarificationRounds: 3 } });
  });
});

describe('an event that is repeated', () => {
  test('keeps its ordinal and takes over what it lacked: cause, payload, id', async () => {
    const log = await capture(
      line({ runId: 'r', sequence: 5, type: 'log.appended' }),
      event(5, { causationId: 'e4', nodeId: 'n', payload: { message: 'hello' } }),
      event(4),
    );
    const [cause, reported] = await rows(log);
    expect(reported).toMatchObject({ ordinal: 0, eventId: 'e5', causationId: 'e4', nodeId: 'n' });
    expect(reported?.summary).toContain('hello');
    expect((await log.chain({ ordinal: 0 }, { descendantLimit: 9, links: false }))?.chainStart).toMatchObject(
      {
        row: { ordinal: cause?.ordinal },
      },
    );
    expect(log.index.findById('e5')).toBe(0);
    expect(codes(log)).not.toContain('conflicting_duplicate');
  });

  test('and says less the second time stays as it is', async () => {
    const log = await capture(event(0, { payload: { message: 'whole' } }), event(0));
    expect((await rows(log)).map(({ summary }) => summary)).toEqual([expect.stringContaining('whole')]);
    expect(codes(log)).not.toContain('conflicting_duplicate');
  });

  test('and says something else is a conflict, and the first remains', async () => {
    const log = await capture(
      event(0, { payload: { message: 'first' } }),
      event(0, { payload: { message: 'second' } }),
    );
    expect((await rows(log)).map(({ summary }) => summary)).toEqual([expect.stringContaining('first')]);
    expect(codes(log)).toContain('conflicting_duplicate');
  });

  test('two events that share a sequence under different names are both displayed', async () => {
    const log = await capture(event(0), event(0, { eventId: 'other' }));
    expect(log.order.length).toBe(2);
    expect(codes(log)).toContain('shared_sequence');
  });
});

describe('how complete a capture is, when it is opened again', () => {
  const known = { known: true };
  const reasons = [
    { code: 'too-large', count: 1, words: '<b>anything</b>' },
    { code: 'bad-frame', count: 2000, words: 'x' },
    { code: 'from the future', count: 1, words: 'x' },
    'no reason',
  ];
  const end = (completeness: unknown, why = 'run-ended'): string =>
    line({ capture: 'end', end: why, ledger: { verdict: 'complete', completeness } });
  const terminal = line({ eventId: 'z', runId: 'r', sequence: 1, type: 'run.completed', timestamp: 'x' });

  test.each<[name: string, lines: readonly string[], words: string | null]>([
    ['known by its last line', [end(known)], null],
    [
      'not known, with reasons that are stated in our words',
      [end({ known: false, reasons })],
      '1 frame too large to read, 2,000 frames could not be read',
    ],
    ['no line that ends it', [], 'its session was not ended'],
    [
      'a line that does not say it',
      [line({ capture: 'end', end: 'run-ended' })],
      'its last line does not say so',
    ],
    ['no reason that is known', [end({ known: false, reasons: 7 })], 'its last line gives no reason'],
    [
      'complete, though the session ended otherwise',
      [end(known, 'detached')],
      'its last line gives no reason',
    ],
    [
      'begun again behind its end',
      [end(known), line({ capture: 'state', state: 'connecting', words: 'x' })],
      'its session was not ended',
    ],
    ['ended twice', [end({ known: false }), line({ capture: 'state', state: 'live' }), end(known)], null],
  ])('%s', async (_name, lines, words) => {
    const log = await capture(event(0, { type: 'run.started' }), terminal, ...lines);
    const { verdict } = await sessionSummary(log);
    const sentence = verdict.sentence.map(({ text }) => text).join('');
    const problem = log.problemGroups().find(({ code }) => code === 'capture_incomplete');
    if (words === null) {
      expect(sentence).not.toContain('complete:');
      expect(problem).toBeUndefined();
      return;
    }
    expect(sentence).toContain(` The capture is not known to be complete: ${words}.`);
    expect(verdict.tone).toBe('warning');
    const reported = (await log.allProblems()).find(({ code }) => code === 'capture_incomplete');
    expect(reported?.message).toBe(`The capture is not known to hold the whole run: ${words}`);
  });

  test.each([
    ['too-large', 'too_large'],
    ['too-deep', 'too_deep'],
    ['bad-frame', 'bad_frame'],
  ])('a frame that was %s is a problem of its own', async (kind, code) => {
    const log = await capture(
      event(0),
      line({ capture: kind, text: '['.repeat(5000), depth: 5000 }),
      end(known),
    );
    expect(codes(log)).toContain(code);
  });
});

test('400,000 holes are counted, and the first of them named, in one pass', async () => {
  const count = 400_000;
  const delta = line({ surfaceRef: 'e0', patch: [] });
  const deltas = Array.from({ length: 100_000 }, (_, i) => line({ capture: 'delta', id: i * 4 + 1 }) + delta);
  const events = Array.from(
    { length: count },
    (_, i) => `{"eventId":"e${i}","runId":"r","type":"x.y","sequence":${i * 2}}\n`,
  );
  const log = await openString([line(HEAD), ...deltas, ...events].join(''));
  const gaps = log.problemGroups().find(({ code }) => code === 'sequence_gap');
  expect(gaps).toMatchObject({ count: count - 1 - 100_000 });
  const first = log.index.problems.list('sequence_gap')[0]?.entry;
  expect(first?.message).toBe('Sequence 3 is missing, 1 event');
}, 30_000);
