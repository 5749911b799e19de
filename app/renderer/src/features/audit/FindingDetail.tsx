import { type ComparedValue, type FindingPlace, type LogAudit, profileRows } from '@openwop-inspector/audit';
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { Clause } from '@openwop-inspector/renderers';
import { Badge, Button, EmptyState, Fact, Facts, layout, TableHead } from '@openwop-inspector/ui';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import { changeView, useSessionView } from '../sessions/view-store.ts';
import { type AuditFinding, findingCount, findingPlaces } from './audit-rows.ts';
import { openPlaceInAcceptor, showPlace, useAudit } from './audit-store.ts';

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
  const places = findingPlaces(finding);
  const left = findingCount(finding) - places.length;
  return (
    <article className={layout.finding}>
      <header className={layout.findingPart}>
        {finding.kind === 'group' ? <GroupHead finding={finding} /> : <MissingHead finding={finding} />}
        <Button look="link" onPress={() => changeView(sessionId, { finding: null })}>
          Show the audit as a whole
        </Button>
      </header>
      <section className={layout.findingPart}>
        <h3>Where it shows, {countOf(findingCount(finding), 'time')}</h3>
        <ul aria-label="Places">
          {places.map((place, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
            <li key={at} className={layout('ruled padY4')}>
              <div className={layout('row wrap gap8')}>
                {isInLog(place) ? (
                  <Button look="link" onPress={() => void showPlace(sessionId, place)}>
                    Event {placeName(place)}
                  </Button>
                ) : (
                  <span className={layout.third}>the log as a whole</span>
                )}
                {isEnvelope && isInLog(place) ? (
                  <Button
                    look="quiet"
                    icon="repair"
                    onPress={() => void openPlaceInAcceptor(sessionId, place)}
                  >
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

function GroupHead({ finding: { group } }: { readonly finding: Extract<AuditFinding, { kind: 'group' }> }) {
  const { level, title, clause, id, advice } = group;
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

function MissingHead({ finding }: { readonly finding: Extract<AuditFinding, { kind: 'missing' }> }) {
  return (
    <>
      <h2 className={layout.heading}>Not in the log</h2>
      <p className={layout.words}>
        Missing: {finding.what}. Without it, nothing is said of what the host made of these envelopes.
      </p>
      {finding.record === '' ? null : <p className={layout.words}>Needed: {finding.record}.</p>}
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

function placeName({ sequence, eventId }: FindingPlace): string {
  return sequence === null ? (eventId ?? '') : formatSequence(sequence);
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
