import type { HostError } from '../answers/host-error.ts';
import type { SessionMoment } from './next-step.ts';

/** An error as a moment of the session. */
export function answerOf(error: HostError): SessionMoment & { readonly kind: 'answer' | 'no-answer' } {
  const { kind, status, retryAfterMs } = error;
  if (kind !== 'status' && kind !== 'redirect') return { kind: 'no-answer' };
  return status === null ? { kind: 'no-answer' } : { kind: 'answer', status, retryAfterMs };
}

/** The sink of a capture has failed. */
export function captureFailed(): HostError {
  return {
    kind: 'cancelled',
    status: null,
    code: 'capture_failed',
    message:
      'The capture cannot be written: is the disk full? The session was ended, so that nothing is lost unseen.',
    hostMessage: null,
    retryAfterMs: null,
    correlationId: null,
    rawBody: '',
  };
}
