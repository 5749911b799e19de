import type { FindingGroup, LogAudit } from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import {
  Button,
  EmptyState,
  Icon,
  IconButton,
  type IconName,
  ItemRows,
  layout,
  MenuButton,
  tones,
  useRowHeight,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { useCallback, useEffect, useRef } from 'react';
import { JobProgress } from '../../shared/JobProgress.tsx';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { changeView, useSessionView } from '../sessions/view-store.ts';
import { type AuditFinding, auditAnswer, findingCount, findingName, findingPlaces } from './audit-rows.ts';
import {
  type Audit,
  type AuditForm,
  type AuditResult,
  chooseAuditFile,
  dropAuditFile,
  ensureAudit,
  saveAudit,
  showPlace,
  startAudit,
  stopAudit,
  toggleKnown,
  useAudit,
  useAuditFiles,
} from './audit-store.ts';

const FORMS: readonly { readonly id: AuditForm; readonly title: string }[] = [
  { id: 'markdown', title: 'Report as Markdown' },
  { id: 'sarif', title: 'SARIF 2.1.0' },
  { id: 'junit', title: 'JUnit XML' },
  { id: 'json', title: 'Everything as JSON' },
  { id: 'baseline', title: 'All findings of now as a baseline' },
];

const KINDS = [
  { kind: 'discovery', words: 'discovery document' },
  { kind: 'schemas', words: 'schemas' },
  { kind: 'baseline', words: 'baseline' },
] as const;

const ANSWERS: readonly {
  readonly kind: keyof LogAudit['answers'];
  readonly words: string;
  readonly icon: IconName;
  readonly tone: string;
}[] = [
  { kind: 'agrees', words: 'agree', icon: 'ok', tone: layout.okText },
  { kind: 'deviates', words: 'deviate', icon: 'differs', tone: layout.errorText },
  { kind: 'not-reconstructable', words: 'not reconstructable', icon: 'unknown', tone: layout.third },
];

export interface AuditScreenProps {
  readonly sessionId: string;
  /** Number of events in the views. */
  readonly events: number;
  /** False while rows arrive: rules and envelopes are unknown until then. */
  readonly isSettled: boolean;
}

/** Container of the audit view; the audit starts when it is first displayed. */
export function AuditScreen({ sessionId, events, isSettled }: AuditScreenProps) {
  const run = useSessionView(sessionId, (view) => view.run);
  const audit = useAudit(sessionId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is another audit
  useEffect(() => {
    if (isSettled) ensureAudit(sessionId);
  }, [sessionId, isSettled, run]);
  return (
    <section className={layout('column fill')} aria-label="Audit" data-region="list">
      <AuditFiles sessionId={sessionId} result={audit?.kind === 'done' ? audit.result : null} />
      {!isSettled && audit === null ? (
        <EmptyState title="The log is still read">The audit begins when all of it is here.</EmptyState>
      ) : audit === null ? null : (
        <AuditState sessionId={sessionId} audit={audit} events={events} />
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
        <>
          <JobProgress
            label="Audit"
            did="audited"
            stop="Stop the audit"
            done={audit.done}
            total={audit.total}
            onStop={() => stopAudit(sessionId)}
          />
          {audit.result === null ? null : (
            <AuditFound sessionId={sessionId} result={audit.result} isWhole={false} />
          )}
        </>
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
          <NotWhole result={audit.result} hasGrown={audit.events < events} onAgain={again} />
          <AuditFound sessionId={sessionId} result={audit.result} isWhole />
        </>
      );
  }
}

interface AuditFoundProps {
  readonly sessionId: string;
  readonly result: AuditResult;
  /** False while the audit runs. */
  readonly isWhole: boolean;
}

/** The answer in a sentence, with what would decide more; then the counts and the findings. */
function AuditFound({ sessionId, result: { findings, audit }, isWhole }: AuditFoundProps) {
  const { text, lacksDiscovery } = auditAnswer(audit, findings, isWhole);
  return (
    <>
      <div className={layout('flex wrap fixed gap8 pad8x12')} role="note">
        <p className={layout('grow breaks strong')}>{text}</p>
        {lacksDiscovery ? (
          <Button small icon="plus" onPress={() => void chooseAuditFile(sessionId)}>
            Add the discovery document
          </Button>
        ) : null}
      </div>
      <AuditTotals audit={audit} />
      {findings.length > 0 ? <AuditList sessionId={sessionId} findings={findings} /> : null}
    </>
  );
}

interface NotWholeProps {
  readonly result: AuditResult;
  readonly hasGrown: boolean;
  readonly onAgain: () => void;
}

/** Note that the audit does not cover all of the log, and why. */
function NotWhole({ result: { audit, leftOut, tookTooLong }, hasGrown, onAgain }: NotWholeProps) {
  const words = [
    audit.wasStopped ? `The audit was stopped; ${countOf(audit.leftOut, 'attempt')} not checked` : null,
    !audit.wasStopped && audit.leftOut > 0 ? `${countOf(audit.leftOut, 'attempt')} beyond the limit` : null,
    tookTooLong > 0 ? `${countOf(tookTooLong, 'envelope')} took too long and ended unjudged` : null,
    leftOut > 0 ? `${countOf(leftOut, 'finding')} of further kinds not listed` : null,
    hasGrown ? 'Events came since' : null,
  ].filter((word) => word !== null);
  if (words.length === 0) return null;
  return (
    <div className={layout('flex wrap fixed ruled warnTint warnText gap8 pad5x12')} role="note">
      <span className={layout('grow breaks')}>{words.join('. ')}.</span>
      <Button onPress={onAgain}>Audit again</Button>
    </div>
  );
}

/** Counts of the three results, and of all envelopes. */
function AuditTotals({ audit }: { readonly audit: LogAudit }) {
  return (
    <ul
      className={layout('flex wrap fixed ruled totals')}
      aria-label={`Answers for ${countOf(audit.envelopes, 'envelope')}`}
    >
      {ANSWERS.map(({ kind, words, icon, tone }) => (
        <li key={kind} className={layout('inlineRow gap6')}>
          <Icon name={icon} className={tone} />
          <span>
            <b className={layout.bold}>{formatCount(audit.answers[kind])}</b> {words}
          </span>
        </li>
      ))}
      <li className={layout('third')}>of {countOf(audit.envelopes, 'envelope')}</li>
    </ul>
  );
}

interface AuditFilesProps {
  readonly sessionId: string;
  /** Null while there is nothing to save. */
  readonly result: AuditResult | null;
}

/** Files the log is compared with in addition to the protocol, and the report as a file. */
function AuditFiles({ sessionId, result }: AuditFilesProps) {
  const files = useAuditFiles(sessionId);
  const { problem, discovery } = files;
  const logHost = result?.audit.hostName ?? null;
  const declared = discovery?.declared.hostName ?? null;
  const isStrange = logHost !== null && declared !== null && logHost !== declared;
  return (
    <section className={layout('row wrap fixed ruled gap4x12 pad6x12')} aria-label="Compared with">
      {KINDS.map(({ kind, words }) => {
        const chosen = files[kind];
        return chosen === null ? null : (
          <span key={kind} className={layout('inlineRow gap4 breaks')}>
            {words} <VisibleText as="b" className={layout.bold} text={chosen.name} />
            <IconButton
              small
              icon="close"
              label={`Put the ${words} away`}
              onPress={() => dropAuditFile(sessionId, kind)}
            />
          </span>
        );
      })}
      <Button small icon="plus" onPress={() => void chooseAuditFile(sessionId)}>
        Compare with a file
      </Button>
      <MenuButton
        icon="save"
        label="Save the audit"
        isDisabled={result === null}
        entries={FORMS}
        onAction={(form) => void saveAudit(sessionId, form)}
      >
        Save
      </MenuButton>
      <Known sessionId={sessionId} result={result} showsKnown={files.showsKnown} />
      {problem === null ? null : (
        <p className={layout('errorText breaks wide')} role="alert">
          <Icon name="failed" /> <VisibleText text={problem} />
        </p>
      )}
      {isStrange ? (
        <p className={layout('warnText breaks wide')} role="note">
          <Icon name="warning" /> The discovery document is of <VisibleText text={declared} />, and this log
          of <VisibleText text={logHost} />.
        </p>
      ) : null}
    </section>
  );
}

interface KnownProps extends AuditFilesProps {
  readonly showsKnown: boolean;
}

/** Number of kinds of findings that the baseline knows, and a button that shows or hides them. */
function Known({ sessionId, result, showsKnown }: KnownProps) {
  if (result?.known == null) return null;
  const { hidden, unused } = result.known;
  return (
    <span className={layout('inlineRow gap6')}>
      {countOf(hidden, 'known kind')}
      {unused === 0 ? '' : `, ${formatCount(unused)} in the baseline no longer found`}
      {hidden === 0 ? null : (
        <Button look="link" onPress={() => toggleKnown(sessionId)}>
          {showsKnown ? 'Hide what is known' : 'Show what is known'}
        </Button>
      )}
    </span>
  );
}

interface AuditListProps {
  readonly sessionId: string;
  readonly findings: readonly AuditFinding[];
}

/** The findings, one row of two lines for each clause and kind: a virtual listbox. Enter goes to the first event. */
function AuditList({ sessionId, findings }: AuditListProps) {
  const selected = useSessionView(sessionId, (view) => view.finding);
  const list = useRef<VirtualRowsHandle>(null);
  const rowHeight = useRowHeight() * 2 + 2;
  const found = findings.findIndex(({ key }) => key === selected);
  const activeIndex = found < 0 ? null : found;
  const moveTo = useCallback(
    (index: number) => changeView(sessionId, { finding: findings[index]?.key ?? null }),
    [sessionId, findings],
  );
  useRowsController(activeIndex, findings.length, moveTo, list);
  const openFirst = (finding: AuditFinding): void => {
    const [place] = findingPlaces(finding);
    if (place !== undefined) void showPlace(sessionId, place);
  };
  return (
    <ItemRows
      ref={list}
      label="Findings"
      className={layout.fill}
      items={findings}
      rowHeight={rowHeight}
      activeIndex={activeIndex}
      attributesOf={(finding) => ({ name: findingName(finding) })}
      renderItem={(finding) => <FindingRow finding={finding} />}
      onMove={(_, index) => moveTo(index)}
      onOpen={openFirst}
    />
  );
}

function FindingRow({ finding }: { readonly finding: AuditFinding }) {
  const isMissing = finding.kind === 'missing';
  return (
    <div className={layout('row full gap10 pad0x12')}>
      {isMissing ? (
        <Icon name="unknown" className={layout.third} />
      ) : (
        <Icon name={SEVERITY_FORM[finding.group.level].icon} className={tones[finding.group.level]} />
      )}
      <div className={layout('grow narrow')}>
        <div className={layout('ellipsis nowrap')}>
          {isMissing
            ? `Not in the log: ${finding.what}`
            : `${finding.isKnown ? 'Known: ' : ''}${finding.group.title}`}
        </div>
        <div className={layout('ellipsis nowrap ident')}>
          {isMissing ? finding.record : clauseText(finding.group)}
        </div>
      </div>
      <b className={layout('bold fixed tabular')}>{formatCount(findingCount(finding))}</b>
    </div>
  );
}

/** The clause with the id of the finding, unless the clause contains it. */
function clauseText({ clause, id }: FindingGroup): string {
  return clause.endsWith(` ${id}`) ? clause : `${clause}, ${id}`;
}
