import { countOf, formatCount } from '@openwop-inspector/base';
import type { CausalChain, ChainLink } from '@openwop-inspector/run-log';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { isNotCausation, markWords, viaWords } from '../../model/chain-entries.ts';
import styles from './CausalChain.module.css';
import { ChainEdge } from './ChainEdge.tsx';
import { ChainStep } from './ChainStep.tsx';

/** Effects deeper than this keep the indentation of this level. */
const MAX_INDENT = 8;
/** Of one level: less where the pane is narrow, so that the deepest still have room for their type. */
const INDENT = 'clamp(6px, (100cqi - 360px) / 10, 18px)';

export interface EffectsProps {
  readonly chain: CausalChain;
  /** How many effects to show. */
  readonly shown: number;
  readonly onSelect: (ordinal: number) => void;
  readonly onMore: () => void;
}

/** What the event led to, as an indented list in the order of the log. */
export function Effects({ chain, shown, onSelect, onMore }: EffectsProps) {
  const { descendantTotal } = chain;
  const descendants = chain.descendants.slice(0, shown);
  const first = descendants[0];
  const direct = descendants.filter((link) => link.depth === 1).length;
  const left = descendantTotal - descendants.length;
  if (first === undefined) {
    return chain.causationOmitted ? null : (
      <p className={classNames(layout.words, styles.remark)}>Nothing in this log names it as a cause.</p>
    );
  }
  const [only] = descendants.length === 1 ? [first] : [];
  const words = left > 0 ? '' : `, ${formatCount(direct)} direct`;
  return (
    <>
      {only === undefined ? (
        <h3 className={classNames(layout.heading, layout.second, styles.effectsHeading)}>
          {countOf(descendantTotal, 'effect')}
          {direct === descendantTotal ? '' : words}
        </h3>
      ) : (
        <ChainEdge via={only.via} marks={only.marks} side="effect" remark="1 effect" />
      )}
      <ol className={classNames(layout.pad0x12, styles.effects)} aria-label="Effects">
        {descendants.map((link) => (
          <li
            key={effectKey(link)}
            style={{ paddingInlineStart: `calc(${Math.min(link.depth - 1, MAX_INDENT)} * ${INDENT})` }}
          >
            <ChainStep
              node={link.node}
              part="effect"
              onSelect={onSelect}
              end={only === undefined ? <EffectRule link={link} /> : null}
            />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <div className={styles.moreEffects}>
          <Button small look="quiet" onPress={onMore}>
            {formatCount(left)} more
          </Button>
        </div>
      )}
    </>
  );
}

function EffectRule({ link }: { readonly link: ChainLink }) {
  const dotted = isNotCausation(link.via);
  return (
    <span className={classNames(layout.third, dotted && styles.notCausation)}>
      {viaWords(link.via)}
      {dotted ? ', not a causationId' : ''}
      {markWords(link.marks).map((words) => `, ${words}`)}
    </span>
  );
}

function effectKey({ node, depth }: ChainLink): string {
  if (node.kind === 'event') return `e${node.row.ordinal} ${depth}`;
  return node.kind === 'envelope' ? `v${node.correlationId}` : `${node.kind} ${node.id}`;
}
