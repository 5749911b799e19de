import { formatSequence } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import { CAUSE_WORDS, type ChainNode, type EventRow } from '@openwop-inspector/run-log';
import { Badge, Icon, type IconName, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { troubleColour } from '../../shared/severity-form.ts';
import { UntrustedBadge } from '../../shared/UntrustedBadge.tsx';
import { type ChainStop, nodeLook } from '../causes/chain-entries.ts';
import styles from './Detail.module.css';

export interface ChainStepProps {
  readonly node: ChainNode;
  readonly part: ChainStop['role'] | 'effect' | 'inferred';
  /** For the event that is the cause: the rule by which it is. */
  readonly rule?: ChainStop['rule'];
  readonly onSelect: (ordinal: number) => void;
  /** Secondary text at the right end. */
  readonly end?: ReactNode;
}

/** A stop of a chain: an event as a link, an envelope as a card, a missing event as a stub. */
export function ChainStep({ node, part, rule = null, onSelect, end }: ChainStepProps) {
  if (node.kind !== 'event') {
    const isCard = node.kind === 'envelope';
    const { icon, title, text } = nodeLook(node);
    return (
      <div className={layout('row gap8 relative min26 rounded', styles.step, isCard && styles.card)}>
        <NameCells icon={icon} name={title} isStub={!isCard} />
        <RestCells words={text}>
          {isCard && node.virtual && part === 'effect' ? 'not in this log' : null}
          {node.kind === 'dangling' ? 'names nothing in this log' : null}
          {end}
        </RestCells>
      </div>
    );
  }
  const { row } = node;
  const here = part === 'target';
  return (
    <div className={layout('row gap8 relative min26 rounded', styles.step, here && styles.here)}>
      <Link
        className={layout('row narrow nowrap gap8 noOutline shrinks min26 rests rounded', styles.link)}
        aria-label={displayText(`${formatSequence(row.sequence)} ${row.type}`)}
        {...(here ? { 'aria-current': 'true' } : {})}
        onPress={() => onSelect(row.ordinal)}
      >
        <NameCells
          icon={part === 'start' ? 'chainStart' : eventGlyph(row.type)}
          name={row.type}
          tone={row.tone}
          isHere={here}
        >
          {row.sequence ?? '–'}
        </NameCells>
      </Link>
      <RestCells words={row.summary}>
        {row.contentTrust === 'untrusted' && <UntrustedBadge source={row.taintFrom} />}
        {rule !== null && <Badge tone="error">Cause: {CAUSE_WORDS[rule]}</Badge>}
        {part === 'start' && (
          <Badge tone="plain" icon="chainStart">
            Chain starts here
          </Badge>
        )}
        {here && <span className={layout('bold second')}>Selected</span>}
        {end}
      </RestCells>
    </div>
  );
}

interface NameCellsProps {
  readonly icon: IconName;
  readonly name: string;
  readonly tone?: EventRow['tone'];
  readonly isHere?: boolean;
  /** It is no event of the log. */
  readonly isStub?: boolean;
  /** The sequence, if it has one. */
  readonly children?: ReactNode;
}

function NameCells({ icon, name, tone, isHere, isStub, children }: NameCellsProps) {
  return (
    <>
      <span className={layout('centred fixed', styles.glyph, troubleColour(tone, layout.second))}>
        <Icon name={icon} />
      </span>
      <span className={layout('fixed code third endText', styles.sequence)}>{children}</span>{' '}
      <VisibleText
        as="code"
        className={layout(
          'clip shrinks',
          styles.type,
          troubleColour(tone, isStub ? layout.second : layout.primary),
          (isHere || tone === 'failed') && layout.bold,
        )}
        text={name}
      />
    </>
  );
}

function RestCells({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <>
      <span className={layout('clip narrow second flexes')} title={words}>
        <VisibleText text={words} />
      </span>
      <span className={layout('row aside fixed nowrap toEnd relative above gap8')}>{children}</span>
    </>
  );
}
