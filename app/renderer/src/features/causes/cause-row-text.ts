/** Texts of a row of the causes tree: its name, its effects, its rule. */

import { countOf, formatCount, formatSequence, unreachable } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { displayText } from '@openwop-inspector/renderers';
import {
  type CauseTreeRow,
  type ChainNode,
  type EventRow,
  INFERRED_WORDS,
  viaText,
} from '@openwop-inspector/run-log';
import type { IconName } from '@openwop-inspector/ui';
import { belowText } from './chain-entries.ts';

/** `3 effects`, `3 effects, 1,204 in all`; empty without any. Events of an inferred tree are not effects. */
export function effectText(row: CauseTreeRow, isInferred: boolean): string {
  if (isInferred) return belowText(row);
  const { children, descendants } = row;
  if (children === 0) return '';
  const direct = countOf(children, 'effect');
  return descendants === children ? direct : `${direct}, ${formatCount(descendants)} in all`;
}

/** The rule of the edge above a row; empty for a row without one. */
export function edgeText({ via, inferredBy }: CauseTreeRow): string {
  if (inferredBy !== undefined) return INFERRED_WORDS[inferredBy];
  return via === null ? '' : viaText(via);
}

/** Text in place of an event's type. */
export function nodeTitle(node: ChainNode): string {
  switch (node.kind) {
    case 'event':
      return node.row.type;
    case 'envelope':
      return node.envelopeType ?? 'envelope';
    case 'external':
      return node.hostId === null ? 'outside this log' : `host ${node.hostId}`;
    case 'dangling':
      return 'not loaded';
    default:
      return unreachable(node);
  }
}

export function nodeIcon(node: ChainNode): IconName {
  switch (node.kind) {
    case 'event':
      return eventGlyph(node.row.type);
    case 'envelope':
      return 'envelope';
    case 'external':
      return 'external';
    case 'dangling':
      return 'gap';
    default:
      return unreachable(node);
  }
}

/** Text in place of an event's summary. */
export function nodeText(node: ChainNode): string {
  switch (node.kind) {
    case 'event':
      return node.row.summary;
    case 'envelope':
      return `${countOf(node.events, 'event')} · ${node.correlationId}`;
    default:
      return node.id;
  }
}

/** The label of untrusted content with its source, as displayed in a row. */
function untrustedText({ contentTrust, taintFrom }: EventRow): string {
  if (contentTrust !== 'untrusted') return '';
  return taintFrom === null ? 'Untrusted' : `Untrusted from ${formatSequence(taintFrom.sequence)}`;
}

/**
 * Accessible name of the row: the words on screen in their order, then the meaning of its form. `taint` is the word for
 * its position on a rendered path.
 */
export function causeRowName(row: CauseTreeRow, isInferred: boolean, taint = ''): string {
  const number = row.node.kind === 'event' ? `${formatSequence(row.node.row.sequence)} ` : '';
  const untrusted = row.node.kind === 'event' ? untrustedText(row.node.row) : '';
  const effects = effectText(row, isInferred);
  const parts = [
    `${number}${nodeTitle(row.node)}`,
    nodeText(row.node),
    taint,
    untrusted,
    edgeText(row),
    effects,
    formText(row, isInferred),
  ];
  return displayText(parts.filter((part) => part !== '').join(', '));
}

/** Meaning of the form of an edge. Only where causes are recorded is a row without a cause called a root. */
function formText({ via, inferredBy }: CauseTreeRow, isInferred: boolean): string {
  if (isInferred) return inferredBy === undefined ? 'no parent' : 'inferred';
  return via === null ? 'root' : '';
}
