/** What is inferred of an event that names no cause, drawn for a person under words that say so. Pure. */
import { countOf, formatCount } from '@openwop-inspector/base';
import type { CausalChain, InferredLink, InferredRule } from '@openwop-inspector/run-log';
import { dim, type Line, line, plain, strong } from '../terminal/line.ts';
import { eventHead, eventLine } from './event-table.ts';

/** The rules as shown beside an edge, seen from the event below. */
const RULES: Readonly<Record<InferredRule, string>> = {
  toolCall: 'same callId',
  interrupt: 'same interruptId',
  invocation: 'same invocationId',
  toolSession: 'same sessionId',
  conversation: 'same conversationId',
  attempt: 'start of its attempt',
  retry: 'after this retry',
  modelCall: 'last model call of its node',
  node: 'inside this node',
  run: 'inside this run',
  parentRun: 'this node started the run',
};

/** Events below are indented by at most this much. */
const MAX_INDENT = 16;

interface Options {
  readonly withRun: boolean;
  readonly maxEffects: number;
}

/** The inferred tree around the event of a chain, the first event on top; empty where nothing is inferred. */
export function inferredLines({ target, inferred }: CausalChain, options: Options): readonly Line[] {
  if (inferred === null || target.kind !== 'event') return [];
  const { above, aboveTotal, below, belowTotal } = inferred;
  if (aboveTotal + belowTotal === 0) return [];
  const lines: Line[] = [line(strong('Inferred, not recorded'))];
  const unread = aboveTotal - above.length;
  if (unread > 0) lines.push(line(dim(`   ┆  ${countOf(unread, 'more event')}`)));
  for (const { row, rule } of above.toReversed())
    lines.push([plain('   '), ...eventLine(row, options)], line(dim(`   ┊┄ ${RULES[rule]}`)));
  lines.push([strong(' ▸ '), ...eventLine(target.row, options)]);
  const shown = below.slice(0, options.maxEffects);
  lines.push(...shown.map((link) => belowLine(link, options)));
  const more = belowTotal - shown.length;
  if (more > 0) lines.push(line(dim(`   and ${formatCount(more)} more (--limit ${belowTotal} shows all)`)));
  return lines;
}

function belowLine({ row, rule, depth }: InferredLink, options: Options): Line {
  const indent = ' '.repeat(1 + 2 * Math.min(depth, MAX_INDENT));
  return [dim(`${indent}┊┄ `), ...eventHead(row, options), dim(`  ${RULES[rule]}  ${row.summary}`)];
}
