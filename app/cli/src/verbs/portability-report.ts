/** What a person and a program read after `portability`. Pure. */
import type { CellReason, PortabilityCell, PortabilityRow } from '@openwop-inspector/audit';
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import {
  blank,
  cited,
  dim,
  type Line,
  line,
  name,
  plain,
  type Span,
  type Style,
  strong,
  wrapLine,
} from '../terminal/line.ts';
import { type Column, table } from '../terminal/table.ts';

/** Plain data. The cells of a kind stand in the order of the hosts. */
export interface PortabilityReport {
  readonly hosts: readonly { readonly name: string; readonly file: string }[];
  readonly kinds: readonly PortabilityRow[];
  readonly envelopes: number;
  readonly leftOut: number;
}

export function portabilityDocument({ leftOut, ...report }: PortabilityReport) {
  return { ...report, ...(leftOut === 0 ? {} : { leftOut }) };
}

type Answer = PortabilityCell['answer'];

const WORDS: Readonly<Record<Answer, string>> = {
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'not known',
};
const STYLES: Readonly<Record<Answer, Style>> = { accepted: 'plain', refused: 'error', unknown: 'warning' };

/** Reasons told of a cell. */
const LISTED = 5;

/** The grid, then what decides each cell that is not accepted throughout. */
export function portabilityLines(
  { hosts, kinds, leftOut }: PortabilityReport,
  width: number | null,
): readonly Line[] {
  const columns: readonly Column[] = [
    { title: 'KIND', shrinksTo: 12 },
    { title: 'ENVELOPES', align: 'right' },
    ...hosts.map((host): Column => ({ title: host.name, shrinksTo: 10 })),
  ];
  const rows = kinds.map(({ kind, envelopes, cells }) => [
    name(kind),
    plain(formatCount(envelopes)),
    ...cells.map(cellSpan),
  ]);
  const reasons = kinds.flatMap(({ kind, cells }) =>
    cells.flatMap((cell, at) => {
      const told = cell.reasons.filter(({ answer }) => answer !== 'accepted');
      if (told.length === 0) return [];
      return [
        blank,
        line(name(kind), dim(' at '), strong(hosts[at]?.name ?? '')),
        ...told.slice(0, LISTED).flatMap((reason) => reasonLines(reason, width)),
        ...(told.length > LISTED ? [line(dim(`  and ${told.length - LISTED} more reasons`))] : []),
      ];
    }),
  );
  const cut = leftOut === 0 ? [] : [blank, line(dim(`${countOf(leftOut, 'entry', 'entries')} left out`))];
  return [...table(columns, rows, width), ...reasons, ...cut];
}

/** The answer; with counts where the envelopes of the cell differ. */
function cellSpan({ answer, counts, reasons }: PortabilityCell): Span {
  const all = counts.accepted + counts.refused + counts.unknown;
  const share = counts[answer] === all ? '' : ` ${formatCount(counts[answer])} of ${formatCount(all)}`;
  const decides = reasons[0]?.decides ?? null;
  return { text: `${WORDS[answer]}${share}${decides === null ? '' : `: ${decides}`}`, style: STYLES[answer] };
}

function reasonLines(reason: CellReason, width: number | null): readonly Line[] {
  const { answer, step, decides, clause, note, missing, count } = reason;
  const by = decides === null ? `at step ${step}` : `by the ${decides}, at step ${step}`;
  const head = line(
    '  ',
    { text: WORDS[answer], style: STYLES[answer] },
    ` ${by}`,
    clause === '' ? '' : '  ',
    clause === '' ? '' : cited(clause),
    dim(`  ${countOf(count, 'envelope')}, such as `),
    name(placeWords(reason)),
  );
  return [
    ...wrapLine(head, width, 4),
    ...(note === '' ? [] : wrapLine(line('    ', plain(note)), width, 4)),
    ...missing.flatMap(({ what, record }) =>
      wrapLine(line('    ', dim('needs '), plain(what), dim(record === '' ? '' : `: ${record}`)), width, 6),
    ),
  ];
}

function placeWords({ example: { file, sequence, eventId, correlationId, line: at } }: CellReason): string {
  if (at !== null) return `${file} line ${at}`;
  const where = sequence === null ? (eventId ?? correlationId ?? '') : formatSequence(sequence);
  return where === '' ? file : `${file} ${where}`;
}
