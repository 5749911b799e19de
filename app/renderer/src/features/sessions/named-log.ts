/** The log that a session file references and does not contain. Loaded when one is opened. */
import type { OneFile } from '../../worker/sessions.ts';
import { closeSession, openSource } from './session-actions.ts';
import { headOf } from './session-file.ts';
import type { ReopenRef, Session } from './sessions-store.ts';

/** Opens the log that a session file names, in the place of the file, with what was saved with it. */
export async function openNamedLog(session: Session, file: OneFile, reopen: ReopenRef | null): Promise<void> {
  const head = await headOf(session);
  openSource(file, reopen, head?.view ?? null, head);
  closeSession(session.sessionId);
}
