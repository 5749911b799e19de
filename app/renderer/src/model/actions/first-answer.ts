/** Initial text of the editor of a JSON answer. */
import { member } from '@openwop-inspector/base';
import type { OpenInterrupt } from './open-interrupt.ts';

export interface FirstAnswer {
  readonly text: string;
  /** Some of it was copied from the request. */
  readonly isFromContent: boolean;
}

/**
 * An external event must return its correlation, and one host rejects another (bundles 8); a conversation takes a turn.
 * Approvals and everything else start empty.
 */
export function firstAnswer({ kind, data }: Pick<OpenInterrupt, 'kind' | 'data'>): FirstAnswer {
  const correlation = member(data, 'correlation');
  if (kind === 'external-event' && typeof correlation === 'object' && correlation !== null) {
    return { text: textOf(correlation), isFromContent: true };
  }
  if (kind === 'conversation.exchange' || kind === 'conversation') {
    const turn = { operation: 'exchange', turn: { role: 'user', content: '' } };
    return { text: textOf(turn), isFromContent: false };
  }
  return { text: '{}', isFromContent: false };
}

const textOf = (value: unknown): string => JSON.stringify(value, null, 2);
