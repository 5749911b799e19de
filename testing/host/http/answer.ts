/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function answered(body: unknown, status = 200): Answer {
  return { status, body };
}

/** A canonical error (section 5.1). */
export function refused(status: number, error: string, message: string, details?: unknown): Answer {
  return { status, body: { error, message, ...(details === undefined ? {} : { details }) } };
}

export const NO_SUCH_PATH = refused(404, 'not_found', 'There is nothing at this path');
export const NO_SUCH_RUN = refused(404, 'run_not_found', 'No run has this id');
export const NOT_PROVIDED = refused(501, 'capability_not_provided', 'This host does not provide that');
