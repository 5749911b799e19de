import type { DoctorReport, HostError } from '@openwop-inspector/host-client';

const message = 'This host is not in the list any more. Add it again.';

/** Said of a session that was closed meanwhile. */
export const closedSession = 'This live session is closed. Attach to the run again.';

/** The answer for a host that was removed meanwhile. */
export function unknownHost(): HostError {
  return shellError('host_unknown', message);
}

/** The same as what the doctor finds first. */
export function unknownHostReport(): DoctorReport {
  return reportOf(unknownHost());
}

/** The answer when the person did not allow requests to a host, or another question was open. */
export function notPermitted(baseUrl: string): HostError {
  return shellError(
    'not_permitted',
    `Nothing was asked of ${new URL(baseUrl).origin}: you did not allow it.`,
  );
}

export function notPermittedReport(baseUrl: string): DoctorReport {
  return reportOf(notPermitted(baseUrl));
}

function reportOf(error: HostError): DoctorReport {
  const check = { id: 'address', verdict: 'fault', words: error.message, error } as const;
  return { checks: [check], fault: 'address', discovery: null, durationMs: 0 };
}

/** An error of ours in the form of one of a host: nothing was asked, or it was called off here. */
export function shellError(code: string, words: string): HostError {
  return {
    kind: 'cancelled',
    status: null,
    code,
    message: words,
    hostMessage: null,
    retryAfterMs: null,
    correlationId: null,
    rawBody: '',
  };
}
