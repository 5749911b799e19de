import { unreachable } from '@openwop-inspector/base';
import type { ActionOutcome } from '@openwop-inspector/host-client';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Button, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import styles from './Actions.module.css';
import { type Acted, askToSend, openFork, useOutcome } from './action-store.ts';
import { HostAnswerFold } from './RequestView.tsx';

export interface OutcomeAtProps {
  readonly sessionId: string;
  readonly place: string;
  /** The log's report since, which overrides the host's response; absent while it has none. */
  readonly since?: ReactNode;
}

/** Container: the result of the last action at a place, at the place of the action. */
export function OutcomeAt(at: OutcomeAtProps) {
  const acted = useOutcome(at.sessionId, at.place);
  return (
    <div className={layout('stack gap8 leading', styles.outcome)} role="status">
      {acted === null ? null : <Outcome acted={acted} {...at} />}
    </div>
  );
}

function Outcome({ acted, ...at }: OutcomeAtProps & { readonly acted: Acted }) {
  switch (acted.kind) {
    case 'cancelled':
      return null;
    case 'failed':
      return (
        <Remark icon="failed" tone="error">
          <b>Not sent.</b> <VisibleText text={acted.message} />
        </Remark>
      );
    case 'refused':
      // Refused here, before anything left this machine.
      return (
        <Remark icon="untrusted" tone="error">
          <b>Not sent.</b> {acted.refusal.message} <code>{acted.refusal.code}</code>{' '}
          <Clause isQuiet clause={acted.refusal.clause} />
        </Remark>
      );
    case 'answered':
      return <Answered {...at} outcome={acted.outcome} />;
    default:
      return unreachable(acted);
  }
}

type AnsweredProps = OutcomeAtProps & { readonly outcome: ActionOutcome };

/** Offers another form of the answer that this host may require; it is never sent automatically (bundles 8). */
function Answered({ sessionId, place, since, outcome }: AnsweredProps) {
  if (outcome.ok) {
    const { status, words, newRunId, body } = outcome;
    return (
      <>
        <Remark icon="ok" tone="ok">
          <b>Answered {status}.</b> {since ?? <VisibleText text={words} />}
        </Remark>
        {newRunId === null ? null : (
          <Button small onPress={() => void openFork(sessionId, newRunId)}>
            Go to run {newRunId}
          </Button>
        )}
        <HostAnswerFold body={body} />
      </>
    );
  }
  const { error, otherForm: action } = outcome;
  return (
    <>
      <Remark icon="failed" tone="error">
        <b>{error.status === null ? 'No answer.' : `Refused, ${error.status}.`}</b>{' '}
        <VisibleText text={error.message} /> <code>{error.code}</code>
        {error.hostMessage === null ? null : (
          <>
            {' '}
            The host says: “
            <VisibleText text={error.hostMessage} />”
          </>
        )}
      </Remark>
      {since === undefined ? null : <p className={layout('words breaks')}>{since}</p>}
      {action === null || since !== undefined ? null : (
        <div className={layout('row wrap gap8')}>
          <span className={layout.caption}>
            Some hosts want the answers as an object keyed by question:{' '}
            <code>{'{"answers": {"id": "text"}}'}</code>.
          </span>
          <Button
            small
            onPress={() => void askToSend({ sessionId, place, action, title: 'Send the answer' })}
          >
            Send the other form…
          </Button>
        </div>
      )}
      <HostAnswerFold body={error.rawBody} />
    </>
  );
}
