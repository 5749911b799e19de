/** What a row of the causes tree says: its name, its effects, the rule that led to it. */
import { countOf, formatCount, formatSequence, unreachable } from '@openwop-inspector/base';
import { shownText } from '@openwop-inspector/renderers';
import type { CauseTreeRow, EventRow } from '@openwop-inspector/run-log';
import { viaWords } from '../../model/chain-entries.ts';

/** `3 effects`, `3 effects, 1,204 in all`; empty when it led to nothing. */
export function effectWords({ children, descendants }: CauseTreeRow): string {
  if (children === 0) return '';
  const direct = countOf(children, 'effect');
  return descendants === children ? direct : `${direct}, ${formatCount(descendants)} in all`;
}

/** Shown where an event has its type. */
export function nodeTitle({ node }: CauseTreeRow): string {
  switch (node.kind) {
    case 'event':
      return node.row.type;
    case 'envelope':
      return node.envelopeType ?? 'envelope';
    case 'external':
      return node.hostId === null ? 'outside this log' : `host ${node.hostId}`;
    case 'dangling':
      return 'not held';
    default:
      return unreachable(node);
  }
}

/** Shown where an event has its summary. */
export function nodeWords({ node }: CauseTreeRow): string {
  switch (node.kind) {
    case 'event':
      return node.row.summary;
    case 'envelope':
      return `${countOf(node.events, 'event')} · ${node.correlationId}`;
    default:
      return node.id;
  }
}

/** The label of untrusted content with its source, as shown in a row. */
function untrustedWords({ contentTrust, taintFrom }: EventRow): string {
  if (contentTrust !== 'untrusted') return '';
  return taintFrom === null ? 'Untrusted' : `Untrusted from ${formatSequence(taintFrom.sequence)}`;
}

/** The row in one phrase for those who listen: the words on screen in their order, then what only the form says. */
export function causeRowName(row: CauseTreeRow): string {
  const number = row.node.kind === 'event' ? `${formatSequence(row.node.row.sequence)} ` : '';
  const untrusted = row.node.kind === 'event' ? untrustedWords(row.node.row) : '';
  const rule = row.via === null ? '' : viaWords(row.via);
  const parts = [`${number}${nodeTitle(row)}`, nodeWords(row), untrusted, rule, effectWords(row)];
  const words = [...parts, row.via === null ? 'root' : ''].filter((part) => part !== '');
  return shownText(words.join(', '));
}
