/** Session files: the head of one that was opened, and the text of one that is saved (`packages/export`). */
import { type MaskedText, masker } from '@openwop-inspector/base';
import { sessionText } from '@openwop-inspector/export';
import { SourceError } from '@openwop-inspector/run-log';
import type { Session } from './session.ts';
import type { SessionTextAnswer, SessionTextQuestion } from './session-file-contract.ts';

/** The head of the session file that the log was opened from, masked; null where it is none. */
export function sessionHead({ log }: Session): MaskedText | null {
  const { sessionHead: head } = log;
  return head === null ? null : masker.json(JSON.stringify(head.value)).text;
}

/** Makes a session file. `say` gets the progress. One that is made ends the one before, and so does `stopSessionText`. */
export async function makeSessionText(
  session: Session,
  { head, holdsLog }: Pick<SessionTextQuestion, 'head' | 'holdsLog'>,
  say: (part: SessionTextAnswer) => void = () => undefined,
): Promise<SessionTextAnswer> {
  session.sessionTexts += 1;
  const own = session.sessionTexts;
  const total = 2 * (head.length + (holdsLog ? session.log.sizeBytes : 0));
  try {
    const made = await sessionText(session.log, head, {
      holdsLog,
      onProgress: (done) => {
        say({ kind: 'running', done: Math.min(done, total), total });
        return session.sessionTexts !== own;
      },
    });
    if (made.kind !== 'written') return made;
    return { kind: 'written', content: new Blob([...made.parts]), remarks: made.remarks };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'unreadable', message: masker.text(error.message) };
  }
}

export function stopSessionText(session: Session): null {
  session.sessionTexts += 1;
  return null;
}
