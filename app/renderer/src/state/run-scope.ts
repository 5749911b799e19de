/** The run that all views of a session are about. */

import { capital, textOfLog } from '@openwop-inspector/run-log';
import { announce } from '@openwop-inspector/ui';
import { askWorker } from '../worker/client.ts';
import { sessionOf, updateSession } from './sessions-store.ts';
import { selectEvent } from './view-actions.ts';
import { changeView, viewOf } from './view-store.ts';

/** The run that was requested last, by session, until the worker has received it. */
const requested = new Map<string, string | null>();

/** Narrows every view to one run, or widens them to all. The visible event stays when it is one of the run. */
export async function showRun(sessionId: string, run: string | null): Promise<void> {
  if ((requested.has(sessionId) ? requested.get(sessionId) : viewOf(sessionId).run) === run) return;
  requested.set(sessionId, run);
  await askWorker('narrow', { sessionId, runId: run });
  if (requested.get(sessionId) !== run) return; // another was chosen meanwhile
  requested.delete(sessionId);
  // In one step: later requests are answered about the run.
  changeView(sessionId, { run, brush: null, problem: null, envelope: null });
  updateSession(sessionId, (session) => ({ ...session, ofRun: null, generation: session.generation + 1 }));
  await summariseRun(sessionId);
  if (viewOf(sessionId).run !== run) return;
  const word = textOfLog(sessionOf(sessionId)?.summary).run;
  announce(run === null ? `All ${word}s` : `${capital(word)} ${run}`);
  await landInRun(sessionId);
}

/** Selects where the verdict of the run lands, unless the selected event is one of the run. */
async function landInRun(sessionId: string): Promise<void> {
  const { run, selected } = viewOf(sessionId);
  const landOn = sessionOf(sessionId)?.ofRun?.verdict.landOn ?? null;
  if (run === null || landOn === null) return;
  const [row] =
    selected === null ? [] : await askWorker('rowsByOrdinal', { sessionId, ordinals: [selected] });
  if (viewOf(sessionId).run === run && row?.runId !== run) selectEvent(sessionId, landOn);
}

/** Sends the run of the views to a worker that has reopened the session. */
export async function narrowAgain(sessionId: string): Promise<void> {
  const { run } = viewOf(sessionId);
  if (run !== null) await askWorker('narrow', { sessionId, runId: run });
}

/** Brings the summary of the run up to date; a run that is not in the source is left for all runs. */
export async function summariseRun(sessionId: string): Promise<void> {
  const { run } = viewOf(sessionId);
  const session = sessionOf(sessionId);
  if (run === null || session === null) return;
  const isHeld = session.summary?.runs.some(({ runId }) => runId === run) === true;
  if (!isHeld)
    return session.isSettled && session.source.kind !== 'live' ? showRun(sessionId, null) : undefined;
  const ofRun = await askWorker('summary', { sessionId }).catch(() => null); // a lost worker is reported elsewhere
  if (viewOf(sessionId).run === run) updateSession(sessionId, (now) => ({ ...now, ofRun }));
}
