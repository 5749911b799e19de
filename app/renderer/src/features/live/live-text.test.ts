import { masker, words } from '@openwop-inspector/base';
import type { LiveStatus } from '@openwop-inspector/host-client';
import type { LiveFacts, NodeAtWork, RequestedInterrupt } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import {
  asSentence,
  captureText,
  type Follow,
  type FollowStep,
  followAfter,
  hostOf,
  type KnownRun,
  lagFact,
  newSince,
  nextTryText,
  runSentence,
  runTitle,
  stateText,
  tabWord,
  tokenStorageText,
} from './live-text.ts';

const node = (nodeId: string, state: NodeAtWork['state'] = 'started'): NodeAtWork => ({
  nodeId: masker.text(nodeId),
  runId: words`r1`,
  state,
  ordinal: 1,
  sinceMs: null,
});
const requested = (nodeId: string | null): RequestedInterrupt => ({
  ordinal: 4,
  runId: words`r1`,
  nodeId: nodeId === null ? null : masker.text(nodeId),
  interruptId: null,
  kind: words`approval`,
  openedAtMs: null,
  timeoutMs: null,
  data: null,
  resumeSchema: null,
  isUntrusted: false,
});
const facts = (change: Partial<LiveFacts>): LiveFacts => ({
  runs: [{ runId: words`r1`, status: words`running`, isTerminal: false, spent: [] }],
  nodesAtWork: [],
  interrupts: [],
  resolved: [],
  newestOrdinal: 9,
  ...change,
});
const known = (of: LiveFacts | null, part: Partial<KnownRun> = {}): KnownRun => ({
  facts: of,
  runId: 'r1',
  runStatus: 'running',
  waiting: of?.interrupts ?? [],
  isHeard: true,
  ...part,
});
const sentence = (of: LiveFacts | null, part: Partial<KnownRun> = {}) =>
  runSentence(known(of, part))
    .map(({ text }) => text)
    .join('');

describe('state of the run', () => {
  test.each<[string, LiveFacts | null, string]>([
    ['nothing known but its status', null, 'Run is running.'],
    ['at work', facts({ nodesAtWork: [node('draft')] }), 'Run is running; node draft is working.'],
    [
      'several at work',
      facts({ nodesAtWork: [node('a'), node('b')] }),
      'Run is running; nodes a and b are working.',
    ],
    [
      'many at work',
      facts({ nodesAtWork: ['a', 'b', 'c', 'd', 'e'].map((name) => node(name)) }),
      'Run is running; nodes a, b, c and 2 more are working.',
    ],
    ['waiting', facts({ interrupts: [requested('review')] }), 'Run is waiting for an answer at review.'],
    [
      'waiting, and somebody works on',
      facts({ interrupts: [requested('review')], nodesAtWork: [node('review', 'suspended'), node('index')] }),
      'Run is waiting for an answer at review; node index is still working.',
    ],
    [
      'several interrupts',
      facts({ interrupts: [requested('review'), requested('ask')] }),
      'Run is waiting for an answer at review and 1 more.',
    ],
    [
      'ended, whatever the snapshot said before',
      facts({ runs: [{ runId: words`r1`, status: words`completed`, isTerminal: true, spent: [] }] }),
      'Run is completed.',
    ],
  ])('%s', (_, of, expected) => expect(sentence(of)).toBe(expected));

  test('nothing known at all', () => expect(sentence(null, { runStatus: null })).toBe(''));

  test('interrupts from the host are counted with those from the log', () =>
    expect(sentence(facts({}), { waiting: [{ nodeId: 'review' }, { nodeId: 'ask' }] })).toBe(
      'Run is waiting for an answer at review and 1 more.',
    ));

  test.each<[LiveFacts, string]>([
    [facts({ nodesAtWork: [node('draft')] }), 'Run was running; node draft was working.'],
    [facts({ interrupts: [requested('review')] }), 'Run was waiting for an answer at review.'],
    [
      facts({ runs: [{ runId: words`r1`, status: words`completed`, isTerminal: true, spent: [] }] }),
      'Run is completed.',
    ],
  ])('the state of a disconnected run is in the past tense, except for its end: %#', (of, expected) =>
    expect(sentence(of, { isHeard: false })).toBe(expected),
  );
});

describe('the headline is that of the run', () => {
  const ended = (status: string) =>
    facts({ runs: [{ runId: words`r1`, status: masker.text(status), isTerminal: true, spent: [] }] });
  const verdict = { title: 'Completed with problems', tone: 'warning' } as const;
  test.each<[string, LiveFacts | null, Partial<KnownRun>, string]>([
    ['it continues', facts({}), {}, 'Running'],
    ['it continues, and the connection is lost', facts({}), { isHeard: false }, 'Running when last heard of'],
    ['it waits', facts({ interrupts: [requested('ask')] }), {}, 'Waiting for an answer'],
    ['it waits for something else', null, { runStatus: 'waiting-external' }, 'Waiting'],
    ['it is paused', null, { runStatus: 'paused' }, 'Paused'],
    ['nothing is known', null, { runStatus: null, isHeard: false }, 'Not known yet'],
    ['its status is a new one', null, { runStatus: 'brewing' }, 'brewing'],
    ['it has ended, by its log', ended('completed'), { isHeard: false }, 'Completed with problems'],
    ['it has ended, by the host alone', facts({ runs: [] }), { runStatus: 'failed' }, 'Failed'],
  ])('%s', (_, of, part, title) => expect(runTitle(known(of, part), verdict).title).toBe(title));
});

describe('state of the connection', () => {
  const unauthorised: LiveStatus['lastError'] = {
    kind: 'status',
    status: 401,
    code: 'unauthorized',
    message: '',
    hostMessage: null,
    retryAfterMs: null,
    correlationId: null,
    rawBody: '',
  };
  test.each<[Pick<LiveStatus, 'state' | 'end' | 'lastError'>, string, string]>([
    [{ state: 'connecting', end: null, lastError: null }, 'Connecting', 'Connecting'],
    [{ state: 'live', end: null, lastError: null }, 'Connected', 'Live'],
    [{ state: 'behind', end: null, lastError: null }, 'Behind', 'Live'],
    [{ state: 'backfilling', end: null, lastError: null }, 'Reading the log', 'Live'],
    [{ state: 'lost', end: null, lastError: null }, 'Connection lost', 'Lost'],
    [{ state: 'ended', end: 'run-ended', lastError: null }, 'Closed', 'Ended'],
    [{ state: 'ended', end: 'detached', lastError: null }, 'Detached', 'Detached'],
    [{ state: 'ended', end: 'reader-failed', lastError: null }, 'The reader failed', 'Reader failed'],
    [{ state: 'ended', end: 'refused', lastError: unauthorised }, 'Token refused', 'Refused'],
    [{ state: 'ended', end: 'refused', lastError: null }, 'Refused', 'Refused'],
  ])('%o', (status, title, word) => {
    expect(stateText(status).title).toBe(title);
    expect(tabWord(status, true)).toBe(word);
  });

  test('a paused view is named on its tab', () =>
    expect(tabWord({ state: 'live', end: null }, false)).toBe('View paused'));

  test.each([
    [{ lagMs: 400, clockSkewMs: 12 }, '0.4 s behind', 'lag to the host’s clock'],
    [{ lagMs: 3, clockSkewMs: null }, 'Up to date', 'lag to the host’s clock'],
    [{ lagMs: 95_000, clockSkewMs: 180_000 }, '1 min 35 s behind', 'host’s clock 3 min ahead'],
    [{ lagMs: null, clockSkewMs: -65_000 }, 'Lag not known', 'host’s clock 1 min 5 s behind'],
  ])('lag %o', (status, value, note) => expect(lagFact(status)).toEqual({ value, note }));

  test.each([
    [null, null],
    [14_000, 'Next try in 4 s'],
    [9000, 'Trying again now'],
  ])('next try at %s', (nextTryAtMs, words) => expect(nextTryText({ nextTryAtMs }, 10_000)).toBe(words));

  test.each([
    ['connection lost', 'Connection lost.'],
    ['Trying again.', 'Trying again.'],
    ['', ''],
  ])('%s as a sentence', (words, sentence) => expect(asSentence(words)).toBe(sentence));

  test.each([
    ['http://127.0.0.1:3801', '127.0.0.1:3801'],
    ['https://host.example/openwop', 'host.example'],
    ['nothing', 'nothing'],
  ])('%s', (url, host) => expect(hostOf(url)).toBe(host));
});

describe('the capture in words', () => {
  test.each([
    [203_000, null, '203 KB of NDJSON, not saved yet.'],
    [203_000, { name: 'r1.ndjson', sizeBytes: 203_000 }, '203 KB of NDJSON, saved as r1.ndjson.'],
    [
      203_000,
      { name: 'r1.ndjson', sizeBytes: 1000 },
      '203 KB of NDJSON, the first 1.0 KB saved as r1.ndjson.',
    ],
  ])('%s saved %o', (size, saved, words) => expect(captureText(size, saved)).toBe(words));
});

describe('a token is described by its storage, never by its value (security S-10)', () => {
  test.each([
    ['none', null, 'none is stored for this host'],
    ['session', null, '•••••••• stored by the shell until it exits, not in this window'],
    ['system-store', null, '•••••••• stored by the system, not in this window'],
    ['environment', 'OPENWOP_TOKEN', '•••••••• read from OPENWOP_TOKEN by the shell, not in this window'],
  ] as const)('%s', (store, variable, words) =>
    expect(tokenStorageText({ store, variable, remark: null })).toBe(words),
  );
});

const AT = { events: 1046, sequence: 1046 };
const pausedBy = (by: NonNullable<Follow>['by']): Follow => ({ ...AT, by });
const EARLIER: Follow = { events: 12, sequence: 12, by: 'key' };

describe('following and pausing', () => {
  test.each<[string, Follow, FollowStep, Follow]>([
    ['the key pauses', null, 'key', pausedBy('key')],
    ['the key follows again', EARLIER, 'key', null],
    ['scrolling away from the end pauses', null, 'scroll', pausedBy('scroll')],
    ['scrolling while paused changes nothing', EARLIER, 'scroll', EARLIER],
    ['choosing an event pauses', null, 'selection', pausedBy('selection')],
    ['choosing the newest continues following', null, 'newest', null],
    ['choosing while paused changes nothing', EARLIER, 'selection', EARLIER],
    ['choosing the newest while paused does not follow', EARLIER, 'newest', EARLIER],
  ])('%s', (_, now, step, expected) => expect(followAfter(now, step, AT)).toEqual(expected));

  test.each([
    ['nothing is new while following', null, 5000, 0],
    ['what came since the pause', pausedBy('key'), 1260, 214],
    ['never less than nothing', pausedBy('key'), 3, 0],
  ])('%s', (_, follow, events, expected) => expect(newSince(follow, events)).toBe(expected));
});
