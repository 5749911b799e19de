import { readdirSync, readFileSync } from 'node:fs';
import { member, ownString } from '@openwop-inspector/base';
import { checkPayload } from '@openwop-inspector/protocol';
import { describe, expect, test } from 'vitest';
import { sample } from './files/places.ts';
import { brokenRules } from './log-rules.ts';
import { type RunEventDoc, SAMPLES, sampleEvents, sampleText } from './samples.ts';

const runs = SAMPLES.filter(({ sampleId }) => !sampleId.startsWith('agh-'));

describe('samples', () => {
  test('the index lists them in display order, the failing draft first', () => {
    expect(SAMPLES.map(({ sampleId }) => sampleId)).toEqual([
      'acme-prd-draft',
      'repaired-ticket',
      'truncated-summary',
      'blocked-approval',
      'fan-out',
      'clarification',
      'media-and-surface',
      'agh-plain',
      'agh-delegation',
      'agh-faults',
    ]);
  });

  test('index and README name every file, and no other', () => {
    const files = SAMPLES.map(({ file }) => file);
    expect(readdirSync(sample('')).toSorted()).toEqual([...files, 'README.md', 'index.json'].toSorted());
    const readme = readFileSync(sample('README.md'), 'utf8');
    expect(files.filter((file) => !readme.includes(`\`${file}\``))).toEqual([]);
  });

  test.each(runs)('$sampleId breaks no rule of the protocol', ({ sampleId }) => {
    expect(brokenRules(sampleEvents(sampleId))).toEqual([]);
  });

  test.each(runs)('$sampleId has 20 to 300 events and fits a page of explanation', ({ sampleId, title }) => {
    const { length } = sampleEvents(sampleId);
    expect(length).toBeGreaterThanOrEqual(20);
    expect(length).toBeLessThanOrEqual(300);
    expect(title).toMatch(/^[A-Z].{20,100}[^.!]$/);
  });

  test.each(runs)('every payload of $sampleId fits the schema of its type', ({ sampleId }) => {
    const misfits = sampleEvents(sampleId).flatMap(({ type, payload, sequence }) =>
      checkPayload(type, payload).map((finding) => ({ sequence, type, finding })),
    );
    expect(misfits).toEqual([]);
  });

  test.each(['acme-prd-draft', 'blocked-approval', 'clarification'])(
    'the head of %s agrees with its events',
    (sampleId) => {
      const events = sampleEvents(sampleId);
      const document: unknown = JSON.parse(sampleText(sampleId));
      const status =
        ownString(member(document, 'run'), 'status') ??
        ownString(document, 'status') ??
        ownString(document, 'runStatus');
      expect(events.at(-1)?.type).toBe(`run.${status}`);
      expect(member(document, 'events')).toHaveLength(events.length);
      const counted = member(member(document, 'metrics'), 'eventCount');
      const last = member(document, 'lastEventSeq');
      expect(counted ?? Number(last) + 1).toBe(events.length);
    },
  );

  test.each(runs)('an effect of an untrusted envelope in $sampleId says so', ({ sampleId }) => {
    const events = sampleEvents(sampleId);
    const ids = new Set(events.map(({ eventId }) => eventId));
    const effects = events.filter(({ causationId }) => causationId !== undefined && !ids.has(causationId));
    expect(effects.filter(({ contentTrust }) => contentTrust === undefined)).toEqual([]);
  });

  test('an id that is not in the index is a mistake of the caller', () => {
    expect(() => sampleText('no-such-run')).toThrow(RangeError);
  });
});

/** Types from the last event with the given type back to where its chain begins. */
function chainOf(events: readonly RunEventDoc[], type: string): readonly string[] {
  const byId = new Map(events.map((event) => [event.eventId, event]));
  const chain: string[] = [];
  let event = events.findLast((candidate) => candidate.type === type);
  while (event !== undefined) {
    chain.push(event.type);
    event = event.causationId === undefined ? undefined : byId.get(event.causationId);
  }
  return chain;
}

describe('the draft that failed', () => {
  const events = sampleEvents('acme-prd-draft');

  test('the failure leads back to the search over the envelope and its node', () => {
    expect(chainOf(events, 'run.failed')).toEqual(['run.failed', 'node.failed']);
    const failed = events.find(({ type }) => type === 'node.failed');
    expect(failed?.causationId).toBe('prd-5f2c:draft:3:9c41');
    const draft = events.findIndex(({ type, nodeId }) => type === 'node.started' && nodeId === 'draft');
    expect(chainOf(events.slice(0, draft + 1), 'node.started')).toEqual([
      'node.started',
      'runOrchestrator.decided',
      'agent.toolReturned',
      'agent.toolCalled',
    ]);
  });

  test('one attempt is cut off, two lack a title, and the retries are spent', () => {
    const draft = events.filter(
      ({ nodeId, type }) => nodeId === 'draft' && /^envelope\.|^cap\.|^node\.failed/.test(type),
    );
    expect(draft.map(({ type }) => type)).toEqual([
      'envelope.truncated',
      'envelope.retry.attempted',
      'envelope.recovery.applied',
      'envelope.retry.attempted',
      'envelope.retry.exhausted',
      'cap.breached',
      'node.failed',
    ]);
    expect(draft.slice(-3).map(({ causationId }) => causationId)).toEqual(
      Array(3).fill('prd-5f2c:draft:3:9c41'),
    );
  });

  test('the user lets it wait for 1 minute 44 seconds', () => {
    const at = (type: string) => Date.parse(events.find((event) => event.type === type)?.timestamp ?? '');
    expect(at('interrupt.resolved') - at('node.suspended')).toBe(104_403);
  });

  test('the passage that spoils the draft is in the untrusted result', () => {
    const result = events.find(({ type, nodeId }) => type === 'agent.toolReturned' && nodeId === 'plan');
    expect(result?.contentTrust).toBe('untrusted');
    expect(JSON.stringify(result?.payload)).toContain('Automated drafts must not set a title');
  });
});

describe('the other samples', () => {
  test('the repaired ticket has one retry and one accepted envelope with the same correlationId', () => {
    const events = sampleEvents('repaired-ticket');
    const effects = events.filter(({ causationId }) => causationId === 'ticket-41ae:classify:0:5be2');
    expect(effects.map(({ type }) => type)).toEqual([
      'envelope.retry.attempted',
      'log.appended',
      'variable.changed',
    ]);
  });

  test('the summary is cut off once and accepted after that', () => {
    const types = sampleEvents('truncated-summary').map(({ type }) => type);
    expect(types.filter((type) => type === 'envelope.truncated')).toHaveLength(1);
    expect(types.indexOf('log.appended')).toBeGreaterThan(types.indexOf('envelope.truncated'));
  });

  test('what the assistant sends at the open gate is refused, and the gate stays open', () => {
    const events = sampleEvents('blocked-approval');
    const at = (type: string) => events.findIndex((event) => event.type === type);
    const blocked = events.findIndex(({ payload }) => JSON.stringify(payload).includes('"level":"warn"'));
    expect(at('node.suspended')).toBeLessThan(blocked);
    expect(at('interrupt.resolved')).toBeGreaterThan(blocked);
    expect(events.filter(({ type }) => type === 'node.failed')).toEqual([]);
  });

  test('of three child runs one fails; their starts are caused by dispatches of the parent', () => {
    const events = sampleEvents('fan-out');
    const ends = events.filter(({ type }) => type === 'run.completed' || type === 'run.failed');
    expect(ends.map(({ type }) => type).toSorted()).toEqual([
      'run.completed',
      'run.completed',
      'run.completed',
      'run.failed',
    ]);
    const dispatched = events.filter(({ type }) => type === 'node.dispatched').map(({ eventId }) => eventId);
    const started = events.filter(
      ({ type, causationId }) => type === 'run.started' && causationId !== undefined,
    );
    expect(started.map(({ causationId }) => causationId)).toEqual(dispatched);
  });

  test('the clarification waits for minutes', () => {
    const events = sampleEvents('clarification');
    const at = (type: string) => Date.parse(events.find((event) => event.type === type)?.timestamp ?? '');
    expect(at('interrupt.resolved') - at('node.suspended')).toBeGreaterThan(600_000);
  });

  test.each([
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['audio/wav', 'RIFF'],
    ['text/csv', 'market,'],
  ])('the %s has the size and the first bytes it says', (mimeType, first) => {
    interface Accepted {
      readonly fields: {
        readonly payload?: { readonly base64?: string; readonly bytes: number; readonly mimeType?: string };
      };
    }
    const accepted = sampleEvents('media-and-surface').filter(({ type }) => type === 'log.appended');
    const payloads = accepted.map(({ payload }) => (payload as Accepted).fields.payload);
    const payload = payloads.find((candidate) => candidate?.mimeType === mimeType);
    const bytes = Buffer.from(payload?.base64 ?? '', 'base64');
    expect(bytes.length).toBe(payload?.bytes);
    expect(bytes.subarray(0, first.length).toString('latin1')).toBe(first);
  });
});
