/** Which hosts would take which envelopes, in words. */
import { type StepId, stepInfo } from '@openwop-inspector/acceptor-core';
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  type CellColumn,
  counts,
  dim,
  error,
  line,
  name,
  paragraph,
  plain,
  rest,
  strong,
  type Text,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import { cited } from '@openwop-inspector/protocol';
import type { PortableAnswer } from './judge-at-host.ts';
import type { CellReason, PortabilityCell, PortabilityRow } from './portability-grid.ts';

export const ANSWER_WORDS: Readonly<Record<PortableAnswer, string>> = {
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'not known',
};

const STYLES = { accepted: plain, refused: error, unknown: warning } as const;

/** Reasons reported of a cell. */
const LISTED = 5;

/** `S5`; for a stopped check the word. */
export function stepNumber(step: StepId | 'stopped'): string {
  return step === 'stopped' ? 'no step' : stepInfo(step).number;
}

/** What decided, after the answer: ` by the kind, at step S5 (kind)`. */
export function decidedText({ decides, step }: CellReason): string {
  const by = decides === null ? '' : ` by the ${decides}`;
  return step === 'stopped' ? by : `${by}${by === '' ? '' : ','} at step ${stepNumber(step)} (${step})`;
}

/** Plain data. The cells of a kind are in the order of the hosts. */
export interface PortabilityReport {
  readonly hosts: readonly { readonly name: string; readonly file: string }[];
  readonly kinds: readonly PortabilityRow[];
  readonly envelopes: number;
  readonly leftOut: number;
}

export function portabilityJson({ leftOut, ...report }: PortabilityReport) {
  return { ...report, ...(leftOut === 0 ? {} : { leftOut }) };
}

/** The grid, then what decides each cell that is not accepted throughout. */
export function portabilityDocument({ hosts, kinds, leftOut }: PortabilityReport): readonly Block[] {
  const reasons = kinds.flatMap(({ kind, cells }) =>
    cells.flatMap((cell, at) => {
      const reported = cell.reasons.filter(({ answer }) => answer !== 'accepted');
      if (reported.length === 0) return [];
      const left = reported.length - LISTED;
      return [
        blank,
        line(name(kind), dim(' at '), strong(hosts[at]?.name ?? '')),
        ...reported.slice(0, LISTED).flatMap(reasonLines),
        ...rest(left, `  and ${left} more reasons`),
      ];
    }),
  );
  return [
    tableOf(kinds, [
      { title: 'KIND', shrinksTo: 12, cell: ({ kind }) => name(kind) },
      counts('ENVELOPES', ({ envelopes }) => envelopes),
      ...hosts.map(
        (host, at): CellColumn<PortabilityRow> => ({
          title: host.name,
          shrinksTo: 10,
          cell: ({ cells }) => cellSpan(cells[at]),
        }),
      ),
    ]),
    ...reasons,
    ...(leftOut === 0 ? [] : [blank, line(dim(`${countOf(leftOut, 'entry', 'entries')} left out`))]),
  ];
}

/** The answer; with counts where the envelopes of the cell differ. */
function cellSpan(cell: PortabilityCell | undefined): Text {
  if (cell === undefined) return '';
  const { answer, counts: by, reasons } = cell;
  const all = by.accepted + by.refused + by.unknown;
  const share = by[answer] === all ? '' : ` ${formatCount(by[answer])} of ${formatCount(all)}`;
  const decides = reasons[0]?.decides ?? null;
  return STYLES[answer](`${ANSWER_WORDS[answer]}${share}${decides === null ? '' : `: ${decides}`}`);
}

function reasonLines(reason: CellReason): readonly Block[] {
  const { answer, clause, note, missing, count } = reason;
  const cites = clause === '' ? [] : ['  ', cited(clause)];
  const example = [dim(`  ${countOf(count, 'envelope')}, such as `), name(placeText(reason))];
  return [
    paragraph(4, '  ', STYLES[answer](ANSWER_WORDS[answer]), decidedText(reason), ...cites, ...example),
    ...(note === '' ? [] : [paragraph(4, '    ', note)]),
    ...missing.map(({ what, record }) =>
      paragraph(6, '    ', dim('needs '), what, dim(record === '' ? '' : `: ${record}`)),
    ),
  ];
}

/** `#4` in a log, else the id of its event or envelope; empty where there is none. */
export function exampleName({ example: { sequence, eventId, correlationId } }: CellReason): string {
  return sequence === null ? (eventId ?? correlationId ?? '') : formatSequence(sequence);
}

function placeText(reason: CellReason): string {
  const { file, line: at } = reason.example;
  return at === null ? `${file} ${exampleName(reason)}`.trimEnd() : `${file} line ${at}`;
}
