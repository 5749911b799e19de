import { formatSequence, unreachable } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { nodeOf } from '../../model/actions/action-words.ts';
import { type AnswerStanding, answerStanding } from '../../model/actions/open-interrupt.ts';
import { useLiveFacts } from '../../queries/live-queries.ts';
import { askToSend, openFork } from '../../state/action-actions.ts';
import { useActionStore, useOutcome } from '../../state/action-store.ts';
import { useLive } from '../../state/live-store.ts';
import { jumpTo } from '../../state/travel.ts';
import styles from './Actions.module.css';
import { OutcomeAt } from './OutcomeView.tsx';

/** What became of the last answer, once the form that it was given in is gone: the interrupt is no longer open. */
export function LastAnswer({ sessionId }: { readonly sessionId: string }) {
  const place = useActionStore(({ lastAnswered }) => lastAnswered[sessionId] ?? null);
  const acted = useOutcome(sessionId, place ?? '');
  const runId = useLive(sessionId, ({ live }) => live.runId) ?? '';
  const facts = useLiveFacts(sessionId);
  if (place === null) return null;
  const nodeId = acted?.kind === 'answered' ? nodeOf(acted.action) : null;
  const standing = answerStanding(facts, { runId, nodeId });
  return (
    <div className={classNames(layout.stack, layout.gap10, styles.form)}>
      <OutcomeAt
        sessionId={sessionId}
        place={place}
        since={<Standing sessionId={sessionId} standing={standing} />}
        onOtherForm={(action) =>
          void askToSend({ sessionId, place, action, title: 'Send the answer', warnings: [] })
        }
        onOpenRun={(runId) => void openFork(sessionId, runId)}
      />
    </div>
  );
}

interface StandingProps {
  readonly sessionId: string;
  readonly standing: AnswerStanding;
}

function Standing({ sessionId, standing }: StandingProps) {
  switch (standing.kind) {
    case 'resolved': {
      const { ordinal, sequence, type } = standing.by;
      return (
        <>
          The interrupt is resolved:{' '}
          <Button look="link" onPress={() => jumpTo(sessionId, ordinal)}>
            {formatSequence(sequence)} <VisibleText text={type} />
          </Button>
          .
        </>
      );
    }
    case 'run-ended':
      return (
        <>
          The run has ended (<VisibleText text={standing.status} />) and waits for nothing.
        </>
      );
    case 'not-open':
      return 'It is no longer open: neither the log nor the host has it among what waits.';
    default:
      return unreachable(standing);
  }
}
