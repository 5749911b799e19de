import { countOf, formatCount, formatSequence, unreachable } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import {
  CAUSE_WORDS,
  type CausalChain,
  type CausalVia,
  type ChainLink,
  type ChainNode,
  type EventRow,
  edgeRemark,
  INFERRED,
  INFERRED_WORDS,
  isNotCausation,
  markText,
  originSentences,
  viaText,
} from '@openwop-inspector/run-log';
import {
  Badge,
  Button,
  classNames,
  Icon,
  type IconName,
  Kbd,
  layout,
  listMoveInText,
  onResize,
  scrollIntoPane,
  stepOf,
} from '@openwop-inspector/ui';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import { keysOf } from '../../commands/commands.ts';
import { troubleColour } from '../../shared/severity-form.ts';
import { UntrustedBadge } from '../../shared/TaintLegend.tsx';
import { type ChainEntry, type ChainStop, chainEntries, nodeLook } from '../causes/chain-entries.ts';
import styles from './Detail.module.css';

/** Deeper effects have the indentation of this level. */
const MAX_INDENT = 8;

/** Indentation of one level: less where the pane is narrow, so that the deepest have space for their type. */
const INDENT = 'clamp(6px, (100cqi - 360px) / 10, 18px)';

/** Number of causes that one press unfolds from the middle of a long chain. */
const UNFOLD_STEP = 100;

/** Space under the event that is scrolled into view with it, px: the edge to its first effect and that effect. */
const BELOW_END = 56;

export interface CausalChainViewProps {
  readonly chain: CausalChain;
  readonly maxEffects: number;
  readonly onSelect: (ordinal: number) => void;
  readonly onMoreEffects: () => void;
}

/** View: the chain from its start down to the event, then the event's effects. Every event in it is a link. */
export function CausalChainView({ chain, maxEffects, onSelect, onMoreEffects }: CausalChainViewProps) {
  const target = nodeKey(chain.target);
  const [opened, setOpened] = useState({ target, count: 0 });
  const unfolded = opened.target === target ? opened.count : 0;
  const list = useVisibleEnd(target);
  const select = (ordinal: number) => {
    list.keepFocus();
    onSelect(ordinal);
  };
  const entries = chainEntries(chain, unfolded);
  const remarks = originSentences(chain);
  const effects = { chain, max: maxEffects, onSelect: select, onMore: onMoreEffects };
  const inferred = chain.inferred !== null && chain.inferred.aboveTotal > 0 ? chain.inferred : null;
  const left = inferred === null ? 0 : inferred.aboveTotal - inferred.above.length;
  return (
    <section aria-label="Why it happened" className={styles.section} ref={list.ref} onKeyDown={moveByArrows}>
      <header className={layout('row gap8 min30 pad0x12')}>
        <h2>Why it happened</h2>
        <span className={layout.third}>
          {chain.causationOmitted ? 'no cause recorded' : countOf(chain.ancestorTotal, 'cause')},{' '}
          {countOf(chain.descendantTotal, 'effect')}
        </span>
        <span className={layout('inlineRow nowrap toEnd third gap4')} aria-hidden="true">
          <Kbd keys={keysOf('cause')} /> cause <Kbd keys={keysOf('effect')} /> effect
        </span>
      </header>
      {/* Warning before a missing cause could be taken for none. */}
      {remarks.length > 0 && <p className={layout('words pad0x12x8')}>{remarks.join(' ')}</p>}
      <ol className={layout.pad0x12}>
        {inferred !== null && <li className={layout('row gap8 min26 second bold')}>{INFERRED}</li>}
        {left > 0 && <li className={layout('aside min26')}>{countOf(left, 'more event')} above</li>}
        {/* The first on top, each with the dotted edge that leads down. */}
        {inferred?.above.toReversed().map((link) => (
          <li key={link.row.ordinal}>
            <ChainStep node={{ kind: 'event', row: link.row }} part="inferred" onSelect={select} />
            <Edge form={styles.dotted} words={INFERRED_WORDS[link.rule]}>
              <span className={layout.third}>inferred</span>
            </Edge>
          </li>
        ))}
        {entries.map((entry) =>
          entryItem(entry, select, () => setOpened({ target, count: unfolded + UNFOLD_STEP })),
        )}
      </ol>
      <Effects {...effects} />
      <InferredBelow {...effects} />
    </section>
  );
}

function entryItem(entry: ChainEntry, onSelect: (ordinal: number) => void, onUnfold: () => void) {
  switch (entry.kind) {
    case 'node':
      return (
        <li key={`${entry.depth} ${nodeKey(entry.node)}`}>
          <ChainStep node={entry.node} part={entry.role} rule={entry.rule} onSelect={onSelect} />
        </li>
      );
    case 'edge':
      return (
        <li key={`edge ${entry.depth}`}>
          <ChainEdge {...entry} side="cause" remark={edgeRemark(entry.via, entry.from)} />
        </li>
      );
    case 'folded':
      return (
        <li key="folded" className={layout('row gap10 min26')}>
          <span className={styles.foldLine} aria-hidden="true" />
          <Button small look="quiet" onPress={onUnfold}>
            {countOf(entry.count, 'more cause')}
          </Button>
        </li>
      );
    default:
      return unreachable(entry);
  }
}

function nodeKey(node: ChainNode): string {
  if (node.kind === 'event') return `e${node.row.ordinal}`;
  return node.kind === 'envelope' ? `v${node.correlationId}` : `${node.kind} ${node.id}`;
}

/**
 * Following a link makes its event the new end of the chain; the focus stays on it, so that keyboard navigation along
 * the chain stays in the pane. Below a long chain the event is scrolled into view, and again while the pane finds its
 * size, until the user scrolls.
 */
function useVisibleEnd(target: string) {
  const ref = useRef<HTMLElement>(null);
  const keepsFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the end of the chain has changed
  useLayoutEffect(() => {
    const section = ref.current;
    const link = section?.querySelector<HTMLElement>('[aria-current="true"]') ?? null;
    if (section === null || link === null) return;
    if (keepsFocus.current) link.focus({ preventScroll: true });
    keepsFocus.current = false;
    return keepInView(link, section);
  }, [target]);
  const keepFocus = () => {
    keepsFocus.current = true;
  };
  return { ref, keepFocus };
}

/** Scrolls a link into view, and again when its scroller changes size. Returns a function that stops this. */
function keepInView(link: HTMLElement, section: HTMLElement): () => void {
  const show = () => scrollIntoPane(link, BELOW_END);
  const scroller = section.parentElement;
  // It calls once before the first paint, after layout; reading it now would force a second layout.
  const stop = onResize(scroller, show);
  if (scroller === null || stop === undefined) {
    show();
    return () => undefined;
  }
  const events = ['wheel', 'pointerdown', 'keydown'] as const;
  for (const event of events) scroller.addEventListener(event, stop, { passive: true });
  return () => {
    stop();
    for (const event of events) scroller.removeEventListener(event, stop);
  };
}

/** Up and down move from link to link. */
function moveByArrows(press: KeyboardEvent<HTMLElement>): void {
  const by = stepOf(listMoveInText(press.key));
  if (by === 0 || press.altKey || press.ctrlKey || press.metaKey) return;
  const links = [...press.currentTarget.querySelectorAll<HTMLElement>('[role="link"]')];
  const here = links.findIndex((link) => link.matches(':focus'));
  const next = links[here + by];
  if (here === -1 || next === undefined) return;
  press.preventDefault();
  next.focus();
}

interface EffectsProps {
  readonly chain: CausalChain;
  /** Number of effects to display. */
  readonly max: number;
  readonly onSelect: (ordinal: number) => void;
  readonly onMore: () => void;
}

/** The event's effects, as an indented list in the order of the log. */
function Effects({ chain, max, onSelect, onMore }: EffectsProps) {
  const { descendantTotal } = chain;
  const descendants = chain.descendants.slice(0, max);
  const first = descendants[0];
  const direct = descendants.filter((link) => link.depth === 1).length;
  const left = descendantTotal - descendants.length;
  if (first === undefined) {
    return chain.causationOmitted ? null : (
      <p className={layout('words pad0x12x8')}>Nothing in this log names it as a cause.</p>
    );
  }
  const [only] = descendants.length === 1 ? [first] : [];
  const words = left > 0 ? '' : `, ${formatCount(direct)} direct`;
  return (
    <>
      {only === undefined ? (
        <h3 className={layout('second pad6x12')}>
          {countOf(descendantTotal, 'effect')}
          {direct === descendantTotal ? '' : words}
        </h3>
      ) : (
        <ChainEdge via={only.via} marks={only.marks} side="effect" remark="1 effect" />
      )}
      <ol className={layout('container pad0x12')} aria-label="Effects">
        {descendants.map((link) => (
          <li
            key={`${nodeKey(link.node)} ${link.depth}`}
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
      <MoreEffects left={left} onMore={onMore} />
    </>
  );
}

function EffectRule({ link }: { readonly link: ChainLink }) {
  const dotted = isNotCausation(link.via);
  return (
    <span className={layout('third', dotted && layout.dottedUnderline)}>
      {viaText(link.via)}
      {dotted ? ', not a causationId' : ''}
      {markText(link.marks).map((words) => `, ${words}`)}
    </span>
  );
}

interface ChainEdgeProps {
  readonly via: CausalVia;
  readonly marks: ChainLink['marks'];
  /** Edges towards the root are accent coloured, those to effects grey. */
  readonly side: 'cause' | 'effect';
  /** Text after the rule; empty for none. */
  readonly remark: string;
}

/** An edge to a cause or an effect with its rule, a remark, and what is wrong with it. */
function ChainEdge({ via, marks, side, remark }: ChainEdgeProps) {
  const form = isNotCausation(via) ? styles.dotted : via === 'correlationId' ? styles.double : undefined;
  return (
    <Edge form={classNames(form, side === 'effect' && styles.effect)} words={viaText(via)}>
      {remark !== '' && <span className={layout.third}>{remark}</span>}
      {markText(marks).map((words) => (
        <span key={words} className={layout('inlineRow warnText gap4')}>
          <Icon name="warning" size={12} />
          {words}
        </span>
      ))}
    </Edge>
  );
}

interface EdgeProps {
  /** Single by eventId, double when it leaves an envelope, dotted without a head when it is not causal or inferred. */
  readonly form: string | undefined;
  readonly words: string;
  readonly children: ReactNode;
}

function Edge({ form, words, children }: EdgeProps) {
  return (
    <div className={layout('row aside wrap minControl', styles.edge)}>
      <span className={layout('fixed relative minControl', styles.edgeLine, form)} aria-hidden="true" />
      <span>{words}</span>
      {children}
    </div>
  );
}

/** The inferred events below, as an indented list in the order of the log. */
function InferredBelow({ chain: { inferred }, max, onSelect, onMore }: EffectsProps) {
  const below = inferred?.below.slice(0, max) ?? [];
  if (inferred === null || below.length === 0) return null;
  return (
    <>
      <h3 className={layout('second pad6x12')}>
        {formatCount(inferred.belowTotal)} below, inferred, not recorded
      </h3>
      <ol className={layout.pad0x12} aria-label="Below, inferred, not recorded">
        {below.map(({ row, rule, depth }) => (
          <li key={row.ordinal} style={{ paddingInlineStart: `${Math.min(depth - 1, MAX_INDENT) * 18}px` }}>
            <ChainStep
              node={{ kind: 'event', row }}
              part="inferred"
              onSelect={onSelect}
              end={<span className={layout('third dottedUnderline')}>{INFERRED_WORDS[rule]}</span>}
            />
          </li>
        ))}
      </ol>
      <MoreEffects left={inferred.belowTotal - below.length} onMore={onMore} />
    </>
  );
}

function MoreEffects({ left, onMore }: { readonly left: number; readonly onMore: () => void }) {
  if (left <= 0) return null;
  return (
    <div className={layout.pad2x12}>
      <Button small look="quiet" onPress={onMore}>
        {formatCount(left)} more
      </Button>
    </div>
  );
}

interface ChainStepProps {
  readonly node: ChainNode;
  readonly part: ChainStop['role'] | 'effect' | 'inferred';
  /** For the event that is the cause: the rule by which it is. */
  readonly rule?: ChainStop['rule'];
  readonly onSelect: (ordinal: number) => void;
  /** Secondary text at the right end. */
  readonly end?: ReactNode;
}

/** A stop of a chain: an event as a link, an envelope as a card, a missing event as a stub. */
function ChainStep({ node, part, rule = null, onSelect, end }: ChainStepProps) {
  if (node.kind !== 'event') {
    const isCard = node.kind === 'envelope';
    const { icon, title, text } = nodeLook(node);
    return (
      <div
        className={layout(
          'row gap8 relative min26 rounded padEnd6',
          isCard && layout('chrome roundedMore outlined'),
        )}
      >
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
    <div className={layout('row gap8 relative min26 rounded padEnd6', here && layout.highlighted)}>
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
      <span className={layout('centred fixed wide20 high20', troubleColour(tone, layout.second))}>
        <Icon name={icon} />
      </span>
      <span className={layout('fixed code third endText least34')}>{children}</span>{' '}
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
