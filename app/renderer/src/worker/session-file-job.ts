/** Session files: the head of one that was opened, and the text of one that is saved (`packages/export`). */
import { type MaskedText, masker } from '@openwop-inspector/base';
import { sessionText } from '@openwop-inspector/export';
import { SourceError } from '@openwop-inspector/run-log';
import type { Session } from './session.ts';

interface SessionTextQuestion {
  /** The head, one line of JSON, not masked. */
  readonly head: string;
  readonly holdsLog: boolean;
}

/** A session file that was made, or how far it is, or why there is none. */
export type SessionTextAnswer =
  /** UTF-16 units that are done, of the log twice. */
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'written'; readonly content: Blob; readonly remarks: readonly MaskedText[] }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly message: MaskedText }
  /** The output still contains what looks like a secret. */
  | { readonly kind: 'leaks'; readonly places: readonly MaskedText[] };

/** The head of the session file that the log was opened from, masked; null where it is none. */
export function sessionHead({ log }: Session): MaskedText | null {
  const { sessionHead: head } = log;
  return head === null ? null : masker.json(JSON.stringify(head.value)).text;
}

/** Makes a session file. `say` gets the progress. One that is made ends the one before, and so does a stop. */
export async function makeSessionText(
  session: Session,
  { head, holdsLog }: SessionTextQuestion,
  say: (part: SessionTextAnswer) => void = () => undefined,
): Promise<SessionTextAnswer> {
  const isStopped = session.sessionTexts.begin();
  const total = 2 * (head.length + (holdsLog ? session.log.sizeBytes : 0));
  try {
    const made = await sessionText(session.log, head, {
      holdsLog,
      onProgress: (done) => {
        say({ kind: 'running', done: Math.min(done, total), total });
        return isStopped();
      },
    });
    if (made.kind !== 'written') return made;
    return { kind: 'written', content: new Blob([...made.parts]), remarks: made.remarks };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'unreadable', message: masker.text(error.message) };
  }
}
