/** One run of a log answers as the same run does in a log of its own; a folder is one log (bundles 1). */
import { describe, expect, test } from 'vitest';
import {
  histogram,
  type LoadProgress,
  logicalEnvelopes,
  nextProblem,
  nodeLanes,
  OneRun,
  openRunLog,
  type RunLog,
  sessionSummary,
  textSource,
} from '../src/index.ts';
import { type GivenEvent, givenDocuments } from './given-log.ts';
import { closedAfterwards, givenLog, openString } from './opened-logs.ts';

/** The events of one run: one that fails for a bad answer, one that completes, one that waits and has an odd payload. */
function eventsOf(run: string, ending: 'fails' | 'completes' | 'waits'): GivenEvent[] {
  const at = (n: number): string => `${run}.${n}`;
  const own: GivenEvent[] = [
    { type: 'run.started', payload: { workflowId: `flow-${run}` } },
    { type: 'node.started', node: 'ask', cause: at(0), payload: { attempt: 1 } },
    { type: 'agent.toolCalled', node: 'ask', cause: at(1), payload: { toolName: 't', callId: 'c' } },
    {
      type: 'log.appended',
      node: 'ask',
      cause: `env-${run}`,
      payload: { level: 'info', message: 'x', fields: { envelopeType: 'a.b', envelopeId: 'i' } },
    },
    { type: 'artifact.created', node: 'ask', cause: `env-${run}`, payload: { artifactId: 7 } },
  ];
  if (ending === 'fails')
    own.push(
      {
        type: 'node.failed',
        node: 'ask',
        cause: `env-${run}`,
        payload: { error: { code: 'envelope_invalid', message: 'no title' } },
      },
      {
        type: 'run.failed',
        cause: at(5),
        payload: { error: { code: 'envelope_invalid', failedNodeId: 'ask' } },
      },
    );
  else if (ending === 'completes')
    own.push(
      { type: 'node.completed', node: 'ask', cause: at(4), payload: {} },
      { type: 'run.completed', cause: at(5), payload: {} },
    );
  else
    own.push({ type: 'interrupt.requested', node: 'ask', cause: 'nowhere', payload: { kind: 'approval' } });
  return own.map((event, i) => ({
    ...event,
    run,
    sequence: i,
    at: i * 700 + run.length,
    extra: { eventId: at(i) },
  }));
}

const RUNS = [
  eventsOf('first', 'fails'),
  eventsOf('second-run', 'completes'),
  eventsOf('run-three', 'waits'),
];

/** One event of each run in turn, as hosts that run them side by side write them. */
const INTERLEAVED = Array.from({ length: 8 }, (_, i) => RUNS.flatMap((run) => run[i] ?? [])).flat();

const lines = (events: readonly GivenEvent[]): string =>
  givenDocuments(events)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('');

/** What differs because the run lies elsewhere: numbers of rows and bytes. */
const PLACES = new Set([
  'ordinal',
  'landOn',
  'byteOffset',
  'line',
  'id',
  'index',
  'key',
  'firstOrdinal',
  'startOrdinal',
  'endOrdinal',
  'sizeBytes',
  'loadMs',
  'byteLength',
  'checks',
]);
const apart = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (PLACES.has(key) ? undefined : one)));

async function whole(): Promise<RunLog> {
  const log = await openString(lines(INTERLEAVED));
  await log.runChecks();
  return log;
}

async function alone(run: readonly GivenEvent[]): Promise<RunLog> {
  const log = await openString(lines(run));
  await log.runChecks();
  return log;
}

describe.each(RUNS.map((run) => [run[0]?.run ?? '', run] as const))(
  '%s among others is as it is alone',
  (id, run) => {
    test('its summary', async () => {
      const one = await new OneRun(await whole(), id).summary();
      const own = await sessionSummary(await alone(run));
      // What is noted once for a whole file belongs to no run of it.
      const { problemKinds } = one;
      const problemCounts = { ...own.problemCounts, note: one.problemCounts.note };
      expect(apart(one)).toEqual(apart({ ...own, problemCounts, problemKinds }));
    });

    test('its rows, in their order', async () => {
      const one = new OneRun(await whole(), id);
      const own = await alone(run);
      const rowsOf = (order: RunLog['order']) =>
        Array.from({ length: order.length }, (_, i) => order.ordinalAt(i));
      expect(apart(await one.rows(rowsOf(one.log.order)))).toEqual(apart(await own.rows(rowsOf(own.order))));
      expect(rowsOf(one.log.order).map((row) => one.log.order.indexOf(row))).toEqual(run.map((_, i) => i));
    });

    test('its causes, unfolded', async () => {
      const log = await whole();
      const one = new OneRun(log, id);
      const own = await alone(run);
      const query = { withEffectsOnly: false, offset: 0, limit: 100 };
      const folded = await one.causes({ ...query, expanded: [] });
      expect(apart(folded)).toEqual(apart(await own.causes({ ...query, expanded: [] })));
      const unfold = async (answer: typeof folded) => answer.rows.map(({ key }) => key);
      const all = await one.causes({ ...query, expanded: await unfold(folded) });
      const same = await own.causes({
        ...query,
        expanded: await unfold(await own.causes({ ...query, expanded: [] })),
      });
      expect(apart(all)).toEqual(apart(same));
    });

    test('its problems, by code and by page, and the walk along them', async () => {
      const one = new OneRun(await whole(), id);
      const own = await alone(run);
      const groups = one.problemGroups();
      expect(groups).toEqual(own.problemGroups(['error', 'warning']));
      for (const { code } of groups)
        expect(apart(await one.problems(code as 'payload_schema', 0, 10))).toEqual(
          apart(await own.problems(code as 'payload_schema', 0, 10)),
        );
      expect(apart(await nextProblem(one.log, null, 1))).toEqual(apart(await nextProblem(own, null, 1)));
    });

    test('its time axis, its lanes and its envelopes', async () => {
      const one = new OneRun(await whole(), id);
      const own = await alone(run);
      const query = { buckets: 12, foldIdleMs: 1000, matching: null };
      expect(histogram(one.log, query)).toEqual(histogram(own, query));
      expect(apart(await nodeLanes(one.log, 5000))).toEqual(apart(await nodeLanes(own, 5000)));
      const page = { offset: 0, limit: 10 };
      expect(apart(await logicalEnvelopes(one.log, page))).toEqual(apart(await logicalEnvelopes(own, page)));
    });
  },
);

test('a run that the log does not hold leaves it whole', async () => {
  const log = await whole();
  const nobody = new OneRun(log, 'nobody');
  expect(nobody.log.order.length).toBe(INTERLEAVED.length);
  expect((await nobody.summary()).events).toBe(INTERLEAVED.length);
});

test('a document that names another run says nothing of this one', async () => {
  const log = await givenLog([...eventsOf('a', 'completes'), ...eventsOf('b', 'waits')], {
    bundleVersion: '1',
    run: { runId: 'a', workflowId: 'w', status: 'completed' },
  });
  const { runs, verdict } = await new OneRun(log, 'b').summary();
  expect(runs.map(({ runId, status }) => [runId, status])).toEqual([['b', 'waiting-approval']]);
  expect(verdict.title).toBe('Waiting for approval');
});

test('children know their parents by their start, their document or a cause in another run', async () => {
  const started = (run: string, extra: object): GivenEvent => ({
    type: 'run.started',
    run,
    payload: { workflowId: 'w', ...extra },
  });
  const log = await givenLog([
    started('top', {}),
    { type: 'node.started', run: 'top', node: 'n', extra: { eventId: 'e-n' } },
    started('child', { parentRunId: 'top' }),
    { ...started('caused', {}), cause: 'e-n' },
  ]);
  const rows = await log.runs();
  expect(rows.map(({ runId, parentRunId }) => [runId, parentRunId])).toEqual([
    ['top', null],
    ['child', 'top'],
    ['caused', 'top'],
  ]);
});

test('a summary that is requested while a source is read agrees with itself', async () => {
  const early: Promise<Awaited<ReturnType<typeof sessionSummary>>>[] = [];
  const text = lines(Array.from({ length: 400 }, (_, i) => eventsOf(`run ${i}`, 'fails')).flat());
  const log: RunLog = closedAfterwards(
    openRunLog(textSource('log.ndjson', text), {
      onProgress: ({ events }) => {
        if (events > 0) early.push(sessionSummary(log));
      },
    }),
  );
  await log.loaded;
  const reported = await Promise.all(early);
  expect(reported.length).toBeGreaterThan(1);
  for (const { events, runs, verdict, complete } of reported) {
    expect(runs.reduce((sum, run) => sum + run.events, 0)).toBe(events);
    expect(verdict.title).toBe(complete ? 'Failed' : 'Reading');
  }
});

describe('a folder is one log', () => {
  const open = async (files: Readonly<Record<string, string>>): Promise<RunLog> => {
    const sources = Object.entries(files).map(([name, text]) => textSource(name, text));
    const log = closedAfterwards(openRunLog(sources, { isFolder: true, name: 'runs/' }));
    await log.loaded;
    return log;
  };
  const [first, second] = [lines(RUNS[0] ?? []), lines(RUNS[1] ?? [])];

  test('each run knows its file, and what is no log is named in one note', async () => {
    const log = await open({
      'a/log.ndjson': first,
      'README.md': '# Runs\n\nNot JSON',
      'b.ndjson': second,
      'package.json': '{"name":"x"}',
      empty: '',
    });
    expect((await log.runs()).map(({ runId, source }) => [runId, source])).toEqual([
      ['first', 'a/log.ndjson'],
      ['second-run', 'b.ndjson'],
    ]);
    const problems = await log.allProblems();
    expect(problems.filter(({ code }) => code === 'not_a_run').map(({ message }) => message)).toEqual([
      '3 of 5 files hold no run: README.md, package.json, empty',
    ]);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(log.index.unreadable).toBe(0);
    expect((await sessionSummary(log)).name).toBe('runs/');
  });

  test('what a bundle says of its own events is not compared with those of other files', async () => {
    const events = first
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const bundle = {
      bundleVersion: '1',
      run: { runId: 'first', workflowId: 'w', status: 'cancelled' },
      metrics: { eventCount: events.length },
      events,
    };
    const log = await open({ 'a.json': JSON.stringify(bundle), 'b.ndjson': second });
    const codes = (await log.allProblems()).map(({ code }) => code);
    expect(codes).not.toContain('event_count_mismatch');
    expect(codes).not.toContain('terminal_contradicts_status');
  });

  test('progress counts files and bytes over all of them', async () => {
    const seen: Pick<LoadProgress, 'bytesRead' | 'bytesTotal' | 'files'>[] = [];
    const files = [first, '# Runs', second];
    const sources = files.map((text, at) => textSource(`${at}.ndjson`, text));
    const onProgress = ({ bytesRead, bytesTotal, files }: LoadProgress) =>
      seen.push({ bytesRead, bytesTotal, ...(files === undefined ? {} : { files }) });
    await closedAfterwards(openRunLog(sources, { onProgress })).loaded;
    const bytesTotal = files.reduce((sum, text) => sum + text.length, 0);
    expect(seen.at(-1)).toEqual({ bytesRead: bytesTotal, bytesTotal, files: { read: 2, of: 3 } });
    expect(seen.every(({ bytesRead }) => bytesRead <= bytesTotal)).toBe(true);
  });

  test('what is wrong in a log of it is reported as ever', async () => {
    const log = await open({ 'a.ndjson': `${first}{"eventId":`, 'b.ndjson': second });
    expect((await log.allProblems()).map(({ code }) => code)).toContain('ends_early');
    expect(log.endsEarly).toBe(true);
  });

  test('without any log in it, it says so', async () => {
    const log = await open({ 'README.md': '# Runs', 'a.txt': 'x' });
    const { explanation, events } = await sessionSummary(log);
    expect([events, explanation]).toEqual([0, 'None of 2 files holds a run']);
  });
});
