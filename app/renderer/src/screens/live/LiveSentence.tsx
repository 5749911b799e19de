import { VisibleText } from '@openwop-inspector/renderers';
import type { SentencePart, SessionSummary } from '@openwop-inspector/run-log';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { asSentence, nextTryText, runSentence } from '../../model/live-text.ts';
import { openCapture } from '../../state/live-actions.ts';
import { type LiveStatus, useLive } from '../../state/live-store.ts';
import styles from './Live.module.css';
import { useKnownRun } from './use-known-run.ts';
import { useNow } from './use-now.ts';

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
      <p className={classNames(layout.words, layout.breaks, layout.prose)}>
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
    <p className={classNames(layout.breaks, layout.remark)}>
      <VisibleText text={asSentence(words)} />
      {nextTryAtMs === null ? null : <NextTry nextTryAtMs={nextTryAtMs} />}
    </p>
  );
}

/** For a stopped session: the place of its capture. */
export function CapturePlace({ sessionId }: { readonly sessionId: string }) {
  const storedAt = useLive(sessionId, ({ live }) => live.keptAt) ?? '';
  return (
    <p className={classNames(layout.breaks, layout.remark)}>
      What was captured is kept in{' '}
      <code>
        <VisibleText text={storedAt} />
      </code>{' '}
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

function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return parts.map((part, at) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one sentence have no other identity
    if (part.kind === 'code') return <code key={at}>{part.text}</code>;
    return part.kind === 'strong' ? <b key={at}>{part.text}</b> : <span key={at}>{part.text}</span>;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
  });
}
