import {
  type ComparedValue,
  type FindingGroup,
  type FindingPlace,
  type LogAudit,
  profileRows,
} from '@openwop-inspector/audit';
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import {
  Badge,
  Button,
  EmptyState,
  Fact,
  Facts,
  Icon,
  IconButton,
  ItemRows,
  layout,
  MenuButton,
  TableHead,
  tones,
  useRowHeight,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { useCallback, useEffect, useRef } from 'react';
import { JobProgress } from '../../shared/JobProgress.tsx';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { changeView, useSessionView } from '../sessions/view-store.ts';
import { type AuditFinding, auditAnswer, findingName } from './audit-rows.ts';
import {
  AUDIT_FORMS,
  type Audit,
  type AuditResult,
  chooseAuditFile,
  dropAuditFile,
  ensureAudit,
  openInAcceptor,
  saveAudit,
  showPlace,
  startAudit,
  stopAudit,
  toggleKnown,
  useAudit,
  useAuditFiles,
} from './audit-store.ts';

const FORMS = (['markdown', 'sarif', 'junit', 'json', 'baseline'] as const).map((id) => ({
  id,
  title: AUDIT_FORMS[id].title,
}));

const KINDS = [
  { kind: 'discovery', words: 'discovery document' },
  { kind: 'schemas', words: 'schemas' },
  { kind: 'baseline', words: 'baseline' },
] as const;

const ANSWERS = [
  { kind: 'agrees', words: 'agree', icon: 'ok', tone: layout.okText },
  { kind: 'deviates', words: 'deviate', icon: 'differs', tone: layout.errorText },
  { kind: 'not-reconstructable', words: 'not reconstructable', icon: 'unknown', tone: layout.third },
] as const;

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
      <AuditFiles sessionId={sessionId} />
      {!isSettled && audit === null ? (
        <EmptyState title="The log is still read">The audit begins when all of it is here.</EmptyState>
      ) : audit === null ? null : (
        <AuditState sessionId={sessionId} audit={audit} events={events} />
      )}
    </section>
  );
}

interface AuditStateProps extends Omit<AuditScreenProps, 'isSettled'> {
  readonly audit: Audit;
}

function AuditState({ sessionId, audit, events }: AuditStateProps) {
  const again = () => void startAudit(sessionId);
  const stop = () => stopAudit(sessionId);
  if (audit.kind === 'failed')
    return (
      <EmptyState title="The audit could not be made" actions={<Button onPress={again}>Try again</Button>}>
        {audit.reason}
      </EmptyState>
    );
  const isWhole = audit.kind === 'done';
  return (
    <>
      {isWhole ? (
        <NotWhole result={audit.result} hasGrown={audit.events < events} onAgain={again} />
      ) : (
        <JobProgress {...audit} label="Audit" did="audited" stop="Stop the audit" onStop={stop} />
      )}
      {audit.result === null ? null : (
        <AuditFound sessionId={sessionId} result={audit.result} isWhole={isWhole} />
      )}
    </>
  );
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
        <li className={layout.third}>of {countOf(audit.envelopes, 'envelope')}</li>
      </ul>
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

/** Files the log is compared with in addition to the protocol, and the report as a file. */
function AuditFiles({ sessionId }: { readonly sessionId: string }) {
  const audit = useAudit(sessionId);
  const files = useAuditFiles(sessionId);
  const result = audit?.kind === 'done' ? audit.result : null;
  const known = result?.known ?? null;
  const logHost = result?.audit.hostName ?? null;
  const declared = files.discovery?.declared.hostName ?? null;
  const isStrange = logHost !== null && declared !== null && logHost !== declared;
  return (
    <section className={layout('row wrap fixed ruled gap4x12 pad6x12')} aria-label="Compared with">
      {KINDS.filter(({ kind }) => files[kind] !== null).map(({ kind, words }) => (
        <span key={kind} className={layout('inlineRow gap4 breaks')}>
          {words} <VisibleText as="b" className={layout.bold} text={files[kind]?.name ?? ''} />
          <IconButton
            small
            icon="close"
            label={`Put the ${words} away`}
            onPress={() => dropAuditFile(sessionId, kind)}
          />
        </span>
      ))}
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
      {known === null ? null : (
        <span className={layout('inlineRow gap6')}>
          {countOf(known.hidden, 'known kind')}
          {known.unused === 0 ? '' : `, ${formatCount(known.unused)} in the baseline no longer found`}
          {known.hidden === 0 ? null : (
            <Button look="link" onPress={() => toggleKnown(sessionId)}>
              {files.showsKnown ? 'Hide what is known' : 'Show what is known'}
            </Button>
          )}
        </span>
      )}
      {files.problem === null ? null : (
        <p className={layout('errorText breaks wide')} role="alert">
          <Icon name="failed" /> <VisibleText text={files.problem} />
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

/** The findings, one row of two lines for each clause and kind: a virtual listbox. Enter goes to the first event. */
function AuditList({ sessionId, findings }: Pick<AuditScreenProps & AuditResult, 'sessionId' | 'findings'>) {
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
      onOpen={({ places: [place] }) => {
        if (place !== undefined) void showPlace(sessionId, place);
      }}
    />
  );
}

function FindingRow({ finding }: { readonly finding: AuditFinding }) {
  const { icon, tone, title, source } = rowParts(finding);
  return (
    <div className={layout('row full gap10 pad0x12')}>
      <Icon name={icon} className={tone} />
      <div className={layout('grow narrow')}>
        <div className={layout('ellipsis nowrap')}>{title}</div>
        <div className={layout('ellipsis nowrap ident')}>{source}</div>
      </div>
      <b className={layout('bold fixed tabular')}>{formatCount(finding.count)}</b>
    </div>
  );
}

function rowParts(finding: AuditFinding) {
  if (finding.kind === 'missing') {
    const { what, record } = finding;
    return { icon: 'unknown', tone: layout.third, title: `Not in the log: ${what}`, source: record } as const;
  }
  const { level, title, clause, id } = finding.group;
  return {
    icon: SEVERITY_FORM[level].icon,
    tone: tones[level],
    title: `${finding.isKnown ? 'Known: ' : ''}${title}`,
    // The clause with the id of the finding, unless the clause contains it.
    source: clause.endsWith(` ${id}`) ? clause : `${clause}, ${id}`,
  };
}

const isInLog = ({ eventId, sequence }: FindingPlace): boolean => eventId !== null || sequence !== null;

/** Container of the right pane's Finding tab: the selected finding, or the result of the complete audit. */
export function FindingDetail({ sessionId }: { readonly sessionId: string }) {
  const selected = useSessionView(sessionId, (view) => view.finding);
  const audit = useAudit(sessionId);
  const result = audit === null || audit.kind === 'failed' ? null : audit.result;
  if (result === null)
    return (
      <EmptyState title="Nothing is audited yet">
        Findings are listed here as the audit finds them.
      </EmptyState>
    );
  const finding = result.findings.find(({ key }) => key === selected);
  if (finding === undefined) return audit?.kind === 'done' ? <AuditSummary audit={result.audit} /> : null;
  return <FindingView sessionId={sessionId} finding={finding} />;
}

/** One finding: its description, the text of the clause, each place with links to its event and to the acceptor. */
function FindingView({ sessionId, finding }: { readonly sessionId: string; readonly finding: AuditFinding }) {
  // Then each place is an envelope, which the acceptor can open.
  const isEnvelope = finding.kind === 'missing' || finding.group.source === 'deviation';
  const { places, count } = finding;
  const left = count - places.length;
  return (
    <article className={layout.finding}>
      <header className={layout.findingPart}>
        {finding.kind === 'group' ? (
          <GroupHead {...finding.group} />
        ) : (
          <>
            <h2 className={layout.heading}>Not in the log</h2>
            <p className={layout.words}>
              Missing: {finding.what}. Without it, nothing is said of what the host made of these envelopes.
            </p>
            {finding.record === '' ? null : <p className={layout.words}>Needed: {finding.record}.</p>}
          </>
        )}
        <Button look="link" onPress={() => changeView(sessionId, { finding: null })}>
          Show the audit as a whole
        </Button>
      </header>
      <section className={layout.findingPart}>
        <h3>Where it shows, {countOf(count, 'time')}</h3>
        <ul aria-label="Places">
          {places.map((place, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
            <li key={at} className={layout('ruled padY4')}>
              <div className={layout('row wrap gap8')}>
                {isInLog(place) ? (
                  <Button look="link" onPress={() => void showPlace(sessionId, place)}>
                    Event {place.sequence === null ? place.eventId : formatSequence(place.sequence)}
                  </Button>
                ) : (
                  <span className={layout.third}>the log as a whole</span>
                )}
                {isEnvelope && isInLog(place) ? (
                  <Button look="quiet" icon="repair" onPress={() => void openInAcceptor(sessionId, place)}>
                    Open in acceptor
                  </Button>
                ) : null}
              </div>
              {place.compared === undefined ? (
                <p className={layout('words breaks')}>{place.message}</p>
              ) : (
                <ComparedTable compared={place.compared} />
              )}
            </li>
          ))}
        </ul>
        {left > 0 ? <p className={layout.aside}>and {formatCount(left)} more</p> : null}
      </section>
    </article>
  );
}

function GroupHead({ level, title, clause, id, advice }: FindingGroup) {
  return (
    <>
      <h2 className={layout('row wrap gap8 codeTitle')}>
        <Badge tone={level}>{SEVERITY_FORM[level].word}</Badge>
        {id}
      </h2>
      <p className={layout.words}>
        {title}. <Clause isQuiet clause={clause} />
      </p>
      {advice === '' ? null : <p className={layout.words}>{advice}</p>}
    </>
  );
}

/** Result of the complete audit: host of the log, and the result under each profile. */
function AuditSummary({ audit }: { readonly audit: LogAudit }) {
  const rows = profileRows([audit]);
  return (
    <article className={layout.finding}>
      <section className={layout.findingPart}>
        <h2 className={layout.heading}>The audit as a whole</h2>
        <Facts>
          <Fact name="host">{audit.hostName ?? 'not named'}</Fact>
          <Fact name="runs">{formatCount(audit.runs)}</Fact>
          <Fact name="envelopes">{formatCount(audit.envelopes)}</Fact>
        </Facts>
        <p className={layout('words aside')}>
          Choose a finding in the list for its clause, its events and both values.
        </p>
      </section>
      <section className={layout.findingPart}>
        <h3>What each profile says</h3>
        {rows.length === 0 ? (
          <p className={layout('words aside')}>Nothing: the log holds no envelope as the model wrote it.</p>
        ) : (
          <table className={layout.table}>
            <TableHead names={['status or code', 'lenient', 'strict', 'reference']} />
            <tbody>
              {rows.map(([said, ...counts]) => (
                <tr key={said}>
                  <th scope="row">
                    <span className={layout.code}>{said}</span>
                  </th>
                  {counts.map((count, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
                    <td key={at} className={layout.tabular}>
                      {formatCount(count)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </article>
  );
}

/** The host's record next to the result of the pipeline, which would be right. */
function ComparedTable({ compared }: { readonly compared: readonly ComparedValue[] }) {
  return (
    <table className={layout('table compared')}>
      <TableHead names={['point', 'host recorded', 'right by the pipeline']} />
      <tbody>
        {compared.map(({ what, host, here }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{host}</td>
            <td>{here}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
