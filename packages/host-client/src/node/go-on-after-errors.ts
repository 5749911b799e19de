/** An error that nobody expected: its kind and the place in our code, never its message, which may quote content. */
export interface UnexpectedError {
  /** `TypeError`. */
  readonly name: string;
  /** `SessionLoop.run (live-session.cjs:120:9)`; empty when the error does not tell. */
  readonly at: string;
}

const frame =
  /^\s*at (?:async )?(?:([\w.$<>[\] ]{1,80}) \()?(?:[^()]*[\\/])?([\w.-]{1,60}:\d{1,7}:\d{1,7})\)?$/;

/** Reads name and place of whatever was thrown. The message is cut away first, since it may look like a place. */
export function errorPlace(thrown: unknown): UnexpectedError {
  if (!(thrown instanceof Error)) return { name: 'Error', at: '' };
  const name = /^[A-Za-z]{1,40}$/.test(thrown.name) ? thrown.name : 'Error';
  const stack = typeof thrown.stack === 'string' ? thrown.stack : '';
  const behind = stack.indexOf(thrown.message);
  const lines = stack.slice(behind === -1 ? 0 : behind + thrown.message.length).split('\n', 12);
  for (const line of lines) {
    const [, called, place] = frame.exec(line) ?? [];
    if (place !== undefined) return { name, at: called === undefined ? place : `${called} (${place})` };
  }
  return { name, at: '' };
}

/** "an unexpected error at SessionLoop.run (TypeError)". */
export function unexpectedText({ name, at }: UnexpectedError): string {
  return at === '' ? `an unexpected error (${name})` : `an unexpected error at ${at} (${name})`;
}

/**
 * Keeps the process going after exceptions that nobody catches and promises that nobody handles, and reports each.
 * Answers the way to stop doing so.
 */
export function goOnAfterErrors(tell: (error: UnexpectedError) => void): () => void {
  const take = (thrown: unknown): void => tell(errorPlace(thrown));
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
  return () => {
    process.off('uncaughtException', take);
    process.off('unhandledRejection', take);
  };
}
