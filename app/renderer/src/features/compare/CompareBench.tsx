import { countOf, formatCount, masker } from '@openwop-inspector/base';
import {
  differingNodes,
  FIGURES,
  figureCell,
  type NodeDifference,
  progressText,
} from '@openwop-inspector/compare';
import { VisibleText } from '@openwop-inspector/renderers';
import {
  Badge,
  Button,
  EmptyState,
  Icon,
  ItemRows,
  layout,
  pickText,
  TableHead,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { memo, useCallback, useRef, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { ComparedPair, ComparedValues } from '../../shared/ComparedPair.tsx';
import { ListAndDetail } from '../../shared/ListAndDetail.tsx';
import styles from '../../shared/Parts.module.css';
import { saveText } from '../../shared/save-actions.ts';
import { stopJob } from '../../worker/client.ts';
import type {
  ComparedCone,
  ComparedDifference,
  ComparedSide,
  ComparedView,
} from '../../worker/compare-jobs.ts';
import { closeBench } from '../acceptor/open-acceptor.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { pickFiles } from '../sessions/open-actions.ts';
import { useNamesApart, useSession, useSessionsStore, wholeName } from '../sessions/sessions-store.ts';
import {
  compareAgain,
  compareRun,
  compareWith,
  compareWithLog,
  isComparable,
  runsOf,
  showCompared,
} from './compare-actions.ts';
import { countText, differenceName, outcomesText, placeText, rowText, verdictOf } from './compare-rows.ts';
import { type Compare, changeCompare, useCompare } from './compare-store.ts';

const FORM = {
  same: { icon: 'ok', tone: layout.okText },
  differ: { icon: 'differs', tone: layout.warnText },
  unknown: { icon: 'unknown', tone: layout.third },
} as const;

export interface CompareBenchProps {
  readonly sessionId: string;
  /** False puts the detail under the list. */
  readonly isWide: boolean;
}

/** Two runs compared: first divergence, its consequences, other differences. */
export function CompareBench({ sessionId, isWide }: CompareBenchProps) {
  const compare = useCompare(sessionId);
  return (
    <section className={layout('column fill noOutline')} aria-label="Comparison">
      <header className={layout('row wrap fixed ruled chrome pad8x12 gap6x12')}>
        <h1 className={layout.title}>Compare</h1>
        <CompareSides sessionId={sessionId} compare={compare} />
        <span className={layout.toEnd}>
          <Button onPress={closeBench} keys={keysOf('leave-compare')}>
            Back to the run
          </Button>
        </span>
      </header>
      <Answer sessionId={sessionId} compare={compare} isWide={isWide} />
    </section>
  );
}

interface AnswerProps extends CompareBenchProps {
  readonly compare: Compare;
}

function Answer({ sessionId, compare, isWide }: AnswerProps) {
  const { answer, b } = compare;
  const another = <Button onPress={() => void pickFiles()}>Open another file</Button>;
  if (b === null || answer === null)
    return (
      <EmptyState title="Nothing to compare with yet" actions={another}>
        Choose the other run above. Runs of every other open log are offered, and the other runs of this one.
      </EmptyState>
    );
  if (answer.kind === 'done')
    return <Compared sessionId={sessionId} isWide={isWide} b={b} view={answer.view} compare={compare} />;
  if (answer.kind === 'running')
    return (
      <div className={layout('stack gap8 pad12')} role="status">
        <p>{progressText(answer)}</p>
        <div>
          <Button onPress={() => stopJob('stopCompare', sessionId)}>Stop comparing</Button>
        </div>
      </div>
    );
  if (answer.kind === 'bad-rules')
    return (
      <EmptyState title="The rules cannot be read">
        <ul className={layout.words}>
          {answer.problems.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              {pointer === '' ? null : <code>{pointer} </code>}
              {message}
            </li>
          ))}
        </ul>
      </EmptyState>
    );
  if (answer.kind === 'no-run')
    return (
      <EmptyState title={`${answer.side.toUpperCase()} does not hold this run any more`}>
        Choose another above.
      </EmptyState>
    );
  const wasStopped = answer.kind === 'stopped';
  return (
    <EmptyState
      title={wasStopped ? 'The comparison was stopped' : 'The two could not be compared'}
      actions={<Button onPress={() => void compareAgain(sessionId)}>Compare again</Button>}
    >
      {wasStopped ? 'Nothing is known of the two before all of both is read.' : answer.reason}
    </EmptyState>
  );
}

interface ComparedProps extends AnswerProps {
  readonly b: ComparedSide;
  readonly view: ComparedView;
}

function Compared({ sessionId, b, view, compare, isWide }: ComparedProps) {
  const { selected, usedRules } = compare;
  const chosen: ComparedDifference | null = view.differences[selected] ?? view.first;
  const isSame = view.first === null;
  return (
    <>
      <CompareVerdictBar sessionId={sessionId} b={b} view={view} />
      <ListAndDetail
        id="compare"
        isWide={isWide}
        list={isSame ? null : <DifferenceList sessionId={sessionId} view={view} selected={selected} />}
        label={isSame ? 'Summary' : 'Difference'}
        detail={
          <>
            {chosen === null ? null : (
              <article key={differenceName(chosen)} className={layout.findingPart}>
                <h2 className={layout.marginBottom8}>{selected < 0 ? 'First divergence' : 'Difference'}</h2>
                <ComparedPair
                  a={{ sessionId, event: chosen.a }}
                  b={{ sessionId: b.sessionId, event: chosen.b }}
                  onShow={showCompared}
                />
                {chosen.a === null || chosen.b === null ? null : (
                  <ComparedValues
                    a={{ sessionId, ordinal: chosen.a.ordinal }}
                    b={{ sessionId: b.sessionId, ordinal: chosen.b.ordinal }}
                    rules={usedRules}
                  />
                )}
              </article>
            )}
            <CompareSummary sessionId={sessionId} b={b} view={view} />
          </>
        }
      />
    </>
  );
}

function CompareVerdictBar({ sessionId, b, view }: CompareSummaryProps) {
  const { run } = useCompare(sessionId);
  const outcomes = [useStatus({ sessionId, run }), useStatus(b)] as const;
  const { kind, title, text } = verdictOf(view);
  const { icon, tone } = FORM[kind];
  return (
    <section className={layout('stack gap4 fixed ruled pad8x12')} aria-label="What it came to">
      <p className={layout('row gap8 breaks')} role="status">
        <Icon name={icon} className={tone} />
        <span>
          <b className={layout.bold}>
            {outcomesText(...outcomes)} {title}.
          </b>{' '}
          {text}
        </span>
      </p>
      <p className={layout('third meta')}>{countText(view)}.</p>
      {view.notes.map(({ code, side, message }) => (
        <p key={`${code} ${side}`} className={layout('warnText meta')} role="note">
          Note: {side === null ? '' : `${side.toUpperCase()}: `}
          {message}
        </p>
      ))}
    </section>
  );
}

function useStatus({ sessionId, run }: ComparedSide): string {
  const runs = useSession(sessionId)?.summary?.runs ?? [];
  return (run === null ? runs[0] : runs.find(({ runId }) => runId === run))?.status ?? 'unknown';
}

/** All differences in order, a row each: a virtual listbox. */
function DifferenceList(props: Omit<CompareSummaryProps, 'b'> & Pick<Compare, 'selected'>) {
  const { sessionId, view, selected } = props;
  const { differences, total } = view;
  const list = useRef<VirtualRowsHandle>(null);
  const activeIndex = selected < 0 ? null : selected;
  const moveTo = useCallback((index: number) => changeCompare(sessionId, { selected: index }), [sessionId]);
  useRowsController(activeIndex, differences.length, moveTo, list);
  const left = total - differences.reduce((sum, { pieces }) => sum + pieces, 0);
  return (
    <section className={layout('column pane')} aria-label="Differences" data-region="list">
      <div
        className={layout('caption fixed ruled grid gap10 pad0x12 aligned differenceColumns')}
        aria-hidden="true"
      >
        <span>A</span>
        <span>B</span>
        <span>node</span>
        <span>type</span>
        <span>difference</span>
      </div>
      <ItemRows
        ref={list}
        label="Differences"
        className={layout.fill}
        items={differences}
        activeIndex={activeIndex}
        attributesOf={(difference) => ({ name: differenceName(difference) })}
        renderItem={(difference) => {
          const { a, b } = difference;
          const { nodeId, type } = a ?? b ?? { nodeId: null, type: '' };
          return (
            <div className={layout('full grid gap10 pad0x12 aligned differenceColumns')}>
              <b className={layout.tabular}>{placeText(a)}</b>
              <b className={layout.tabular}>{placeText(b)}</b>
              <VisibleText as="code" className={layout.ellipsis} text={nodeId ?? '–'} />
              <VisibleText as="code" className={layout.ellipsis} text={type} />
              <span className={layout.ellipsis}>{rowText(difference)}</span>
            </div>
          );
        }}
        onMove={(_, index) => moveTo(index)}
      />
      {left > 0 ? (
        <p className={layout('aside fixed topRuled pad5x12')}>
          and {formatCount(left)} more, which are counted and not listed
        </p>
      ) : null}
    </section>
  );
}

type CompareSummaryProps = Pick<ComparedProps, 'sessionId' | 'b' | 'view'>;

const TONES = { agrees: 'ok', later: 'warning', deviates: 'error', unknown: 'plain' } as const;
const MAX_NODES = 200;

/** Consequences of the first divergence, their recorded costs, and the durations of the nodes. */
const CompareSummary = memo(function CompareSummary({ sessionId, b, view }: CompareSummaryProps) {
  const { cones, recorded, figures } = view;
  const sessionOf = { a: sessionId, b: b.sessionId };
  const nodes = differingNodes(figures.nodes);
  const displayed = nodes.slice(0, MAX_NODES);
  const figureTable = layout('table compared', styles.figures);
  return (
    <>
      {cones.a === null && cones.b === null ? null : (
        <section className={layout.findingPart}>
          <h2 className={layout.marginBottom8}>What followed from it</h2>
          <div className={layout('grid gap12 pairColumns topAligned marginBottom10')}>
            {(['a', 'b'] as const).map((side) => (
              <div key={side} className={layout('stack gap4 narrow')}>
                <b>{side.toUpperCase()}</b>
                <Cone cone={cones[side]} sessionId={sessionOf[side]} />
              </div>
            ))}
          </div>
        </section>
      )}
      {recorded.length === 0 ? null : (
        <section className={layout.findingPart}>
          <h2 className={layout.marginBottom8}>What the host recorded of a divergence</h2>
          <ul>
            {recorded.map(({ side, event, verdict, why }) => (
              <li key={`${side} ${event?.ordinal}`} className={layout('row wrap gap8')}>
                <Badge tone={TONES[verdict]}>{verdict}</Badge>
                {event === null ? null : (
                  <Button look="link" onPress={() => showCompared(sessionOf[side], event.ordinal)}>
                    {side.toUpperCase()} {placeText(event)}
                  </Button>
                )}
                <span>{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {nodes.length === 0 ? null : (
        <section className={layout.findingPart}>
          <h2 className={layout.marginBottom8}>What the nodes took, A → B</h2>
          <div className={layout.scrolls}>
            <table className={figureTable} aria-label="Nodes whose figures differ">
              <TableHead names={['node', ...FIGURES.map(({ title }) => title)]} />
              <tbody>
                {displayed.map((node) => (
                  <NodeRow key={node.node} node={node} />
                ))}
                <NodeRow node={figures.all} />
              </tbody>
            </table>
          </div>
          {nodes.length > displayed.length ? (
            <p className={layout.aside}>and {formatCount(nodes.length - displayed.length)} more nodes</p>
          ) : null}
        </section>
      )}
    </>
  );
});

function NodeRow({ node }: { readonly node: NodeDifference }) {
  return (
    <tr>
      <th scope="row">
        <VisibleText text={node.node} />
      </th>
      {FIGURES.map((figure) => {
        const { text, differs } = figureCell(node, figure);
        return (
          <td key={figure.title} className={layout.tabular}>
            {differs ? <b>{text}</b> : <span className={layout.third}>{text}</span>}
          </td>
        );
      })}
    </tr>
  );
}

function Cone({ cone, sessionId }: { readonly cone: ComparedCone | null; readonly sessionId: string }) {
  if (cone === null) return <span className={layout.third}>unknown what followed</span>;
  if (cone.events === 0) return <span className={layout.third}>nothing that names it as its cause</span>;
  return (
    <>
      <span>
        {countOf(cone.events, 'event')}, of which {countOf(cone.different, 'differs', 'differ')}
      </span>
      <ul>
        {cone.first.map((event) => (
          <li key={event.ordinal} className={layout.ellipsis}>
            <Button look="link" onPress={() => showCompared(sessionId, event.ordinal)}>
              {placeText(event)}
            </Button>{' '}
            <VisibleText as="code" text={event.type} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CompareSides({ sessionId, compare }: Omit<AnswerProps, 'isWide'>) {
  const session = useSession(sessionId);
  const sessions = useSessionsStore((state) => state.sessions);
  const apart = useNamesApart();
  const { run, b } = compare;
  const ownRuns = runsOf(sessionId);
  const setRun = (next: string | null) => compareRun(sessionId, next);
  const others = sessions.filter(
    (one) => isComparable(one) && (one.sessionId !== sessionId || ownRuns.length > 1),
  );
  const otherRuns = b === null ? [] : runsOf(b.sessionId);
  return (
    <>
      <span className={layout('row gap6')}>
        <b aria-hidden="true">A</b>
        <span className={layout('ellipsis short')}>{session === null ? '' : wholeName(session, apart)}</span>
        {ownRuns.length > 1 ? (
          <RunSelect label="Run of A" runs={ownRuns} value={run ?? ownRuns[0] ?? null} onChange={setRun} />
        ) : null}
      </span>
      <label className={layout('row gap6 smallSelect')}>
        <b aria-hidden="true">B</b>
        <select
          aria-label="Log of B"
          className={layout.short}
          value={b?.sessionId ?? ''}
          onChange={({ target }) => {
            if (target.value !== '') compareWithLog(sessionId, target.value);
          }}
        >
          {b === null ? <option value="">choose</option> : null}
          {others.map((one) => (
            <option key={one.sessionId} value={one.sessionId}>
              {one.sessionId === sessionId ? `${one.name}, another run` : wholeName(one, apart)}
            </option>
          ))}
        </select>
      </label>
      {b !== null && otherRuns.length > 1 ? (
        <RunSelect
          label="Run of B"
          runs={otherRuns}
          value={b.run}
          onChange={(next) => void compareWith(sessionId, { ...b, run: next })}
        />
      ) : null}
      <Rules sessionId={sessionId} compare={compare} />
    </>
  );
}

interface RunSelectProps {
  readonly label: string;
  readonly runs: readonly (string | null)[];
  readonly value: string | null;
  readonly onChange: (run: string | null) => void;
}

/** Maximum number of runs of one log offered here; the list of runs finds others. */
const MAX_OFFERED = 500;

function RunSelect({ label, runs, value, onChange }: RunSelectProps) {
  const offered = runs.slice(0, MAX_OFFERED);
  return (
    <label className={layout.smallSelect}>
      <select
        aria-label={label}
        className={layout.short}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        {(offered.includes(value) ? offered : [value, ...offered]).map((run) => (
          <option key={run ?? ''} value={run ?? ''}>
            {run ?? 'the run'}
          </option>
        ))}
      </select>
    </label>
  );
}

const EXAMPLE = '{ "names": ["score"], "pointers": ["/payload/meta/at"], "keep": ["costUsd"] }';

/** The ignored fields, as an editable document. */
function Rules({ sessionId, compare: { rules, b } }: Omit<AnswerProps, 'isWide'>) {
  const [isOpen, setOpen] = useState(false);
  const save = () => {
    const { text } = masker.json(rules);
    void saveText({ suggestedName: 'compare-rules.json', text, kind: 'json' });
  };
  const open = async () => {
    const picked = await pickText('Rules of a comparison');
    if (picked === null) return;
    changeCompare(sessionId, { rules: picked.text });
    await compareAgain(sessionId);
  };
  return (
    <>
      <Button look="link" onPress={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the rules' : rules.trim() === '' ? 'Rules' : 'Rules of your own'}
      </Button>
      {isOpen ? (
        <div className={layout('stack gap6', styles.rules)}>
          <p className={layout.aside}>
            Ids, times, durations and what providers count are left out. <code>names</code> and{' '}
            <code>pointers</code> leave out more, <code>keep</code> compares what is left out,{' '}
            <code>"defaults": false</code> begins with nothing. A file of them is what the command line takes
            by <code>--mask</code>.
          </p>
          <textarea
            aria-label="Rules, a JSON document"
            className={layout('input code')}
            rows={4}
            spellCheck={false}
            placeholder={EXAMPLE}
            value={rules}
            onChange={({ target }) => changeCompare(sessionId, { rules: target.value })}
          />
          <div className={layout('row wrap gap6')}>
            <Button isDisabled={b === null} onPress={() => void compareAgain(sessionId)}>
              Compare by these rules
            </Button>
            <Button icon="folder" onPress={() => void open()}>
              Open rules
            </Button>
            <Button icon="save" isDisabled={rules.trim() === ''} onPress={save}>
              Save rules
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}
