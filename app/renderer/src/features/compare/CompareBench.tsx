import { countOf, formatCount } from '@openwop-inspector/base';
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
  TableHead,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { memo, useCallback, useRef } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { ComparedPair, ComparedValues } from '../../shared/ComparedPair.tsx';
import { ListAndDetail } from '../../shared/ListAndDetail.tsx';
import partStyles from '../../shared/Parts.module.css';
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
import { useSession } from '../sessions/sessions-store.ts';
import styles from './Compare.module.css';
import { CompareSides } from './CompareSides.tsx';
import { compareAgain, showCompared } from './compare-actions.ts';
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

function Answer({ sessionId, compare, isWide }: CompareBenchProps & { readonly compare: Compare }) {
  const { answer, b } = compare;
  const again = <Button onPress={() => void compareAgain(sessionId)}>Compare again</Button>;
  if (b === null || answer === null)
    return (
      <EmptyState
        title="Nothing to compare with yet"
        actions={<Button onPress={() => void pickFiles()}>Open another file</Button>}
      >
        Choose the other run above. Runs of every other open log are offered, and the other runs of this one.
      </EmptyState>
    );
  switch (answer.kind) {
    case 'running':
      return (
        <div className={layout('stack gap8 pad12')} role="status">
          <p>{progressText(answer)}</p>
          <div>
            <Button onPress={() => stopJob('stopCompare', sessionId)}>Stop comparing</Button>
          </div>
        </div>
      );
    case 'stopped':
      return (
        <EmptyState title="The comparison was stopped" actions={again}>
          Nothing is known of the two before all of both is read.
        </EmptyState>
      );
    case 'bad-rules':
      return <BadRules problems={answer.problems} />;
    case 'no-run':
      return (
        <EmptyState title={`${answer.side.toUpperCase()} does not hold this run any more`}>
          Choose another above.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState title="The two could not be compared" actions={again}>
          {answer.reason}
        </EmptyState>
      );
    default:
      return (
        <Compared
          sessionId={sessionId}
          b={b}
          isWide={isWide}
          view={answer.view}
          selected={compare.selected}
        />
      );
  }
}

/** Lists what is wrong with the rules of the comparison. */
function BadRules({ problems }: Pick<Extract<Compare['answer'], { kind: 'bad-rules' }>, 'problems'>) {
  return (
    <EmptyState title="The rules cannot be read">
      <ul className={layout.words}>
        {problems.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            {pointer === '' ? null : <code>{pointer} </code>}
            {message}
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

interface ComparedProps extends CompareBenchProps {
  readonly b: ComparedSide;
  readonly view: ComparedView;
  readonly selected: number;
}

function Compared({ sessionId, b, view, selected, isWide }: ComparedProps) {
  const { usedRules } = useCompare(sessionId);
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
                <h2 className={styles.title}>{selected < 0 ? 'First divergence' : 'Difference'}</h2>
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

/** The result of the comparison, the counts, and its limitations. */
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

/** Status of the run of a side. */
function useStatus({ sessionId, run }: ComparedSide): string {
  const runs = useSession(sessionId)?.summary?.runs ?? [];
  return (run === null ? runs[0] : runs.find(({ runId }) => runId === run))?.status ?? 'unknown';
}

/** All differences in order, a row each: a virtual listbox. */
function DifferenceList({ sessionId, view, selected }: Omit<ComparedProps, 'b' | 'isWide'>) {
  const { differences, total } = view;
  const list = useRef<VirtualRowsHandle>(null);
  const activeIndex = selected < 0 ? null : selected;
  const moveTo = useCallback((index: number) => changeCompare(sessionId, { selected: index }), [sessionId]);
  useRowsController(activeIndex, differences.length, moveTo, list);
  const left = total - differences.reduce((sum, { pieces }) => sum + pieces, 0);
  return (
    <section className={layout('column pane')} aria-label="Differences" data-region="list">
      <div className={layout('caption fixed ruled grid gap10 pad0x12', styles.row)} aria-hidden="true">
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
        renderItem={(difference) => <Row difference={difference} />}
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

function Row({ difference }: { readonly difference: ComparedDifference }) {
  const { a, b } = difference;
  const event = a ?? b;
  return (
    <div className={layout('full grid gap10 pad0x12', styles.row)}>
      <b className={layout('tabular')}>{placeText(a)}</b>
      <b className={layout('tabular')}>{placeText(b)}</b>
      <VisibleText as="code" className={layout.ellipsis} text={event?.nodeId ?? '–'} />
      <VisibleText as="code" className={layout.ellipsis} text={event?.type ?? ''} />
      <span className={layout.ellipsis}>{rowText(difference)}</span>
    </div>
  );
}

type CompareSummaryProps = Pick<ComparedProps, 'sessionId' | 'b' | 'view'>;

const TONES = { agrees: 'ok', later: 'warning', deviates: 'error', unknown: 'plain' } as const;
/** Maximum number of listed nodes. */
const MAX_NODES = 200;

/** Consequences of the first divergence, their recorded costs, and the durations of the nodes. */
const CompareSummary = memo(function CompareSummary({ sessionId, b, view }: CompareSummaryProps) {
  const { cones, recorded, figures } = view;
  const sessionOf = { a: sessionId, b: b.sessionId };
  const nodes = differingNodes(figures.nodes);
  const displayed = nodes.slice(0, MAX_NODES);
  return (
    <>
      {cones.a === null && cones.b === null ? null : (
        <section className={layout.findingPart}>
          <h2 className={styles.title}>What followed from it</h2>
          <div className={layout('grid gap12', partStyles.pair)}>
            <Cone letter="A" cone={cones.a} sessionId={sessionOf.a} />
            <Cone letter="B" cone={cones.b} sessionId={sessionOf.b} />
          </div>
        </section>
      )}
      {recorded.length === 0 ? null : (
        <section className={layout.findingPart}>
          <h2 className={styles.title}>What the host recorded of a divergence</h2>
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
          <h2 className={styles.title}>What the nodes took, A → B</h2>
          <div className={layout.scrolls}>
            <table
              className={layout('table compared', styles.figures)}
              aria-label="Nodes whose figures differ"
            >
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

interface ConeProps {
  readonly letter: 'A' | 'B';
  readonly cone: ComparedCone | null;
  readonly sessionId: string;
}

function Cone({ letter, cone, sessionId }: ConeProps) {
  return (
    <div className={layout('stack gap4 narrow')}>
      <b>{letter}</b>
      {cone === null ? (
        <span className={layout.third}>unknown what followed</span>
      ) : cone.events === 0 ? (
        <span className={layout.third}>nothing that names it as its cause</span>
      ) : (
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
      )}
    </div>
  );
}
