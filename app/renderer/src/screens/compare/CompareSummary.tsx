import { countOf, formatCount } from '@openwop-inspector/base';
import { differingNodes, FIGURES, figureCell, type NodeDifference } from '@openwop-inspector/compare';
import { VisibleText } from '@openwop-inspector/renderers';
import { Badge, Button, classNames, layout } from '@openwop-inspector/ui';
import { memo } from 'react';
import { placeText } from '../../model/compare-rows.ts';
import { showCompared } from '../../state/compare-actions.ts';
import type { ComparedCone, ComparedSide, ComparedView } from '../../worker/compare-jobs.ts';
import styles from './Compare.module.css';

export interface CompareSummaryProps {
  readonly sessionId: string;
  readonly b: ComparedSide;
  readonly view: ComparedView;
}

const TONES = { agrees: 'ok', later: 'warning', deviates: 'error', unknown: 'plain' } as const;
/** Maximum number of listed nodes. */
const MAX_NODES = 200;

/** Consequences of the first divergence, their recorded costs, and the durations of the nodes. */
export const CompareSummary = memo(function CompareSummary({ sessionId, b, view }: CompareSummaryProps) {
  const { cones, recorded, figures } = view;
  const sessionOf = { a: sessionId, b: b.sessionId };
  const nodes = differingNodes(figures.nodes);
  const displayed = nodes.slice(0, MAX_NODES);
  return (
    <>
      {cones.a === null && cones.b === null ? null : (
        <section className={styles.section}>
          <h2 className={styles.title}>What followed from it</h2>
          <div className={styles.pair}>
            <Cone letter="A" cone={cones.a} sessionId={sessionOf.a} />
            <Cone letter="B" cone={cones.b} sessionId={sessionOf.b} />
          </div>
        </section>
      )}
      {recorded.length === 0 ? null : (
        <section className={styles.section}>
          <h2 className={styles.title}>What the host recorded of a divergence</h2>
          <ul className={styles.plainList}>
            {recorded.map(({ side, event, verdict, why }) => (
              <li
                key={`${side} ${event?.ordinal}`}
                className={classNames(layout.row, layout.wrap, layout.gap8)}
              >
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
        <section className={styles.section}>
          <h2 className={styles.title}>What the nodes took, A → B</h2>
          <div className={layout.scrolls}>
            <table
              className={classNames(layout.table, styles.figures)}
              aria-label="Nodes whose figures differ"
            >
              <thead>
                <tr>
                  <th scope="col">node</th>
                  {FIGURES.map(({ title }) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
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
    <div className={classNames(layout.stack, layout.gap4, layout.narrow)}>
      <b>{letter}</b>
      {cone === null ? (
        <span className={layout.third}>nothing tells what followed</span>
      ) : cone.events === 0 ? (
        <span className={layout.third}>nothing that names it as its cause</span>
      ) : (
        <>
          <span>
            {countOf(cone.events, 'event')}, of which {formatCount(cone.different)} differ
          </span>
          <ul className={styles.plainList}>
            {cone.first.map((event) => (
              <li key={event.ordinal} className={layout.ellipsis}>
                <Button look="link" onPress={() => showCompared(sessionId, event.ordinal)}>
                  {placeText(event)}
                </Button>{' '}
                <code>
                  <VisibleText text={event.type} />
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
