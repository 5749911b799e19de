import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { compare } from '../src/verbs/compare.ts';
import { type CaptureOptions, captureTerminal } from './capture-terminal.ts';
import { chainOf, eventLine, ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const ticket = sample('repaired-ticket.ndjson');
const text = readFileSync(ticket, 'utf8');
/** The same run again, with another id; the model gave another priority. */
const again = scratch.write(
  'again.ndjson',
  text
    .replaceAll('ticket-41ae', 'ticket-9b07')
    .replaceAll('\\"high\\"', '\\"normal\\"')
    .replaceAll(':"high"', ':"normal"'),
);
/** The same run with ids, times and durations of its own. */
const replay = scratch.write(
  'replay.ndjson',
  text
    .replaceAll('ticket-41ae', 'ticket-9b07')
    .replaceAll('"timestamp":"2026-03-02T10', '"timestamp":"2026-03-04T17')
    .replaceAll(/"durationMs":\d+/g, '"durationMs":7'),
);

async function compared(a: string, b: string, options: Partial<Options<'compare'>> & CaptureOptions = {}) {
  const { signal, onProgress, columns, ...rest } = options;
  const stored = captureTerminal({
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
    columns: columns ?? '100',
  });
  const requested = { run: [], event: null, mask: null, limit: 20, json: false, ...rest };
  const status = await compare(a, b, requested, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

async function documentOf(a: string, b: string, options: Partial<Options<'compare'>> = {}) {
  const { status, out, err } = await compared(a, b, { ...options, json: true });
  return { status, err, document: JSON.parse(out) };
}

describe('two runs that are the same', () => {
  test('but for ids, times and durations end with 0', async () => {
    const { status, out } = await compared(ticket, replay);
    expect(status).toBe(0);
    expect(out).toMatch(/^Same {2}47 pairs of events, none differs\./);
    expect(out).not.toContain('FIRST DIVERGENCE');
  });

  test('have no divergence in the document', async () => {
    const { document } = await documentOf(ticket, replay);
    expect(document).toMatchObject({ same: true, pairs: 47, samePairs: 47, onlyA: 0, onlyB: 0, changed: [] });
    expect(document).not.toHaveProperty('divergedAt');
    expect(document.masked.names).toBeGreaterThan(0);
    expect(document.masked.rules.names).toContain('durationMs');
  });
});

describe('two runs that differ', () => {
  test('end with 1; the report begins with where they part', async () => {
    const { status, out } = await compared(ticket, again);
    expect(status).toBe(1);
    expect(out.split('\n')[0]).toBe(
      'Differ  The same for 29 events, then they part at node classify: output.chunk differs in its content',
    );
    expect(out).toMatch(/^\/payload\/chunk +"\\"high\\"/m);
    expect(out).toMatch(/^47 pairs: 41 the same, 6 changed, 0 moved; 0 only in A, 0 only in B/m);
    expect(out).toMatch(/^ {2}openwop-inspector chain .* evt-ticket-41ae-29$/m);
  });

  test('the document names events of both sides, values and totals', async () => {
    const { document } = await documentOf(ticket, again, { limit: 2 });
    expect(document.divergedAt).toMatchObject({
      change: 'changed',
      parts: ['content'],
      before: 29,
      a: { sequence: 29, eventId: 'evt-ticket-41ae-29', type: 'output.chunk', runId: 'ticket-41ae' },
      b: { sequence: 29, eventId: 'evt-ticket-9b07-29' },
      differences: [{ pointer: '/payload/chunk', change: 'value' }],
    });
    expect([document.changed.length, document.changedTotal]).toEqual([2, 6]);
    expect(document.nodes.map(({ node }: { node: string }) => node)).toEqual(['read', 'classify', 'route']);
  });

  test('a requested event is next to its counterpart, by sequence or by an id of either side', async () => {
    for (const event of ['43', '#43', 'evt-ticket-41ae-43', 'evt-ticket-9b07-43']) {
      const { document } = await documentOf(ticket, again, { event });
      expect(document.event).toMatchObject({
        a: { sequence: 43 },
        b: { eventId: 'evt-ticket-9b07-43' },
        differences: [{ pointer: '/payload/value/priority', change: 'value', a: '"high"', b: '"normal"' }],
      });
    }
    const none = await compared(ticket, again, { event: '999' });
    expect([none.status, none.err]).toEqual([2, expect.stringContaining('there is no event 999')]);
  });

  test('rules of a file decide what counts; wrong ones are reported with their place', async () => {
    const rules = (value: object): string => scratch.write('rules.json', JSON.stringify(value));
    const lenient = rules({ names: ['priority', 'chunk', 'fields', 'next'] });
    expect((await compared(ticket, again, { mask: lenient })).status).toBe(0);
    const wrong = await compared(ticket, again, { mask: rules({ nmaes: [] }) });
    expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('/nmaes')]);
    expect((await compared(ticket, again, { mask: '/nowhere/rules.json' })).status).toBe(2);
  });
});

describe('what cannot be answered whole is named', () => {
  test('files that cannot be read: both, and the status is 2', async () => {
    const { status, out, err } = await compared('/nowhere/a.json', sample('README.md'));
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('A: /nowhere/a.json');
    expect(err).toContain('B: ');
  });

  test('several runs: the first is compared, the others are named; --run chooses', async () => {
    const fan = sample('fan-out.ndjson.gz');
    const { status, err, document } = await documentOf(fan, fan);
    expect([status, document.a.runId]).toEqual([0, 'markets-70c4']);
    expect(document.a.otherRuns).toHaveLength(3);
    expect(err).toContain('A: ');
    expect(err).toContain('--run chooses: markets-70c4-north');
    const chosen = await documentOf(fan, fan, { run: ['markets-70c4-north', 'markets-70c4-south'] });
    expect([chosen.document.a.runId, chosen.document.b.runId]).toEqual([
      'markets-70c4-north',
      'markets-70c4-south',
    ]);
    expect(chosen.err).toBe('');
    const one = await documentOf(fan, ticket, { run: ['markets-70c4-south'] });
    expect([one.document.a.runId, one.document.b.runId]).toEqual(['markets-70c4-south', 'ticket-41ae']);
  });

  test('a run that is in neither, and too many of them', async () => {
    const none = await compared(ticket, again, { run: ['gone'] });
    expect([none.status, none.err]).toEqual([
      2,
      expect.stringContaining('there is no run gone; it holds ticket-41ae'),
    ]);
    expect((await compared(ticket, again, { run: ['a', 'b', 'c'] })).status).toBe(2);
    expect((await compared('-', '-')).status).toBe(2);
  });

  test('runs that share no node', async () => {
    const other = scratch.write('other.ndjson', eventLine(0, { nodeId: 'elsewhere', type: 'a.b' }));
    const { status, out } = await compared(ticket, other);
    expect(status).toBe(1);
    expect(out).toMatch(/^(Note)? +the two share no node$/m);
  });

  test('a log that ends early is no proof of sameness', async () => {
    const whole = chainOf(40);
    const [a, b] = ['a', 'b'].map((name) =>
      scratch.write(`${name}-cut.ndjson`, `${whole}{"eventId":"e40","runI`),
    );
    const { status, document, err } = await documentOf(a ?? '', b ?? '');
    expect([status, document.pairs]).toEqual([1, 40]);
    expect(document.notes.map(({ code }: { code: string }) => code)).toContain('incomplete');
    expect(err).toMatch(/1 error in [^ ]*a-cut.ndjson \(.*1 error in [^ ]*b-cut.ndjson \(/s);
  });

  test('a stop while they are compared', async () => {
    const stop = new AbortController();
    const { status, out, err } = await compared(ticket, again, {
      signal: stop.signal,
      onProgress: (line) => {
        if (line?.startsWith('Aligning')) stop.abort();
      },
    });
    expect([status, out]).toEqual([130, '']);
    expect(err).toContain('stopped');
  });
});

test('a recorded divergence is next to the one that was found', async () => {
  const reported = (atSequence: number): string =>
    scratch.write(
      `diverged-${atSequence}.ndjson`,
      readFileSync(again, 'utf8') +
        JSON.stringify({
          eventId: 'd',
          runId: 'ticket-9b07',
          sequence: 47,
          type: 'replay.diverged',
          payload: { sourceRunId: 'ticket-41ae', atSequence, divergencePoint: 'output.chunk' },
        }),
    );
  expect((await compared(ticket, reported(29))).out).toMatch(
    /^Recorded +B #47 {2}replay\.diverged {2}agrees: it names the first divergence$/m,
  );
  const { document } = await documentOf(ticket, reported(12));
  expect(document.recorded).toMatchObject([
    { side: 'b', verdict: 'deviates', divergencePoint: 'output.chunk', names: { sequence: 12 } },
  ]);
});
