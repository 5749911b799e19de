import { countOf } from '@openwop-inspector/base';
import { Button, classNames, EmptyState, layout } from '@openwop-inspector/ui';
import { useEffect } from 'react';
import { nothingFoundWords } from '../../model/audit-rows.ts';
import { ensureAudit, startAudit, stopAudit } from '../../state/audit-actions.ts';
import { type Audit, type AuditResult, useAudit } from '../../state/audit-store.ts';
import { useSessionView } from '../../state/view-store.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { AuditBeside } from './AuditBeside.tsx';
import { AuditList } from './AuditList.tsx';
import { AuditTotals } from './AuditTotals.tsx';

export interface AuditScreenProps {
  readonly sessionId: string;
  /** How many events the views are about. */
  readonly events: number;
  /** False while rows arrive: rules and envelopes are then not known. */
  readonly isSettled: boolean;
}

/** Container of the audit view; the audit begins when it is first shown. */
export function AuditScreen({ sessionId, events, isSettled }: AuditScreenProps) {
  const run = useSessionView(sessionId, (view) => view.run);
  const audit = useAudit(sessionId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is another audit
  useEffect(() => {
    if (isSettled) ensureAudit(sessionId);
  }, [sessionId, isSettled, run]);
  return (
    <section className={classNames(layout.column, layout.fill)} aria-label="Audit" data-region="list">
      <AuditBeside sessionId={sessionId} result={audit?.kind === 'done' ? audit.result : null} />
      {!isSettled && audit === null ? (
        <EmptyState title="The log is still read">The audit begins when all of it is here.</EmptyState>
      ) : audit === null ? null : (
        <AuditState {...{ sessionId, audit, events }} />
      )}
    </section>
  );
}

interface AuditStateProps {
  readonly sessionId: string;
  readonly audit: Audit;
  readonly events: number;
}

function AuditState({ sessionId, audit, events }: AuditStateProps) {
  const again = () => void startAudit(sessionId);
  switch (audit.kind) {
    case 'running':
      return (
        <JobProgress
          label="Audit"
          did="audited"
          stop="Stop the audit"
          done={audit.done}
          total={audit.total}
          onStop={() => stopAudit(sessionId)}
        />
      );
    case 'failed':
      return (
        <EmptyState title="The audit could not be made" actions={<Button onPress={again}>Try again</Button>}>
          {audit.reason}
        </EmptyState>
      );
    default:
      return (
        <>
          <AuditTotals audit={audit.result.audit} />
          <NotWhole result={audit.result} hasGrown={audit.events < events} onAgain={again} />
          <Findings sessionId={sessionId} result={audit.result} />
        </>
      );
  }
}

function Findings({ sessionId, result }: { readonly sessionId: string; readonly result: AuditResult }) {
  const { findings, audit } = result;
  if (findings.length > 0) return <AuditList sessionId={sessionId} findings={findings} />;
  const { title, why } = nothingFoundWords(audit);
  return <EmptyState title={title}>{why}</EmptyState>;
}

interface NotWholeProps {
  readonly result: AuditResult;
  readonly hasGrown: boolean;
  readonly onAgain: () => void;
}

/** Says that the audit is not about all of the log, and why. */
function NotWhole({ result: { audit, leftOut, tookTooLong }, hasGrown, onAgain }: NotWholeProps) {
  const words = [
    audit.wasStopped ? `The audit was stopped; ${countOf(audit.leftOut, 'attempt')} not looked at` : null,
    !audit.wasStopped && audit.leftOut > 0 ? `${countOf(audit.leftOut, 'attempt')} beyond the limit` : null,
    tookTooLong > 0 ? `${countOf(tookTooLong, 'envelope')} took too long and ended unjudged` : null,
    leftOut > 0 ? `${countOf(leftOut, 'finding')} of further kinds are not listed` : null,
    hasGrown ? 'Events came since' : null,
  ].filter((word) => word !== null);
  if (words.length === 0) return null;
  return (
    <div
      className={classNames(
        ...[layout.flex, layout.wrap, layout.fixed, layout.ruled],
        ...[layout.warnTint, layout.warnText, layout.gap8, layout.pad5x12],
      )}
      role="note"
    >
      <span className={classNames(layout.grow, layout.breaks)}>{words.join('. ')}.</span>
      <Button onPress={onAgain}>Audit again</Button>
    </div>
  );
}
