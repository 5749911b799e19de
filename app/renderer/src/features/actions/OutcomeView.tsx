import { unreachable } from '@openwop-inspector/base';
import type { ActionOutcome, RunAction } from '@openwop-inspector/host-client';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Button, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import styles from './Actions.module.css';
import { type Acted, type LocalRefusal, useOutcome } from './action-store.ts';
import { HostAnswerFold } from './RequestView.tsx';

export interface OutcomeViewProps {
  readonly acted: Acted;
  /** Offers another form of the answer that this host may require; it is never sent automatically (bundles 8). */
  readonly onOtherForm?: (action: RunAction) => void;
  /** Opens the new run of a fork, where that has not happened automatically. */
  readonly onOpenRun?: (runId: string) => void;
  /** The log's report since, which overrides the host's response; absent while it has none. */
  readonly since?: ReactNode;
}

/** Result of an action, at the place of the action. */
export function OutcomeView({ acted, ...rest }: OutcomeViewProps) {
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
      return <Refused refusal={acted.refusal} />;
    case 'answered':
      return <Answered {...rest} outcome={acted.outcome} />;
    default:
      return unreachable(acted);
  }
}

/** Refused here, before anything left this machine. */
function Refused({ refusal: { code, message, clause } }: { readonly refusal: LocalRefusal }) {
  return (
    <Remark icon="untrusted" tone="error">
      <b>Not sent.</b> {message} <code>{code}</code> <Clause isQuiet clause={clause} />
    </Remark>
  );
}

interface AnsweredProps extends Omit<OutcomeViewProps, 'acted'> {
  readonly outcome: ActionOutcome;
}

function Answered({ outcome, onOtherForm, onOpenRun, since }: AnsweredProps) {
  if (outcome.ok) {
    const { status, words, newRunId, body } = outcome;
    return (
      <>
        <Remark icon="ok" tone="ok">
          <b>Answered {status}.</b> {since ?? <VisibleText text={words} />}
        </Remark>
        {newRunId === null || onOpenRun === undefined ? null : (
          <Button small onPress={() => onOpenRun(newRunId)}>
            Go to run {newRunId}
          </Button>
        )}
        <HostAnswerFold body={body} />
      </>
    );
  }
  const { error, otherForm } = outcome;
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
      {otherForm === null || onOtherForm === undefined || since !== undefined ? null : (
        <div className={layout('row wrap gap8')}>
          <span className={layout.caption}>
            Some hosts want the answers as an object keyed by question:{' '}
            <code>{'{"answers": {"id": "text"}}'}</code>.
          </span>
          <Button small onPress={() => onOtherForm(otherForm)}>
            Send the other form…
          </Button>
        </div>
      )}
      <HostAnswerFold body={error.rawBody} />
    </>
  );
}

export interface OutcomeAtProps extends Omit<OutcomeViewProps, 'acted'> {
  readonly sessionId: string;
  readonly place: string;
}

/** Container: the outcome stored for a place. */
export function OutcomeAt({ sessionId, place, ...ways }: OutcomeAtProps) {
  const acted = useOutcome(sessionId, place);
  return (
    <div className={layout('stack gap8 leading', styles.outcome)} role="status">
      {acted === null ? null : <OutcomeView acted={acted} {...ways} />}
    </div>
  );
}
