/**
 * The arrows over the lanes: causes of the selected event and its direct effects. Positions are row numbers and pixels
 * of the track; rendering is done by the view.
 */
import { formatSequence } from '@openwop-inspector/base';
import {
  type CausalChain,
  type CausalVia,
  type ChainLink,
  type ChainNode,
  type EventRow,
  isNotCausation,
  viaText,
} from '@openwop-inspector/run-log';
import type { TaintDrawn, TaintMark } from '../causes/taint-drawn.ts';

/** An event on the lanes. */
export interface ArrowEnd {
  readonly ordinal: number;
  readonly row: number;
  readonly x: number;
}

/** One edge between two events that have a position. */
export interface CausalArrow {
  readonly from: ArrowEnd;
  readonly to: ArrowEnd;
  /** Whether the edge belongs to the path to the selected event or leads to a direct effect of it. */
  readonly side: 'cause' | 'effect';
  /** `double` passes through an envelope; `dotted` is no causation. */
  readonly form: 'single' | 'double' | 'dotted';
  readonly words: string;
}

export interface CausalArrows {
  readonly arrows: readonly CausalArrow[];
  /** The first event of the path, when it is not the selected one itself. */
  readonly root: (ArrowEnd & { readonly words: string }) | null;
  readonly selected: ArrowEnd | null;
  /** Causes and direct effects that are not rendered, so that the arrows can be followed. */
  readonly left: number;
}

/** Maximum number of causes, nearest first, and of direct effects with an arrow. */
const MAX_CAUSES = 24;
const MAX_EFFECTS = 12;

/** Position of an event: its row among the lanes and its pixel on the track; null when either is not known. */
export type PlaceOf = (row: EventRow) => { readonly row: number; readonly x: number } | null;

/** Possible ends of arrows: the selected event, its causes, the start of their chain, its direct effects. */
export function arrowEvents(chain: CausalChain | null): readonly EventRow[] {
  if (chain === null) return [];
  const links = [
    ...chain.ancestors.slice(0, MAX_CAUSES),
    ...directEffects(chain.descendants).slice(0, MAX_EFFECTS),
  ];
  const nodes = [chain.target, chain.chainStart, ...links.map((link) => link.node)];
  return nodes.flatMap((node) => (node?.kind === 'event' ? [node.row] : []));
}

/** Arrows of a chain. O(rendered arrows). */
export function causalArrows(chain: CausalChain | null, placeOf: PlaceOf): CausalArrows {
  if (chain === null || chain.target.kind !== 'event')
    return { arrows: [], root: null, selected: null, left: 0 };
  const { target, chainStart } = chain;
  const endOf = (node: ChainNode): ArrowEnd | null => {
    const place = node.kind === 'event' ? placeOf(node.row) : null;
    return node.kind !== 'event' || place === null ? null : { ordinal: node.row.ordinal, ...place };
  };
  const selected = endOf(target);
  const causes = chain.ancestors.slice(0, MAX_CAUSES);
  const direct = directEffects(chain.descendants);
  const effects = direct.slice(0, MAX_EFFECTS);
  const start = chainStart?.kind === 'event' ? chainStart : null;
  const root = start === null || start.row.ordinal === target.row.ordinal ? null : endOf(start);
  const words = `${formatSequence(start?.row.sequence ?? null)} chain start`;
  return {
    arrows:
      selected === null
        ? []
        : [...causeArrows(causes, selected, endOf), ...effectArrows(effects, selected, endOf)],
    root: root === null ? null : { ...root, words },
    selected,
    left: chain.ancestors.length - causes.length + direct.length - effects.length,
  };
}

/** Place of a node; null for anything but an event with a position. */
type EndOf = (node: ChainNode) => ArrowEnd | null;

/** From the event outwards; an envelope has no position, its two edges become one double arrow. */
function causeArrows(causes: readonly ChainLink[], selected: ArrowEnd, endOf: EndOf): readonly CausalArrow[] {
  const arrows: CausalArrow[] = [];
  let to = selected;
  let through: CausalVia | null = null;
  for (const link of causes) {
    if (link.node.kind === 'envelope') {
      through = link.via;
      continue;
    }
    const from = endOf(link.node);
    const via = through ?? link.via;
    through = null;
    if (from === null) continue;
    arrows.push({ from, to, side: 'cause', form: formOf(via), words: viaText(via) });
    to = from;
  }
  return arrows;
}

/** Direct effects; those after an envelope that the event leads to count as direct. */
function directEffects(descendants: readonly ChainLink[]): readonly ChainLink[] {
  const direct: ChainLink[] = [];
  let below: number | null = null;
  for (const link of descendants) {
    if (link.depth === 1) below = link.node.kind === 'envelope' ? 2 : null;
    if (link.node.kind === 'event' && (link.depth === 1 || link.depth === below)) direct.push(link);
  }
  return direct;
}

function effectArrows(effects: readonly ChainLink[], selected: ArrowEnd, endOf: EndOf) {
  return effects.flatMap((link): readonly CausalArrow[] => {
    const to = endOf(link.node);
    if (to === null) return [];
    const words = `effect, ${viaText(link.via)}`;
    return [{ from: selected, to, side: 'effect', form: formOf(link.via), words }];
  });
}

function formOf(via: CausalVia): CausalArrow['form'] {
  if (via === 'correlationId') return 'double';
  return isNotCausation(via) ? 'dotted' : 'single';
}

/** How far below the middle of a lane an edge inside that lane runs, px: under its bars, so that their words show. */
export const INSIDE_DROP = 12;

/**
 * The path of an arrow in SVG, from its ends in px. Inside one lane it runs under the bars; a nearly vertical step
 * bulges to the right when `bulges`, so that both ends show, and is straight otherwise.
 */
export function arrowPath(x1: number, y1: number, x2: number, y2: number, bulges: boolean): string {
  const dx = x2 - x1;
  const sign = Math.sign(dx);
  if (y1 === y2) {
    if (Math.abs(dx) < 24) return `M${x1} ${y1}H${x2}`;
    const low = y1 + INSIDE_DROP;
    return `M${x1} ${y1}q0 ${INSIDE_DROP} ${8 * sign} ${INSIDE_DROP}H${x2 - 8 * sign}Q${x2} ${low} ${x2} ${y2 + 4}`;
  }
  if (Math.abs(dx) < 24) {
    return bulges ? `M${x1} ${y1}c34 6 34 ${y2 - y1 - 8} ${dx + 2} ${y2 - y1}` : `M${x1} ${y1}L${x2} ${y2}`;
  }
  const bend = Math.min(60, Math.abs(dx) / 2) * sign;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** Positions of the labels of causal arrows: next to their line, inside the track, never overlapping. */

/** The preferred position of a label: its anchor, and whether it is left or right of it. */
export interface LabelWish {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly prefers: 'left' | 'right';
}

interface PlacedLabel {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** Height of a label, px. */
export const LABEL_HEIGHT = 16;
const CHARACTER = 5.6;
const PADDING = 14;
const GAP = 8;

/** Estimated width of a label's text with its padding, px. */
export function labelWidth(text: string): number {
  return Math.ceil(text.length * CHARACTER + PADDING);
}

/** Labels that could be placed, in order of importance as given; the others are omitted. */
export function placedLabels(wishes: readonly LabelWish[], widthPx: number): readonly PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const wish of wishes) {
    const width = labelWidth(wish.text);
    const right = wish.x + GAP;
    const left = wish.x - GAP - width;
    const sides = wish.prefers === 'right' ? [right, left] : [left, right];
    const tops = [wish.y - LABEL_HEIGHT / 2, wish.y - 26, wish.y + 10];
    const spot = tops
      .flatMap((top) => sides.map((x) => ({ text: wish.text, left: x, top, width })))
      .find(
        (label) =>
          label.left >= 0 && label.left + width <= widthPx && placed.every((each) => !overlap(each, label)),
      );
    if (spot !== undefined) placed.push(spot);
  }
  return placed;
}

function overlap(a: PlacedLabel, b: PlacedLabel): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + LABEL_HEIGHT &&
    b.top < a.top + LABEL_HEIGHT
  );
}

/** An event of the path that has a position. */
interface TaintEnd extends ArrowEnd {
  readonly mark: TaintMark;
  /** `#26 Taint stopped`; null where the content only passes. */
  readonly words: string | null;
}

export interface PlacedTaint {
  readonly edges: readonly { readonly from: ArrowEnd; readonly to: ArrowEnd }[];
  readonly ends: readonly TaintEnd[];
}

/** The events and edges with a position among the visible lanes; null without a path. O(events of the path). */
export function placedTaint(drawn: TaintDrawn | null, placeOf: PlaceOf): PlacedTaint | null {
  if (drawn === null) return null;
  const ends = new Map<number, TaintEnd>();
  for (const row of drawn.rows) {
    const place = placeOf(row);
    const mark = drawn.marks.get(row.ordinal);
    if (place === null || mark === undefined) continue;
    const words = mark.badge === null ? null : `${formatSequence(row.sequence)} ${mark.word}`;
    ends.set(row.ordinal, { ...place, ordinal: row.ordinal, mark, words });
  }
  const edges = drawn.edges.flatMap((edge) => {
    const [from, to] = [ends.get(edge.from.ordinal), ends.get(edge.to.ordinal)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return { edges, ends: [...ends.values()] };
}

/** Taint of a lane, appended to its accessible name; empty without any. */
export function textAt(taint: PlacedTaint | null, row: number): string {
  const said = taint?.ends.flatMap((end) => (end.row === row ? (end.words ?? []) : [])) ?? [];
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}
