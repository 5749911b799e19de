import { openRunLog, textSource } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { eventLine } from '../../test/scratch-folder.ts';
import { type ChainJson, chainJson } from './chain.ts';

/** The document of the chain of one event, by eventId, or of an envelope. */
async function chainOf(
  events: readonly string[],
  target: string | { correlationId: string },
): Promise<ChainJson> {
  const log = openRunLog(textSource('log', `${events.join('\n')}\n`));
  await log.loaded;
  const named = typeof target === 'string' ? { ordinal: log.index.findById(target) } : target;
  const chain = await log.chain(named, { descendantLimit: 100, links: false });
  if (chain === null) throw new Error('the target is not loaded');
  return chainJson(chain);
}

const started = eventLine(0, { type: 'node.started', nodeId: 'draft', eventId: 'started' });
const fromEnvelope = { type: 'artifact.created', nodeId: 'draft', causationId: 'corr-1' };

describe('a chain of eventIds', () => {
  const events = [
    eventLine(0),
    eventLine(1, { causationId: 'e0', type: 'node.started' }),
    eventLine(2, { causationId: 'e1', type: 'node.failed' }),
    eventLine(3, { causationId: 'e2', type: 'run.failed' }),
    eventLine(4, { causationId: 'e0' }),
  ];

  test('reports causes nearest first, where the chain starts and the cause', async () => {
    expect(await chainOf(events, 'e2')).toEqual({
      target: { sequence: 2, eventId: 'e2', type: 'node.failed', runId: 'r1' },
      rootCause: null,
      ancestors: [
        { sequence: 1, eventId: 'e1', type: 'node.started', runId: 'r1', via: 'eventId' },
        { sequence: 0, eventId: 'e0', type: 'log.appended', runId: 'r1', via: 'eventId' },
      ],
      descendants: [
        { sequence: 3, eventId: 'e3', type: 'run.failed', runId: 'r1', via: 'eventId', depth: 1 },
      ],
      chainStartsAt: { sequence: 0, eventId: 'e0', type: 'log.appended', runId: 'r1' },
      ending: 'start',
      cause: null,
      causes: [
        { kind: 'event', sequence: 1, eventId: 'e1', type: 'node.started', runId: 'r1', via: 'eventId' },
        { kind: 'event', sequence: 0, eventId: 'e0', type: 'log.appended', runId: 'r1', via: 'eventId' },
      ],
      descendantTotal: 1,
    });
  });

  test('reports effects depth first', async () => {
    const { target, chainStartsAt, descendants } = await chainOf(events, 'e0');
    expect(chainStartsAt).toEqual(target);
    expect(descendants.map(({ eventId, depth }) => `${eventId} ${depth}`)).toEqual([
      'e1 1',
      'e2 2',
      'e3 3',
      'e4 1',
    ]);
  });
});

describe('an envelope between events', () => {
  const events = [
    started,
    eventLine(1, fromEnvelope),
    eventLine(2, fromEnvelope),
    eventLine(3, { causationId: 'e2' }),
  ];
  const envelope = { correlationId: 'corr-1', type: null, virtual: true, events: 2, runId: 'r1' };

  test('is reported by via on the event beyond, and named when the target hangs from it', async () => {
    const { ancestors, envelope: named } = await chainOf(events, 'e2');
    expect(ancestors).toEqual([
      { sequence: 0, eventId: 'started', type: 'node.started', runId: 'r1', via: 'correlationId' },
    ]);
    expect(named).toEqual(envelope);
  });

  test('is not named further down', async () => {
    const { ancestors, envelope: named, chainStartsAt } = await chainOf(events, 'e3');
    expect(ancestors.map(({ eventId, via }) => `${eventId} ${via}`)).toEqual([
      'e2 eventId',
      'started correlationId',
    ]);
    expect([named, chainStartsAt?.eventId]).toEqual([undefined, 'started']);
  });

  test('does not count as a step among effects', async () => {
    const { descendants, descendantTotal } = await chainOf(events, 'started');
    expect(descendants.map(({ eventId, depth, via }) => `${eventId} ${depth} ${via}`)).toEqual([
      'e1 1 correlationId',
      'e2 1 correlationId',
      'e3 2 eventId',
    ]);
    expect(descendantTotal).toBe(3);
  });

  test('can be the target itself', async () => {
    const document = await chainOf(events, { correlationId: 'corr-1' });
    expect(document.target).toEqual({ sequence: null, eventId: null, type: null, runId: 'r1' });
    expect(document.envelope).toEqual(envelope);
    expect(document.ancestors.map(({ eventId, via }) => `${eventId} ${via}`)).toEqual([
      'started correlationId',
    ]);
    expect(document.descendants.map(({ eventId, depth }) => `${eventId} ${depth}`)).toEqual([
      'e1 1',
      'e2 1',
      'e3 2',
    ]);
  });
});

describe('where a chain leaves the file', () => {
  test.each([
    ['an id nobody has', { causationId: 'gone' }, { id: 'gone', kind: 'dangling' }],
    [
      'an event of another host',
      { causationId: 'far', payload: { causationHostId: 'other-host' } },
      { id: 'far', kind: 'external', hostId: 'other-host' },
    ],
    [
      'the delivery of a trigger',
      { causationId: 'delivery-1', type: 'run.started' },
      { id: 'delivery-1', kind: 'trigger' },
    ],
  ])('%s is reported as such, and the chain starts at what is loaded', async (_what, fields, beyond) => {
    const document = await chainOf([eventLine(0, fields)], 'e0');
    expect(document.beyond).toEqual(beyond);
    expect([document.ancestors, document.chainStartsAt]).toEqual([[], document.target]);
    expect(document.causes).toMatchObject([{ id: beyond.id, runId: null }]);
  });

  test('a log without any causation says so', async () => {
    expect((await chainOf([eventLine(0), eventLine(1)], 'e1')).causationOmitted).toBe(true);
  });
});

describe('marks of an edge', () => {
  test('a cycle ends, and its edges say so', async () => {
    const { ancestors } = await chainOf(
      [
        eventLine(0, { causationId: 'e2' }),
        eventLine(1, { causationId: 'e0' }),
        eventLine(2, { causationId: 'e1' }),
      ],
      'e2',
    );
    expect(ancestors.map(({ eventId, marks }) => [eventId, marks])).toEqual([
      ['e1', ['cycle']],
      ['e0', ['cycle']],
    ]);
  });

  test('a cause that comes later is marked', async () => {
    const { ancestors } = await chainOf([eventLine(0, { causationId: 'e1' }), eventLine(1)], 'e0');
    expect(ancestors).toEqual([
      { sequence: 1, eventId: 'e1', type: 'log.appended', runId: 'r1', via: 'eventId', marks: ['forward'] },
    ]);
  });
});

describe('an event that names no cause (inferred, not recorded)', () => {
  const events = [
    eventLine(0, { type: 'run.started' }),
    eventLine(1, { type: 'node.started', nodeId: 'draft' }),
    eventLine(2, { type: 'node.failed', nodeId: 'draft' }),
  ];
  const step = (sequence: number, type: string, rule: string, depth: number) => ({
    sequence,
    eventId: `e${sequence}`,
    type,
    runId: 'r1',
    inferred: true,
    rule,
    depth,
  });

  test('has what is above and below by inference under keys of their own', async () => {
    const document = await chainOf(events, 'e1');
    expect(document).toMatchObject({
      rootCause: null,
      ancestors: [],
      descendants: [],
      causes: [],
      cause: null,
      ending: 'omitted',
      causationOmitted: true,
      inferredAbove: [step(0, 'run.started', 'run', 1)],
      inferredBelow: [step(2, 'node.failed', 'attempt', 1)],
      inferredBelowTotal: 1,
    });
  });

  test('has nothing inferred below it where any event of the file names a cause', async () => {
    const recorded = [...events, eventLine(3, { type: 'run.failed', causationId: 'e2' })];
    const document = await chainOf(recorded, 'e1');
    expect(document).toMatchObject({ inferredBelow: [], inferredBelowTotal: 0 });
    expect(document.inferredAbove).toEqual([step(0, 'run.started', 'run', 1)]);
    expect(await chainOf(recorded, 'e3')).not.toHaveProperty('inferredAbove');
  });
});
