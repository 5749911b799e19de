import { countOf, formatCount } from '@openwop-inspector/base';
import { Clause } from '@openwop-inspector/renderers';
import { Badge, Button, classNames, EmptyState, layout } from '@openwop-inspector/ui';
import { type AuditFinding, findingCount, findingPlaces } from '../../model/audit-rows.ts';
import { useAudit } from '../../state/audit-store.ts';
import { selectFinding } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import { SEVERITY_FORM } from '../../ui/severity-form.ts';
import styles from './Audit.module.css';
import { AuditSummary } from './AuditSummary.tsx';
import { FindingPlaces } from './FindingPlaces.tsx';

/** Container of the right pane's Finding tab: the chosen finding, or what the audit came to as a whole. */
export function FindingDetail({ sessionId }: { readonly sessionId: string }) {
  const selected = useSessionView(sessionId, (view) => view.finding);
  const audit = useAudit(sessionId);
  if (audit?.kind !== 'done')
    return (
      <EmptyState title="Nothing is audited yet">Findings are told here when the audit is over.</EmptyState>
    );
  const finding = audit.result.findings.find(({ key }) => key === selected);
  if (finding === undefined) return <AuditSummary audit={audit.result.audit} />;
  return <FindingView sessionId={sessionId} finding={finding} />;
}

interface FindingViewProps {
  readonly sessionId: string;
  readonly finding: AuditFinding;
}

/** One finding: what it is, what the clause says, each place that shows it. */
function FindingView({ sessionId, finding }: FindingViewProps) {
  const places = findingPlaces(finding);
  const left = findingCount(finding) - places.length;
  return (
    <article className={styles.detail}>
      <header className={styles.section}>
        {finding.kind === 'group' ? <GroupHead finding={finding} /> : <MissingHead finding={finding} />}
        <Button look="link" onPress={() => selectFinding(sessionId, null)}>
          Show the audit as a whole
        </Button>
      </header>
      <section className={styles.section}>
        <h3>Where it shows, {countOf(findingCount(finding), 'time')}</h3>
        <FindingPlaces
          sessionId={sessionId}
          places={places}
          isEnvelope={finding.kind === 'missing' || finding.group.source === 'deviation'}
        />
        {left > 0 ? <p className={layout.aside}>and {formatCount(left)} more</p> : null}
      </section>
    </article>
  );
}

function GroupHead({ finding: { group } }: { readonly finding: Extract<AuditFinding, { kind: 'group' }> }) {
  const { level, title, clause, id, advice } = group;
  return (
    <>
      <h2 className={classNames(layout.row, layout.wrap, layout.gap8, styles.head)}>
        <Badge tone={level}>{SEVERITY_FORM[level].word}</Badge>
        {id}
      </h2>
      <p className={layout.words}>
        {title}.{' '}
        <span className={layout.third}>
          <Clause clause={clause} />
        </span>
      </p>
      {advice === '' ? null : <p className={layout.words}>{advice}</p>}
    </>
  );
}

function MissingHead({ finding }: { readonly finding: Extract<AuditFinding, { kind: 'missing' }> }) {
  return (
    <>
      <h2 className={classNames(layout.row, layout.wrap, layout.gap8, styles.head)}>Not in the log</h2>
      <p className={layout.words}>
        Missing: {finding.what}. Without it, nothing is said of what the host made of these envelopes.
      </p>
      {finding.record === '' ? null : <p className={layout.words}>Needed: {finding.record}.</p>}
    </>
  );
}
