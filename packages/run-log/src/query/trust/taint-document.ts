/** The way of untrusted content in words: each source, what followed, and each place that it reached. */
import { countOf, formatSequence } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  cut,
  dim,
  error,
  type Line,
  line,
  ok,
  type Span,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import { eventHead } from '../rows/event-rows.ts';
import {
  REACHED_WORDS,
  type ReachedPlace,
  type TaintFlow,
  type TaintOfEvent,
  type TaintOfLog,
  type TaintStep,
} from './taint-report.ts';
import type { TaintVerdict } from './trust-findings.ts';

const VERDICTS: Readonly<Record<TaintVerdict, Span>> = {
  agrees: ok('agrees  '),
  deviates: error('deviates'),
  unknown: warning('unknown '),
};

const viaText = ({ via }: TaintStep): string =>
  via === null ? 'comes in ' : via === 'cause' ? '→ caused ' : '⇢ in node ';

/** The report of a log: each source, what followed, and each place with its way. */
export function taintDocument(answer: TaintOfLog): readonly Block[] {
  const { flows, sources, unreached, unreachedTotal, hasCauses } = answer;
  const withRun = new Set(flows.map(({ source }) => source.runId)).size > 1;
  const lines = flows.flatMap((flow) => [...flowLines(flow, withRun), blank]);
  const left = sources - flows.length;
  if (left > 0) lines.push(line(`and ${countOf(left, 'more source')}`));
  if (sources > 0 && !hasCauses)
    lines.push(line(dim('The log names no causes: ways are those inside a node.')));
  if (unreachedTotal > 0)
    lines.push(
      line(strong('Approvals that no recorded path leads to')),
      ...reachedLines(unreached, unreachedTotal),
      blank,
    );
  return [...lines, line(dim(closingText(answer)))].map((one) => cut(...one));
}

function closingText({ sources, deviating, unknown }: TaintOfLog): string {
  const came =
    sources === 0 ? 'Nothing untrusted came in' : `Untrusted content came in by ${countOf(sources, 'event')}`;
  const found = [
    ...(sources > 0 || deviating > 0 ? [countOf(deviating, 'deviation')] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ];
  return found.length === 0 ? `${came}.` : `${came}; ${found.join(', ')}.`;
}

function flowLines(flow: TaintFlow, withRun: boolean): readonly Line[] {
  const { source, marked, unmarked, reached, reachedTotal } = flow;
  const followed = [
    marked > 0 ? `${countOf(marked, 'event after it says', 'events after it say')} so` : '',
    unmarked > 0
      ? `${countOf(unmarked, 'event that followed says', 'events that followed say')} nothing`
      : '',
  ].filter((one) => one !== '');
  return [
    line(...eventHead(source, { withRun })),
    ...(followed.length === 0 ? [] : [line(dim(`  ${followed.join(', ')}`))]),
    ...reachedLines(reached, reachedTotal),
  ];
}

function reachedLines(reached: readonly ReachedPlace[], total: number): readonly Line[] {
  const left = total - reached.length;
  return [
    ...reached.flatMap(placeLines),
    ...(left > 0 ? [line(dim(`  and ${countOf(left, 'more place')}`))] : []),
  ];
}

function placeLines(place: ReachedPlace): readonly Line[] {
  const { kind, way, leftOut, verdict, clause, why, isCertain } = place;
  const event = way.at(-1)?.row;
  const number = event === undefined ? '' : formatSequence(event.sequence);
  const words = [`  ${REACHED_WORDS[kind]}: `, why, dim(`  ${clause}`)];
  const head = line('  ', VERDICTS[verdict], '  ', strong(number), ...words);
  if (way.length < 2) return [head];
  return [head, line(dim(`            ${wayText(way, leftOut)}${isCertain ? '' : ' (perhaps)'}`))];
}

/** "#4 → #8 ⇢ #14": along causes, and inside a node. */
const wayText = (way: readonly TaintStep[], leftOut: number): string =>
  way
    .map(({ row, via }, i) => {
      const gap = i === 1 && leftOut > 0 ? ` … ${leftOut} more …` : '';
      const arrow = via === null ? '' : via === 'cause' ? ' → ' : ' ⇢ ';
      return `${gap}${arrow}${formatSequence(row.sequence)}`;
    })
    .join('');

/** How untrusted content came to an event; where it came by a way, that follows. */
export function arrivalText({ way, isCertain }: Pick<TaintOfEvent, 'way' | 'isCertain'>): string {
  if (way.length === 0) return 'No recorded path leads here.';
  return way.length === 1 ? 'It came in here.' : isCertain ? 'It came in by ' : 'It may have come from ';
}

/** The way of untrusted content to one event, and what it reached from there. */
export function taintOfEventDocument(answer: TaintOfEvent): readonly Block[] {
  const { row, way, leftOut, reached, reachedTotal } = answer;
  const withRun = { withRun: false };
  const reachedAll = reachedLines(reached, reachedTotal);
  const head =
    way.length === 0
      ? [line(...eventHead(row, withRun)), line(dim(`  ${arrivalText(answer)}`))]
      : [
          line(strong(arrivalText(answer))),
          ...way.flatMap((step, i) => [
            ...(i === 1 && leftOut > 0 ? [line(dim(`  … ${countOf(leftOut, 'more event')} …`))] : []),
            line(
              '  ',
              dim(viaText(step)),
              ...eventHead(step.row, withRun),
              dim(step.isMarked ? '' : '  no mark'),
            ),
          ]),
          blank,
          line(
            strong(reachedTotal === 0 ? 'From here on it reached nothing' : 'What it reached from here on'),
          ),
        ];
  return [...head, ...reachedAll].map((one) => cut(...one));
}
