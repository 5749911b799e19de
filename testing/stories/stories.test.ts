import { describe, expect, test } from 'vitest';
import { tellAll } from './index.ts';
import type { EventDoc } from './run/run-recorder.ts';

function eventsOf(sampleId: string): readonly EventDoc[] {
  const reported = tellAll().find(({ story }) => story.sampleId === sampleId);
  if (reported === undefined) throw new Error(`no story ${sampleId}`);
  return reported.events;
}

/** Types from the last event with the given type back to where its chain begins. */
function chainOf(events: readonly EventDoc[], type: string): readonly string[] {
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
  const events = eventsOf('acme-prd-draft');

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

describe('the other stories', () => {
  test('the repaired ticket has one retry and one accepted envelope with the same correlationId', () => {
    const events = eventsOf('repaired-ticket');
    const effects = events.filter(({ causationId }) => causationId === 'ticket-41ae:classify:0:5be2');
    expect(effects.map(({ type }) => type)).toEqual([
      'envelope.retry.attempted',
      'log.appended',
      'variable.changed',
    ]);
  });

  test('the summary is cut off once and accepted after that', () => {
    const types = eventsOf('truncated-summary').map(({ type }) => type);
    expect(types.filter((type) => type === 'envelope.truncated')).toHaveLength(1);
    expect(types.indexOf('log.appended')).toBeGreaterThan(types.indexOf('envelope.truncated'));
  });

  test('what the assistant sends at the open gate is refused, and the gate stays open', () => {
    const events = eventsOf('blocked-approval');
    const at = (type: string) => events.findIndex((event) => event.type === type);
    const blocked = events.findIndex(({ payload }) => JSON.stringify(payload).includes('"level":"warn"'));
    expect(at('node.suspended')).toBeLessThan(blocked);
    expect(at('interrupt.resolved')).toBeGreaterThan(blocked);
    expect(events.filter(({ type }) => type === 'node.failed')).toEqual([]);
  });

  test('of three child runs one fails; their starts are caused by dispatches of the parent', () => {
    const events = eventsOf('fan-out');
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
    const events = eventsOf('clarification');
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
    const accepted = eventsOf('media-and-surface').filter(({ type }) => type === 'log.appended');
    const payloads = accepted.map(({ payload }) => (payload as Accepted).fields.payload);
    const payload = payloads.find((candidate) => candidate?.mimeType === mimeType);
    const bytes = Buffer.from(payload?.base64 ?? '', 'base64');
    expect(bytes.length).toBe(payload?.bytes);
    expect(bytes.subarray(0, first.length).toString('latin1')).toBe(first);
  });
});
