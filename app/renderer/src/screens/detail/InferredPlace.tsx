import { countOf, formatCount } from '@openwop-inspector/base';
import type { InferredChain, InferredLink } from '@openwop-inspector/run-log';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { INFERRED, INFERRED_RULE_WORDS } from '../../model/inferred-text.ts';
import { ChainStep } from './ChainStep.tsx';
import styles from './Detail.module.css';

/** Deeper events below have the indentation of this level. */
const MAX_INDENT = 8;

export interface InferredAboveProps {
  readonly inferred: InferredChain;
  readonly onSelect: (ordinal: number) => void;
}

/** Items of a list: the inferred events above, the first on top, each with the dotted edge that leads down. */
export function InferredAbove({ inferred, onSelect }: InferredAboveProps) {
  const left = inferred.aboveTotal - inferred.above.length;
  return (
    <>
      <li className={layout('row gap8 min26 second bold')}>{INFERRED}</li>
      {left > 0 && <li className={layout('aside min26')}>{countOf(left, 'more event')} above</li>}
      {inferred.above.toReversed().map((link) => (
        <li key={link.row.ordinal}>
          <ChainStep node={{ kind: 'event', row: link.row }} part="inferred" onSelect={onSelect} />
          <InferredEdge link={link} />
        </li>
      ))}
    </>
  );
}

/** A dotted edge without a head, the rule, and that it was not recorded. */
function InferredEdge({ link }: { readonly link: InferredLink }) {
  return (
    <div className={layout('row aside wrap', styles.edge)}>
      <span className={classNames(styles.edgeLine, styles.dotted)} aria-hidden="true" />
      <span>{INFERRED_RULE_WORDS[link.rule]}</span>
      <span className={layout.third}>inferred</span>
    </div>
  );
}

export interface InferredBelowProps extends InferredAboveProps {
  /** Number of events to display. */
  readonly shown: number;
  readonly onMore: () => void;
}

/** The inferred events below, as an indented list in the order of the log. */
export function InferredBelow({ inferred, shown, onSelect, onMore }: InferredBelowProps) {
  const below = inferred.below.slice(0, shown);
  const left = inferred.belowTotal - below.length;
  if (below.length === 0) return null;
  return (
    <>
      <h3 className={layout('heading second', styles.effectsHeading)}>
        {formatCount(inferred.belowTotal)} below, inferred, not recorded
      </h3>
      <ol className={layout.pad0x12} aria-label="Below, inferred, not recorded">
        {below.map(({ row, rule, depth }) => (
          <li key={row.ordinal} style={{ paddingInlineStart: `${Math.min(depth - 1, MAX_INDENT) * 18}px` }}>
            <ChainStep
              node={{ kind: 'event', row }}
              part="inferred"
              onSelect={onSelect}
              end={<span className={layout('third', styles.notCausation)}>{INFERRED_RULE_WORDS[rule]}</span>}
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
