import {
  ANSWER_WORDS,
  answerTotals,
  type CellReason,
  cellText,
  decidingText,
  exampleName,
  type PortabilityCell,
  type PortabilityRow,
  type PortableAnswer,
  reasonHead,
} from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Badge, Button, EmptyState, Icon, layout, MenuButton, TableHead } from '@openwop-inspector/ui';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SavedHost } from '../../acceptor-worker/run-jobs.ts';
import { keysOf } from '../../commands/commands.ts';
import { JobProgress } from '../../shared/JobProgress.tsx';
import { ListAndDetail } from '../../shared/ListAndDetail.tsx';
import styles from '../../shared/Parts.module.css';
import { loadHosts, useBenchHosts } from '../acceptor/bench-store.ts';
import { closeBench } from '../acceptor/open-acceptor.ts';
import { indexAfter, type ListController, useListController } from '../sessions/list-controller.ts';
import { useSessionView } from '../sessions/view-store.ts';
import {
  askHosts,
  changePortability,
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
  const choose = <Button onPress={() => void pickDeclarations(true)}>Choose a folder</Button>;
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
        <EmptyState title="No declaration of a host yet" actions={choose}>
          Add discovery documents of hosts: files, a folder, or dropped here. <i>Save declaration</i> in Live
          hosts writes one. Undeclared capabilities are unknown and never cause a refusal.
        </EmptyState>
      ) : grid === null ? null : (
        <PortabilityAnswer sessionId={sessionId} grid={grid} isWide={isWide} />
      )}
    </section>
  );
}

interface PortabilityAnswerProps extends PortabilityBenchProps {
  readonly grid: Portability;
}

function PortabilityAnswer({ sessionId, grid, isWide }: PortabilityAnswerProps) {
  const again = <Button onPress={() => void askHosts(sessionId)}>Ask again</Button>;
  const { state } = grid;
  if (state.kind === 'running')
    return (
      <JobProgress
        {...state}
        label="Hosts checked"
        did="compared with the declarations"
        stop="Stop asking"
        onStop={() => stopPortability(sessionId)}
      />
    );
  if (state.kind === 'failed')
    return (
      <EmptyState title="The hosts could not be checked" actions={again}>
        {state.reason}
      </EmptyState>
    );
  const { rows, wasStopped } = state.result;
  if (rows.length > 0)
    return <Answered sessionId={sessionId} isWide={isWide} result={state.result} chosen={grid.cell} />;
  return (
    <EmptyState title={wasStopped ? 'It was stopped' : 'No envelope'} actions={again}>
      {wasStopped ? 'Nothing was checked before.' : 'No visible event refers to an envelope.'}
    </EmptyState>
  );
}

interface AnsweredProps extends PortabilityBenchProps {
  readonly result: PortabilityResult;
  readonly chosen: Portability['cell'];
}

function Answered({ sessionId, isWide, result, chosen }: AnsweredProps) {
  const { rows, hosts, envelopes, leftOut: left } = result;
  const totals = answerTotals(rows);
  const cell = visibleCell(result, chosen);
  return (
    <>
      <ul className={layout('flex wrap fixed ruled totals')} aria-label="Answers">
        {(['accepted', 'refused', 'unknown'] as const).map((answer) => (
          <li key={answer} className={layout('inlineRow gap6')}>
            <Icon name={ANSWER_FORM[answer].icon} className={ANSWER_FORM[answer].tone} />
            <span>
              <b className={layout.bold}>{formatCount(totals[answer])}</b> {ANSWER_WORDS[answer]}
            </span>
          </li>
        ))}
        <li className={layout.third}>
          {countOf(envelopes, 'envelope')} of {countOf(rows.length, 'kind')} at{' '}
          {countOf(hosts.length, 'host')}
        </li>
      </ul>
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
  const { added: names, junk, removed } = useDeclarationNews();
  if (names.length === 0 && junk.length === 0 && removed === null) return null;
  const left = junk.length === 0 ? '.' : `, ${countOf(junk.length, 'file')} left out:`;
  const added = `${countOf(names.length, 'declaration')} added${left}`;
  return (
    <section
      className={layout('stack gap4 fixed ruled sunken pad6x12')}
      aria-label="What became of the declarations"
    >
      <p className={layout('row wrap gap8')}>
        <VisibleText as="span" text={removed === null ? added : `${removed.host.name} was removed.`} />
        {removed === null ? null : (
          <Button small onPress={undoRemoval}>
            Undo
          </Button>
        )}
        <Button small look="quiet" onPress={dismissNews}>
          Dismiss
        </Button>
      </p>
      {junk.length === 0 ? null : (
        <ul className={layout('scrolls breaks max96 padLeft16')} aria-label="Left out">
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

interface ReasonProps extends Pick<VisibleCell, 'host'> {
  readonly sessionId: string;
  readonly reason: CellReason;
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
          <ul className={layout('words marginBottom6 padLeft18')}>
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

/** Number of kinds displayed at first; a hostile log has as many as it likes. */
const MAX_DISPLAYED = 100;

interface HostGridProps {
  readonly sessionId: string;
  readonly result: PortabilityResult;
  readonly cell: VisibleCell | null;
}

/** Grid of kinds and hosts: one cell has the focus, arrows move it. */
function HostGrid(props: HostGridProps) {
  const { rows, hosts } = props.result;
  const [displayed, setDisplayed] = useState(MAX_DISPLAYED);
  const table = useRef<HTMLTableElement>(null);
  const visible = rows.slice(0, displayed);
  const { at, go, onKeyDown } = useGridCursor(props, visible.length, table);
  return (
    <section className={layout('scrolls pane')} aria-label="Kinds and hosts" data-region="list">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of which one cell takes the focus is a grid
        role="grid"
        aria-label="Kinds and hosts"
        className={styles.matrix}
        onKeyDown={onKeyDown}
      >
        <TableHead names={['kind', 'envelopes']}>
          {hosts.map(({ name }) => (
            <th key={name} scope="col">
              <VisibleText text={name} />
            </th>
          ))}
        </TableHead>
        <tbody>
          {visible.map((row, number) => (
            <KindRow key={row.kind} row={row} number={number} hosts={hosts} at={at} onGo={go} />
          ))}
        </tbody>
      </table>
      {rows.length > displayed ? (
        <p className={layout.pad8x12}>
          <Button onPress={() => setDisplayed(rows.length)}>
            Show {formatCount(rows.length - displayed)} more kinds
          </Button>
        </p>
      ) : null}
    </section>
  );
}

/** The cell with the focus, of the first `count` rows, and the keys that move it. */
function useGridCursor(props: HostGridProps, count: number, table: RefObject<HTMLTableElement | null>) {
  const { sessionId, cell, result } = props;
  const { rows, hosts } = result;
  const at = {
    row: rows.findIndex(({ kind }) => kind === cell?.row.kind),
    host: hosts.findIndex(({ name }) => name === cell?.host.name),
  };
  const go = useCallback(
    (row: number, host: number) => {
      const [kind, name] = [rows[row]?.kind, hosts[host]?.name];
      if (kind === undefined || name === undefined) return;
      changePortability(sessionId, { cell: { kind, host: name } });
      table.current?.querySelector<HTMLElement>(`[data-cell="${row} ${host}"]`)?.focus();
    },
    [sessionId, rows, hosts, table],
  );
  useListController(
    useMemo<ListController>(
      () => ({
        move: (step) => {
          const next = indexAfter(step, at.row, count);
          if (next !== null) go(next, Math.max(0, at.host));
        },
        focus: () => table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
      }),
      [at.row, at.host, count, go, table],
    ),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = MOVES.get(event.key);
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = Math.max(0, Math.min(count - 1, at.row + by[0]));
    go(row, Math.max(0, Math.min(hosts.length - 1, at.host + by[1])));
  };
  return { at, go, onKeyDown };
}

interface KindRowProps {
  readonly row: PortabilityRow;
  readonly number: number;
  readonly hosts: readonly SavedHost[];
  /** Indexes of the displayed cell. */
  readonly at: Readonly<Record<'row' | 'host', number>>;
  readonly onGo: (row: number, host: number) => void;
}

function KindRow({ row, number, hosts, at: { row: activeRow, host: activeHost }, onGo }: KindRowProps) {
  const active = number === activeRow ? activeHost : -1;
  return (
    <tr>
      <th scope="row" className={layout('code breaks')}>
        <VisibleText text={row.kind} />
      </th>
      <td className={layout.tabular}>{formatCount(row.envelopes)}</td>
      {row.cells.map((cell, at) => {
        const { icon, tone } = ANSWER_FORM[cell.answer];
        const decides = decidingText(cell);
        const name = hosts[at]?.name ?? '';
        return (
          <td
            key={name}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid
            role="gridcell"
            aria-selected={at === active}
            data-cell={`${number} ${at}`}
            className={layout('focusInside rests', styles.cell)}
            tabIndex={at === active ? 0 : -1}
            onClick={() => onGo(number, at)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') onGo(number, at);
            }}
          >
            <span className={layout('inlineRow gap6')}>
              <Icon name={icon} className={tone} />
              <span>{cellText(cell)}</span>
            </span>
            {decides === '' ? null : <span className={layout('block third')}>{decides}</span>}
          </td>
        );
      })}
    </tr>
  );
}

/** Rows and hosts that a key moves by; the ends of the grid hold back what leads beyond them. */
const MOVES: ReadonlyMap<string, readonly [rows: number, hosts: number]> = new Map([
  ['ArrowRight', [0, 1]],
  ['ArrowLeft', [0, -1]],
  ['ArrowDown', [1, 0]],
  ['ArrowUp', [-1, 0]],
  ['Home', [0, Number.NEGATIVE_INFINITY]],
  ['End', [0, Number.POSITIVE_INFINITY]],
]);

/** Glyph and tone of an answer; always displayed with the word. */
const ANSWER_FORM = {
  accepted: { icon: 'ok', tone: layout.okText, badge: 'ok' },
  refused: { icon: 'blocked', tone: layout.errorText, badge: 'error' },
  unknown: { icon: 'unknown', tone: layout.third, badge: 'plain' },
} as const satisfies Readonly<Record<PortableAnswer, object>>;

/** A cell of the grid with its row and host. */
interface VisibleCell {
  readonly row: PortabilityRow;
  readonly host: SavedHost;
  readonly cell: PortabilityCell;
}

/**
 * The selected cell; without one the first that a declaration refuses, else the first that refuses, else the first of
 * all. Null for an empty grid.
 */
function visibleCell({ rows, hosts }: PortabilityResult, chosen: Portability['cell']): VisibleCell | null {
  const all = rows.flatMap((row) =>
    row.cells.flatMap((cell, at): readonly VisibleCell[] => {
      const host = hosts[at];
      return host === undefined ? [] : [{ row, host, cell }];
    }),
  );
  const isChosen = ({ row, host }: VisibleCell): boolean =>
    row.kind === chosen?.kind && host.name === chosen.host;
  const refused = all.filter(({ cell }) => cell.answer === 'refused');
  const byHost = refused.find(({ cell }) => cell.reasons[0]?.decides !== 'envelope');
  return all.find(isChosen) ?? byHost ?? refused[0] ?? all[0] ?? null;
}
