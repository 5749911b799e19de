import { countOf, masker } from '@openwop-inspector/base';
import type { ActionRecord } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { CopyButton, classNames, EmptyState, Icon, layout } from '@openwop-inspector/ui';
import { actionTitle } from '../../model/actions/action-words.ts';
import { useActionLog } from '../../queries/action-queries.ts';
import { Fold } from '../../rendering/Fold.tsx';
import { outcomeWords } from '../../state/action-actions.ts';
import styles from './Actions.module.css';
import { HostAnswerFold } from './HostAnswerFold.tsx';
import { RequestView } from './RequestView.tsx';

/** Container: everything that was done in a live session, oldest first, with request and answer, tokens masked. */
export function ActionLogPanel({ sessionId }: { readonly sessionId: string }) {
  const { data: records } = useActionLog(sessionId);
  if (records === undefined || records.length === 0) {
    return (
      <EmptyState title="Nothing was done in this session">
        <p>Answers, forks and everything else that is sent to the host are listed here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={classNames(layout.row, layout.wrap, layout.gap8)}>
        <span className={layout.caption}>{countOf(records.length, 'action')}, also kept in the capture</span>
        <span className={layout.flexes} />
        <CopyButton small label="Copy as JSON" text={masker.json(JSON.stringify(records, null, 2)).text} />
      </div>
      <ol className={styles.log}>
        {records.map((record) => (
          <Entry key={record.at} record={record} />
        ))}
      </ol>
    </>
  );
}

function Entry({ record: { at, action, request, outcome } }: { readonly record: ActionRecord }) {
  return (
    <li>
      <p className={outcome.ok ? styles.good : classNames(layout.errorText, styles.bad)}>
        <Icon name={outcome.ok ? 'ok' : 'failed'} />{' '}
        <span>
          <b>{actionTitle(action)}</b> <time dateTime={at}>{at}</time>
          <br />
          <VisibleText text={outcomeWords(outcome)} />
        </span>
      </p>
      <Fold title={`${request.method} request`}>
        <RequestView request={request} />
      </Fold>
      <HostAnswerFold body={outcome.ok ? outcome.body : outcome.error.rawBody} />
    </li>
  );
}
