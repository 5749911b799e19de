import { expect, test } from 'vitest';
import { type CausalChain, type ChainNode, openRunLog, textSource } from '../src/index.ts';

/** Causes and effects of one event (run-events.md sections 4.2 to 4.4). */

const docs = [
  { eventId: 'call', type: 'agent.toolCalled', nodeId: 'plan', payload: { toolName: 'search' } },
  { eventId: 'back', type: 'agent.toolReturned', nodeId: 'plan', causationId: 'call', payload: {} },
  { eventId: 'start', type: 'node.started', nodeId: 'draft', causationId: 'back', payload: {} },
  {
    eventId: 'retry',
    type: 'envelope.retry.attempted',
    nodeId: 'draft',
    causationId: 'corr',
    payload: { attempt: 2 },
  },
  {
    eventId: 'fail',
    type: 'node.failed',
    nodeId: 'draft',
    causationId: 'corr',
    payload: { error: { code: 'envelope_invalid', details: { envelopeType: 'vendor.acme.brief' } } },
  },
  {
    eventId: 'end',
    type: 'run.failed',
    payload: { failedNodeId: 'draft', error: { code: 'envelope_invalid' } },
  },
  { eventId: 'lost', type: 'log.appended', causationId: 'nowhere', payload: {} },
].map((doc, sequence) => ({ ...doc, runId: 'r', sequence, timestamp: '2026-05-18T10:00:00Z' }));

async function chainOf(sequence: number, links = false): Promise<CausalChain> {
  const log = openRunLog(textSource('log', JSON.stringify(docs)));
  await log.loaded;
  const chain = await log.chain({ ordinal: sequence }, { descendantLimit: 100, links });
  if (chain === null) throw new Error('no chain');
  return chain;
}

function nameOf(node: ChainNode): string {
  return node.kind === 'event'
    ? node.row.eventId
    : node.kind === 'envelope'
      ? `envelope ${node.correlationId}`
      : `${node.kind} ${node.id}`;
}

test('causes go over the envelope to the node execution it came from, and on to the root', async () => {
  const chain = await chainOf(4);
  expect(chain.ancestors.map((link) => [nameOf(link.node), link.via])).toEqual([
    ['envelope corr', 'correlationId'],
    ['start', 'nodeId'],
    ['back', 'eventId'],
    ['call', 'eventId'],
  ]);
  expect(chain.chainStart === null ? null : nameOf(chain.chainStart)).toBe('call');
});

test('a virtual envelope is named by whichever of its effects states its kind', async () => {
  const [link] = (await chainOf(3)).ancestors;
  expect(link?.node).toMatchObject({
    kind: 'envelope',
    envelopeType: 'vendor.acme.brief',
    virtual: true,
    events: 2,
  });
});

test('effects are listed depth first in order', async () => {
  const chain = await chainOf(0);
  expect(chain.descendants.map((link) => [nameOf(link.node), link.depth])).toEqual([
    ['back', 1],
    ['start', 2],
    ['envelope corr', 3],
    ['retry', 4],
    ['fail', 4],
  ]);
  expect(chain.descendantTotal).toBe(5);
});

test('a link is followed only on request, and is no causation', async () => {
  expect((await chainOf(5)).ancestors).toEqual([]);
  const linked = await chainOf(5, true);
  expect(linked.ancestors[0]).toMatchObject({ via: 'failedNodeId' });
  expect(linked.chainStart).toEqual(linked.target);
});

test('a cause that is not loaded is a stub', async () => {
  const chain = await chainOf(6);
  expect(chain.ancestors.map((link) => nameOf(link.node))).toEqual(['dangling nowhere']);
});
