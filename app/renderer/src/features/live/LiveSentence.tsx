import { VisibleText } from '@openwop-inspector/renderers';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { Button, layout, useNow } from '@openwop-inspector/ui';
import { useLiveFacts } from '../../shared/job-query.ts';
import { Sentence } from '../../shared/VerdictParts.tsx';
import { useOpenInterrupts } from '../actions/action-store.ts';
import styles from './Live.module.css';
import { openCapture } from './live-actions.ts';
import { type LiveStatus, useLive } from './live-store.ts';
import { asSentence, isHeard, type KnownRun, nextTryText, runSentence } from './live-text.ts';

export interface LiveSentenceProps {
  readonly sessionId: string;
  readonly summary: SessionSummary | null;
}

/** Container: the state of the run, or why it is disconnected. */
export function LiveSentence({ sessionId, summary }: LiveSentenceProps) {
  const state = useLive(sessionId, ({ status }) => status.state);
  const end = useLive(sessionId, ({ status }) => status.end);
  const isOdd =
    useLive(
      sessionId,
      ({ status: { end: why, goesOnBehindEnd, ledger } }) =>
        why === 'run-ended' && (goesOnBehindEnd || ledger.verdict === 'not-known'),
    ) ?? false;
  const isCut = state === 'lost' || state === 'connecting' || (end !== null && end !== 'run-ended');
  return (
    <div className={styles.sentences}>
      <p className={layout('words breaks prose')}>
        <RunSentence sessionId={sessionId} summary={summary} />
      </p>
      {isCut || isOdd || state === 'behind' || state === 'backfilling' ? (
        <WhyNot sessionId={sessionId} />
      ) : null}
      {end === 'stopped' ? <CapturePlace sessionId={sessionId} /> : null}
    </div>
  );
}

function RunSentence({ sessionId, summary }: LiveSentenceProps) {
  const known = useKnownRun(sessionId);
  const { facts, runId } = known;
  const verdict = summary?.verdict;
  const isReported =
    verdict?.tone === 'failed' || facts?.runs.some((run) => run.runId === runId && run.isTerminal);
  const parts = isReported && verdict !== undefined ? verdict.sentence : runSentence(known);
  return <Sentence parts={parts} />;
}

/** The connection in words, under the run: its problem, and the time of the next attempt. */
function WhyNot({ sessionId }: { readonly sessionId: string }) {
  const words = useLive(sessionId, ({ status }) => status.words) ?? '';
  const nextTryAtMs = useLive(sessionId, ({ status }) => status.nextTryAtMs);
  return (
    <p className={layout('breaks remark')}>
      <VisibleText text={asSentence(words)} />
      {nextTryAtMs === null ? null : <NextTry nextTryAtMs={nextTryAtMs} />}
    </p>
  );
}

/** For a stopped session: the place of its capture. */
export function CapturePlace({ sessionId }: { readonly sessionId: string }) {
  const storedAt = useLive(sessionId, ({ live }) => live.storedAt) ?? '';
  return (
    <p className={layout('breaks remark')}>
      The capture is stored in <VisibleText as="code" text={storedAt} />{' '}
      <Button look="link" onPress={() => openCapture(sessionId)}>
        Open what was captured
      </Button>
    </p>
  );
}

export function NextTry({ nextTryAtMs }: Pick<LiveStatus, 'nextTryAtMs'>) {
  const now = useNow(1000);
  return <span> {nextTryText({ nextTryAtMs }, now)}.</span>;
}

/** Known facts about the run of a session, for its headline and its sentence. */
export function useKnownRun(sessionId: string): KnownRun {
  return {
    facts: useLiveFacts(sessionId),
    runId: useLive(sessionId, ({ live }) => live.runId) ?? '',
    runStatus: useLive(sessionId, ({ status }) => status.runStatus),
    waiting: useOpenInterrupts(sessionId).interrupts,
    isHeard: useLive(sessionId, ({ status }) => isHeard(status)) ?? false,
  };
}
