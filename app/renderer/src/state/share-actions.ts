/** What the user shares of a run besides a file: its report as text and the address of the visible place. */
import { masker } from '@openwop-inspector/base';
import { runReport } from '../model/report.ts';
import { DESCENDANT_LIMIT } from '../queries/job-query.ts';
import { askWorker } from '../worker/client.ts';
import { copy } from './event-menu.ts';
import { sessionOf } from './sessions-store.ts';

/** Copies the verdict as Markdown, with the causal path to the failure that it is about. */
export async function copyReport(sessionId: string): Promise<void> {
  const session = sessionOf(sessionId);
  const summary = session?.news ?? session?.ofRun ?? session?.summary ?? null;
  if (summary === null) return;
  const failures = summary.runs.flatMap(({ firstFailure }) => firstFailure ?? []);
  const failure = failures.find(({ ordinal }) => ordinal === summary.verdict.landOn) ?? failures[0];
  const chain =
    failure === undefined
      ? null
      : await askWorker('chain', {
          sessionId,
          target: { kind: 'event', ordinal: failure.ordinal },
          descendantLimit: DESCENDANT_LIMIT,
        });
  await copy(runReport(summary, chain), 'the report');
}

/** Copies the address of the window; a secret in its filter is masked, and the filter then finds nothing. */
export async function copyLink(): Promise<void> {
  await copy(masker.text(location.href), 'the link');
}
