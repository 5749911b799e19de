import type { HostError } from '../answers/host-error.ts';
import { withoutAnswer } from '../errors/network-error.ts';
import type { SessionMoment } from './next-step.ts';

/** An error as a moment of the session. */
export function answerOf(error: HostError): SessionMoment & { readonly kind: 'answer' | 'no-answer' } {
  const { kind, status, retryAfterMs } = error;
  if (kind !== 'status' && kind !== 'redirect') return { kind: 'no-answer' };
  return status === null ? { kind: 'no-answer' } : { kind: 'answer', status, retryAfterMs };
}

/** The sink of a capture has failed. */
export function captureFailed(): HostError {
  return withoutAnswer(
    'cancelled',
    'capture_failed',
    'The capture cannot be written: is the disk full? The session was ended, so that nothing is lost unseen.',
  );
}

/** What reads a host has thrown. Only the name of the error is told: its words may repeat what the host sent. */
export function readerFailed(at: string, thrown: unknown): HostError {
  const name = thrown instanceof Error && /^\w{1,40}$/.test(thrown.name) ? thrown.name : 'Error';
  return withoutAnswer('not-understood', 'reader_failed', `The reader failed, at ${at} (${name}).`);
}
