import {
  ANSWER_WORDS,
  answerTotals,
  type CellReason,
  cellText,
  exampleName,
  type PortableAnswer,
  reasonHead,
} from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Badge, Button, EmptyState, Icon, layout, MenuButton } from '@openwop-inspector/ui';
import { useEffect } from 'react';
import type { SavedHost } from '../../acceptor-worker/run-jobs.ts';
import { keysOf } from '../../commands/commands.ts';
import { JobProgress } from '../../shared/JobProgress.tsx';
import { ListAndDetail } from '../../shared/ListAndDetail.tsx';
import { loadHosts, useBenchHosts } from '../acceptor/bench-store.ts';
import { closeBench } from '../acceptor/open-acceptor.ts';
import { useSessionView } from '../sessions/view-store.ts';
import styles from './Audit.module.css';
import { ANSWER_FORM, HostGrid, type VisibleCell, visibleCell } from './HostGrid.tsx';
import {
  askHosts,
  dismissNews,
  ensurePortability,
  type Portability,
  type PortabilityResult,
  pickDeclarations,
  removeDeclaration,
  showExample,
  stopPortability,
  takeTalkedTo,
  tryExample,
  undoRemoval,
  useDeclarationNews,
  usePortability,
  useTalkedTo,
} from './portability-store.ts';

/** Maximum number of files named one by one; the others are counted. */
const NAMED = 100;

const ANSWERS: readonly PortableAnswer[] = ['accepted', 'refused', 'unknown'];

export interface PortabilityBenchProps {
  readonly sessionId: string;
  /** False puts the detail under the grid. */
  readonly isWide: boolean;
}

/** Container: the envelopes of the current views, checked against the saved declarations of hosts. */
export function PortabilityBench({ sessionId, isWide }: PortabilityBenchProps) {
  const hosts = useBenchHosts((state) => state.hosts);
  const run = useSessionView(sessionId, (view) => view.run);
  const grid = usePortability(sessionId);
  useEffect(loadHosts, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other hosts, or another run, are another question
  useEffect(() => ensurePortability(sessionId), [sessionId, hosts, run]);
  return (
    <section className={layout('column fill noOutline')} aria-label="Other hosts">
      <header className={layout('row wrap fixed ruled chrome gap10 pad8x12')}>
        <h1 className={layout.title}>Other hosts</h1>
        <Declarations hosts={hosts} />
        <span className={layout.toEnd}>
          <Button onPress={closeBench} keys={keysOf('leave-portability')}>
            Back to the run
          </Button>
        </span>
      </header>
      <DeclarationNews />
      {hosts.length === 0 ? (
        <EmptyState
          title="No declaration of a host yet"
          actions={<Button onPress={() => void pickDeclarations(true)}>Choose a folder</Button>}
        >
          Add discovery documents of hosts: files, a folder, or dropped here. <i>Save declaration</i> in Live
          hosts writes one. Undeclared capabilities are unknown and never cause a refusal.
        </EmptyState>
      ) : grid === null ? null : (
        <PortabilityAnswer sessionId={sessionId} grid={grid} isWide={isWide} />
      )}
    </section>
  );
}

function PortabilityAnswer({
  sessionId,
  grid,
  isWide,
}: PortabilityBenchProps & { readonly grid: Portability }) {
  const again = <Button onPress={() => void askHosts(sessionId)}>Ask again</Button>;
  const { state } = grid;
  switch (state.kind) {
    case 'running':
      return (
        <JobProgress
          {...state}
          label="Hosts checked"
          did="compared with the declarations"
          stop="Stop asking"
          onStop={() => stopPortability(sessionId)}
        />
      );
    case 'failed':
      return (
        <EmptyState title="The hosts could not be checked" actions={again}>
          {state.reason}
        </EmptyState>
      );
    default:
      if (state.result.rows.length === 0)
        return (
          <EmptyState title={state.result.wasStopped ? 'It was stopped' : 'No envelope'} actions={again}>
            {state.result.wasStopped
              ? 'Nothing was checked before.'
              : 'No visible event refers to an envelope.'}
          </EmptyState>
        );
      return <Answered sessionId={sessionId} isWide={isWide} result={state.result} chosen={grid.cell} />;
  }
}

interface AnsweredProps extends PortabilityBenchProps {
  readonly result: PortabilityResult;
  readonly chosen: Portability['cell'];
}

function Answered({ sessionId, isWide, result, chosen }: AnsweredProps) {
  const cell = visibleCell(result, chosen);
  const left = result.leftOut;
  return (
    <>
      <PortabilityTotals result={result} />
      {left === 0 ? null : (
        <p className={layout('warnText fixed ruled pad5x12')} role="note">
          {countOf(left, 'envelope')} {left === 1 ? 'was' : 'were'} left out
          {result.wasStopped ? ', since it was stopped' : ''}.{' '}
          <Button look="link" onPress={() => void askHosts(sessionId)}>
            Ask again
          </Button>
        </p>
      )}
      <ListAndDetail
        id="portability"
        isWide={isWide}
        list={<HostGrid sessionId={sessionId} result={result} cell={cell} />}
        label="What decides"
        detail={cell === null ? null : <CellDetail sessionId={sessionId} {...cell} />}
      />
    </>
  );
}

/** Counts of cells by answer, and of envelopes, kinds and hosts. */
function PortabilityTotals({ result }: { readonly result: PortabilityResult }) {
  const { rows, hosts, envelopes } = result;
  const totals = answerTotals(rows);
  return (
    <ul className={layout('flex wrap fixed ruled totals')} aria-label="Answers">
      {ANSWERS.map((answer) => (
        <li key={answer} className={layout('inlineRow gap6')}>
          <Icon name={ANSWER_FORM[answer].icon} className={ANSWER_FORM[answer].tone} />
          <span>
            <b className={layout.bold}>{formatCount(totals[answer])}</b> {ANSWER_WORDS[answer]}
          </span>
        </li>
      ))}
      <li className={layout.third}>
        {countOf(envelopes, 'envelope')} of {countOf(rows.length, 'kind')} at {countOf(hosts.length, 'host')}
      </li>
    </ul>
  );
}

/** The compared hosts: added from files, folders and connected hosts, and removed. */
function Declarations({ hosts }: { readonly hosts: readonly SavedHost[] }) {
  const talkedTo = useTalkedTo();
  return (
    <>
      <Button icon="file" onPress={() => void pickDeclarations(false)}>
        Add files
      </Button>
      <Button icon="folder" onPress={() => void pickDeclarations(true)}>
        Add a folder
      </Button>
      {talkedTo.length === 0 ? null : (
        <MenuButton
          icon="live"
          label="Live host: use its declaration"
          entries={talkedTo.map((host, at) => ({
            id: String(at),
            title: `Use the declaration of ${host.name}`,
            act: () => takeTalkedTo(host),
          }))}
        >
          Live host
        </MenuButton>
      )}
      {hosts.length === 0 ? null : (
        <MenuButton
          entries={hosts.map(({ name }) => ({ id: name, title: `Remove ${name}`, icon: 'close' }))}
          onAction={removeDeclaration}
        >
          {countOf(hosts.length, 'declaration')}
        </MenuButton>
      )}
    </>
  );
}

/** Result of the last added files: each that is not a declaration, with the reason; and the undo of a removal. */
function DeclarationNews() {
  const { added, junk, removed } = useDeclarationNews();
  if (added.length === 0 && junk.length === 0 && removed === null) return null;
  return (
    <section
      className={layout('stack gap4 fixed ruled sunken pad6x12')}
      aria-label="What became of the declarations"
    >
      <p className={layout('row wrap gap8')}>
        {removed === null ? (
          <span>
            {countOf(added.length, 'declaration')} added
            {junk.length === 0 ? '.' : `, ${countOf(junk.length, 'file')} left out:`}
          </span>
        ) : (
          <>
            <span>
              <VisibleText text={removed.host.name} /> was removed.
            </span>
            <Button small onPress={undoRemoval}>
              Undo
            </Button>
          </>
        )}
        <Button small look="quiet" onPress={dismissNews}>
          Dismiss
        </Button>
      </p>
      {junk.length === 0 ? null : (
        <ul className={layout('scrolls breaks', styles.junk)} aria-label="Left out">
          {junk.slice(0, NAMED).map(({ file, why }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={at}>
              <VisibleText as="code" text={file} />: {why}
            </li>
          ))}
          {junk.length > NAMED ? <li>and {countOf(junk.length - NAMED, 'file')} more</li> : null}
        </ul>
      )}
    </section>
  );
}

/** One kind at one host: each reason with its clause, the missing data, and an example envelope. */
function CellDetail({ sessionId, row, host, cell }: VisibleCell & { readonly sessionId: string }) {
  return (
    <article>
      <header className={layout('ruled pad12')}>
        <h2 className={layout('row wrap gap8 heading')}>
          <Badge tone={ANSWER_FORM[cell.answer].badge} icon={ANSWER_FORM[cell.answer].icon}>
            {cellText(cell)}
          </Badge>
          <span className={layout.breaks}>
            <VisibleText as="code" text={row.kind} /> at <VisibleText text={host.name} />
          </span>
        </h2>
      </header>
      {cell.reasons.map((reason, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reason is its number
        <Reason key={at} sessionId={sessionId} reason={reason} host={host} />
      ))}
      {cell.leftOut === 0 ? null : (
        <p className={layout('aside pad8x12')}>and {countOf(cell.leftOut, 'envelope')} for more reasons</p>
      )}
    </article>
  );
}

interface ReasonProps {
  readonly sessionId: string;
  readonly reason: CellReason;
  readonly host: SavedHost;
}

function Reason({ sessionId, reason, host }: ReasonProps) {
  const { answer, clause, note, missing, example } = reason;
  const isInLog = example.sequence !== null || example.eventId !== null;
  return (
    <section className={layout('ruled pad12')} aria-label={`${ANSWER_WORDS[answer]}: ${note}`}>
      <h3 className={layout.strong}>{reasonHead(reason)}</h3>
      <p className={layout('words breaks')}>
        {note === '' ? null : <VisibleText text={`${note}. `} />}
        {clause === '' ? null : <Clause isQuiet clause={clause} />}
      </p>
      {missing.length === 0 ? null : (
        <>
          <p className={layout.words}>It would need:</p>
          <ul className={layout('words', styles.needs)}>
            {missing.map(({ what, record }) => (
              <li key={what}>
                {what}
                {record === '' ? null : <span className={layout.third}>: {record}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {isInLog ? (
        <p className={layout('row wrap gap8')}>
          <span className={layout.third}>Such as</span>
          <Button look="link" onPress={() => void showExample(sessionId, example)}>
            Event {exampleName(reason)}
          </Button>
          <Button look="quiet" icon="repair" onPress={() => void tryExample(sessionId, example, host)}>
            Open in acceptor at this host
          </Button>
        </p>
      ) : (
        <p className={layout.aside}>Such as an envelope outside the events.</p>
      )}
    </section>
  );
}
