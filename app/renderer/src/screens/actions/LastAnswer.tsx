import { askToSend, openFork } from '../../state/action-actions.ts';
import { useActionStore } from '../../state/action-store.ts';
import styles from './Actions.module.css';
import { OutcomeAt } from './OutcomeView.tsx';

/** What became of the last answer, once the form that it was given in is gone: the interrupt is no longer open. */
export function LastAnswer({ sessionId }: { readonly sessionId: string }) {
  const place = useActionStore(({ lastAnswered }) => lastAnswered[sessionId] ?? null);
  if (place === null) return null;
  return (
    <div className={styles.form}>
      <OutcomeAt
        sessionId={sessionId}
        place={place}
        onOtherForm={(action) =>
          void askToSend({ sessionId, place, action, title: 'Send the answer', warnings: [] })
        }
        onOpenRun={(runId) => void openFork(sessionId, runId)}
      />
    </div>
  );
}
