/** Envelopes as a test gives them, and the line that says of a row what matters. */
import {
  type LogicalEnvelope,
  type LogicalEnvelopePage,
  logicalEnvelopes,
  type RunLog,
} from '../src/index.ts';
import type { GivenEvent } from './given-log.ts';

export const all = (log: RunLog, text?: string): Promise<LogicalEnvelopePage> =>
  logicalEnvelopes(log, { offset: 0, limit: 200, ...(text === undefined ? {} : { text }) });

/** "kind node state: attempt, attempt", each attempt as its state and the event that represents it. */
export function line(row: LogicalEnvelope): string {
  const attempts = row.attempts.map((one) => `${one.state} #${one.sequence}`).join(', ');
  return `${row.envelopeType} ${row.nodeId} ${row.state}: ${attempts}`;
}

export const started: GivenEvent = { type: 'node.started', node: 'n', payload: {} };
export const retry = (reason: string, cause?: string): GivenEvent => ({
  type: 'envelope.retry.attempted',
  node: 'n',
  ...(cause === undefined ? {} : { cause }),
  payload: { nodeId: 'n', attempt: 2, reason, previousError: '/a/b must be a string' },
});
export const truncated = (tokens: number): GivenEvent => ({
  type: 'envelope.truncated',
  node: 'n',
  payload: {
    nodeId: 'n',
    stopReason: 'max_tokens',
    partialPayloadAvailable: false,
    outputTokenCount: tokens,
  },
});
export const taken = (kind: string, cause?: string, payload?: unknown): GivenEvent => ({
  type: 'log.appended',
  node: 'n',
  ...(cause === undefined ? {} : { cause }),
  payload: {
    level: 'info',
    message: 'x',
    fields: { envelopeType: kind, ...(payload === undefined ? {} : { payload }) },
  },
});
export const failed = (code: string, cause?: string): GivenEvent => ({
  type: 'node.failed',
  node: 'n',
  ...(cause === undefined ? {} : { cause }),
  payload: { nodeId: 'n', error: { code, message: 'no' } },
});
export const surface = (components: number) => ({
  catalogVersion: '0.9.1',
  surface: { components: Array.from({ length: components }, () => ({ component: 'text', text: 't' })) },
});
