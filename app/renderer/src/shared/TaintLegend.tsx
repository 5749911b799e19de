import { countOf, formatSequence } from '@openwop-inspector/base';
import { Badge, Button, layout } from '@openwop-inspector/ui';
import {
  TAINT_MARKS,
  type TaintDrawn,
  type TaintKind,
  type TaintMark,
} from '../features/causes/taint-drawn.ts';
import styles from './Parts.module.css';

const DISPLAYED: readonly TaintKind[] = ['enters', 'acts', 'stopped', 'open', 'lost'];

export interface TaintLegendProps {
  readonly drawn: TaintDrawn;
  readonly onSelect: (ordinal: number) => void;
  readonly onClear: () => void;
}

/** Legend above a view with the path of untrusted content: of which event, what the marks mean, and how it ends. */
export function TaintLegend({ drawn, onSelect, onClear }: TaintLegendProps) {
  const { target, rows, marks, leftOut } = drawn;
  const kinds = new Set([...marks.values()].map(({ kind }) => kind));
  const number = formatSequence(target.sequence);
  return (
    <section
      aria-label="Way of untrusted content"
      className={layout('row wrap fixed ruled aside pad4x12 gap4x12')}
    >
      <span>
        Way of untrusted content through{' '}
        <Button look="link" label={`${number} ${target.type}`} onPress={() => onSelect(target.ordinal)}>
          {number}
        </Button>
        : <i className={styles.sample} aria-hidden="true" /> {countOf(rows.length, 'event')}
        {leftOut === 0 ? '' : `, ${countOf(leftOut, 'more', 'more')} not drawn`}
      </span>
      {DISPLAYED.filter((kind) => kinds.has(kind)).map((kind) => (
        <TaintBadge key={kind} kind={kind} />
      ))}
      <Button small look="quiet" icon="close" className={layout.toEnd} onPress={onClear}>
        Hide path
      </Button>
    </section>
  );
}

/** The glyph and word of what happens to the content at an event; nothing for one that it only went through. */
function TaintBadge({ kind }: { readonly kind: TaintKind }) {
  const { word, badge } = TAINT_MARKS[kind];
  if (badge === null) return null;
  return (
    <Badge tone={badge.tone} icon={badge.icon}>
      {word}
    </Badge>
  );
}

/** What the row of an event on the way shows: a hatched strip at its edge, and a badge where something happens. */
export function TaintSigns({ mark: { kind, word, badge } }: { readonly mark: TaintMark }) {
  return (
    <>
      <TaintStrip word={word} isSaid={badge !== null} />
      <TaintBadge kind={kind} />
    </>
  );
}

/** A hatched strip at the edge of its row. `isSaid`: the label is elsewhere in the row; else it has its own. */
export function TaintStrip({ word, isSaid = false }: { readonly word: string; readonly isSaid?: boolean }) {
  const name = isSaid ? { 'aria-hidden': true } : { role: 'img', 'aria-label': word };
  return <i className={layout('absolute topToBottom untrustedStrip')} title={word} {...name} />;
}

/** An event that brought untrusted content, as a label names it. */
export interface BadgeSource {
  readonly ordinal: number;
  readonly sequence: number | null;
  /** The tool, the peer or the node; absent in rows. */
  readonly name?: string | null;
}

export interface UntrustedBadgeProps {
  /** Null when the content came in here, or that is unknown. */
  readonly source: BadgeSource | null;
  /** Goes to the source; without it the place is only named. */
  readonly onJump?: (ordinal: number) => void;
}

/** "Untrusted, from #1209": icon, word and dashed edge, never the colour alone. */
export function UntrustedBadge({ source, onJump }: UntrustedBadgeProps) {
  const from = layout('ellipsis meta untrustedText short');
  return (
    <span className={layout('inlineRow narrow nowrap gap6')}>
      <Badge tone="untrusted">Untrusted</Badge>{' '}
      {source === null ? null : onJump === undefined ? (
        <span className={from}>{fromText(source)}</span>
      ) : (
        <Button look="link" className={from} onPress={() => onJump(source.ordinal)}>
          {fromText(source)}
        </Button>
      )}
    </span>
  );
}

function fromText({ sequence, name = null }: BadgeSource): string {
  const place = sequence === null ? 'another event' : `#${sequence}`;
  return name === null ? `from ${place}` : `from ${place} ${name}`;
}
