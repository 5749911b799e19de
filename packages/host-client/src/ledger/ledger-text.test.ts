import { expect, test } from 'vitest';
import { endOf, rehearse } from '../../test/growing-log.ts';
import { frameOf, PlayedHost, type PlayStream, playedLog } from '../../test/played-host.ts';
import type { IncompleteCode } from '../answers/live-status.ts';

const log = playedLog(10);

/** A session with a host that has a stream alone, unless polls are given. */
async function ended(stream: PlayStream, poll: () => unknown = () => 404, status = 'completed') {
  const host = new PlayedHost({ log: () => log, status: () => status, poll, streams: [stream] });
  const rehearsal = rehearse(host);
  const { ledger, words } = await endOf(rehearsal);
  const last = rehearsal.lines().at(-1);
  return { ledger, words, last };
}

const from =
  (first: number, behind = log.length): PlayStream =>
  async (say) => {
    for (const event of log.slice(first, behind)) say(frameOf(event));
  };
const all = from(0);
const saying =
  (text: string): PlayStream =>
  async (say, cursor) => {
    say(text);
    await all(say, cursor);
  };
const page = (text: string) => () => new Response(text).body;
const events = log.map((event) => JSON.stringify(event)).join(',');

test('complete is said with evidence: from the first event to the one that ends the run (run-events 1.1)', async () => {
  const { ledger, last } = await ended(all);
  expect(ledger).toMatchObject({
    verdict: 'complete',
    completeness: { known: true },
    words: 'complete 0 to 9',
  });
  expect(last).toMatchObject({ capture: 'end', ledger: { completeness: { known: true } } });
});

test.each<[name: string, code: IncompleteCode, stream: PlayStream, poll?: () => unknown]>([
  ['a frame that is no JSON', 'bad-frame', saying('data: {"type":\n\n')],
  ['a first event over 1 that nothing explains', 'start-unknown', from(4)],
  ['no event that ends the run', 'end-unseen', from(0, 9)],
  [
    'another event with the same sequence',
    'conflicting',
    saying(frameOf({ ...log[3], sequence: 3, type: 'other.type' })),
  ],
  ['events without a sequence', 'unsequenced', saying('data: {"type":"custom.x"}\n\n')],
  ['a poll that breaks off before its events', 'answer-cut', all, page('{"runId":"r1","eve')],
  [
    'a poll that breaks off between two events',
    'answer-cut',
    all,
    page(`{"events":[${JSON.stringify(log[0])},`),
  ],
  [
    'a poll that breaks off inside of an event',
    'answer-cut',
    all,
    page(`{"events":[${JSON.stringify(log[0])},{"ty`),
  ],
  [
    'an event of a poll that is no JSON',
    'bad-frame',
    all,
    page(`{"events":[{"type":tru},${events}],"isTerminal":true}`),
  ],
])('the word is not said over %s', async (_name, code, stream, poll) => {
  const { ledger, words, last } = await ended(stream, poll);
  expect(ledger.verdict).toBe('not-known');
  expect(ledger.completeness).toMatchObject({ known: false, reasons: [expect.objectContaining({ code })] });
  expect(ledger.words).toContain('not known to be complete: ');
  expect(words).toContain(ledger.words);
  expect(last).toMatchObject({ capture: 'end', ledger: { completeness: ledger.completeness } });
});

test('one frame over the limit had 200,000 events: it is counted, its beginning stored, the word not said (6.2)', async () => {
  const many = Array.from(
    { length: 200_000 },
    (_, i) => `{"type":"node.started","eventId":"lost-${i}","payload":{"text":"${'x'.repeat(40)}"}}`,
  );
  const frame = `data: [${many.join(',')}]\n\n`;
  const { ledger, last } = await ended(async (say, cursor) => {
    for (let at = 0; at < frame.length; at += 2 ** 20) say(frame.slice(at, at + 2 ** 20));
    await all(say, cursor);
  });
  expect(ledger).toMatchObject({ verdict: 'not-known', events: 10, badFrames: 1 });
  expect(ledger.words).toBe('0 to 9, not known to be complete: 1 frame was too large to read');
  expect(last).toMatchObject({ end: 'run-ended', ledger: { verdict: 'not-known' } });
});

test('an answer that broke off and was read on from there is whole', async () => {
  let requested = 0;
  const { ledger } = await ended(
    async () => {},
    () =>
      new Response(requested++ === 0 ? `{"events":[${events.slice(0, -20)}` : `{"events":[${events}]}`).body,
  );
  expect(ledger).toMatchObject({ verdict: 'complete', words: 'complete 0 to 9' });
});

test('holes are reported first, and what else was lost after them', async () => {
  const { ledger } = await ended(async (say) => {
    say('data: x\n\n');
    for (const event of log) if (event.sequence !== 4) say(frameOf(event));
  });
  expect(ledger.words).toMatch(/^missing 4; \d frames could not be read$/);
  expect(ledger.completeness).toMatchObject({
    known: false,
    reasons: [{ code: 'missing', count: 1 }, { code: 'bad-frame' }],
  });
});

test('while a run continues, a loss forbids "whole so far"; that it continues is no loss', async () => {
  const host = (text: string) =>
    new PlayedHost({
      log: () => log.slice(0, 3),
      status: () => 'running',
      poll: () => 404,
      streams: [
        async (say) => {
          say(text);
          for (const event of log.slice(0, 3)) say(frameOf(event));
          await new Promise(() => {});
        },
      ],
    });
  for (const [text, words] of [
    ['', 'whole so far, 0 to 2'],
    ['data: {\n\n', '0 to 2, not known to be whole: 1 frame could not be read'],
  ] as const) {
    const { run, time } = rehearse(host(text));
    run.start();
    await time.pass(1000);
    expect(run.status().ledger.words).toBe(words);
    expect(run.status().ledger.completeness).toMatchObject({ known: false });
  }
});
