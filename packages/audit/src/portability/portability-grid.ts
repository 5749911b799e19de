/** Kinds of envelopes by hosts: what each host would say, counted, with one example of each reason. */
import { type MissingInput, type StepId, stepInfo } from '@openwop-inspector/acceptor-core';
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

/** Kinds that have a row of their own; a hostile file names as many as it likes. */
const MAX_KINDS = 500;
/** Reasons reported of one cell. */
const MAX_REASONS = 20;

/** Never two: what a declaration does not say refuses nothing and accepts nothing. */
export type PortableAnswer = 'accepted' | 'refused' | 'unknown';

/** What a refusal turns on: something that the host declares, the contract of the node, or the envelope alone. */
export type Decider = 'capability' | 'kind' | 'version' | 'schema' | 'limit' | 'contract' | 'envelope';

/** What one host would say of one envelope. */
export interface PortableVerdict {
  readonly answer: PortableAnswer;
  /** The step that decided or, of what is not known, that could not. */
  readonly step: StepId | 'stopped';
  /** Null where nothing refused. */
  readonly decides: Decider | null;
  readonly clause: string;
  /** One line on what was seen. */
  readonly note: string;
  readonly missing: readonly MissingInput[];
}

/** Where an envelope is. Masked, as the log gives it. */
export interface PortablePlace {
  readonly file: string;
  readonly runId: string | null;
  readonly sequence: number | null;
  readonly eventId: string | null;
  readonly correlationId: string | null;
  /** Line of a file of envelopes, from 1. */
  readonly line: number | null;
}

/** Envelopes of a cell that got the same answer for the same reason; note and example are those of the first. */
export interface CellReason extends PortableVerdict {
  readonly count: number;
  readonly example: PortablePlace;
}

export interface PortabilityCell {
  /** The worst of its envelopes: refused, then not known, then accepted. */
  readonly answer: PortableAnswer;
  readonly counts: Readonly<Record<PortableAnswer, number>>;
  /** Those that weigh most first. */
  readonly reasons: readonly CellReason[];
  /** Envelopes whose reason is not reported. */
  readonly leftOut: number;
}

export interface PortabilityRow {
  readonly kind: string;
  readonly envelopes: number;
  /** One for each host, in their order. */
  readonly cells: readonly PortabilityCell[];
}

interface OpenCell {
  readonly counts: Record<PortableAnswer, number>;
  readonly reasons: Map<string, CellReason & { count: number }>;
  leftOut: number;
}

/** Gathers verdicts. O(hosts) for each envelope. */
export class PortabilityGrid {
  private readonly rowsByKind = new Map<string, { envelopes: number; readonly cells: readonly OpenCell[] }>();
  /** Envelopes of kinds beyond the first five hundred, which have no row. */
  leftOut = 0;
  /** Envelopes that were taken. */
  taken = 0;

  /** Counts one envelope; `verdicts` are in the order of the hosts. */
  take(kind: string, place: PortablePlace, verdicts: readonly PortableVerdict[]): void {
    this.taken++;
    let row = this.rowsByKind.get(kind);
    if (row === undefined) {
      if (this.rowsByKind.size >= MAX_KINDS) {
        this.leftOut++;
        return;
      }
      row = { envelopes: 0, cells: verdicts.map(emptyCell) };
      this.rowsByKind.set(kind, row);
    }
    row.envelopes++;
    for (const [at, verdict] of verdicts.entries()) addTo(row.cells[at], verdict, place);
  }

  /** The most frequent kinds first. */
  rows(): readonly PortabilityRow[] {
    return [...this.rowsByKind]
      .map(([kind, { envelopes, cells }]) => ({ kind, envelopes, cells: cells.map(closed) }))
      .sort((a, b) => b.envelopes - a.envelopes || (a.kind < b.kind ? -1 : 1));
  }
}

function emptyCell(): OpenCell {
  return { counts: { accepted: 0, refused: 0, unknown: 0 }, reasons: new Map(), leftOut: 0 };
}

function addTo(cell: OpenCell | undefined, verdict: PortableVerdict, example: PortablePlace): void {
  if (cell === undefined) return;
  cell.counts[verdict.answer]++;
  const { answer, step, decides, missing } = verdict;
  const key = JSON.stringify([answer, step, decides, missing.map(({ what }) => what)]);
  const known = cell.reasons.get(key);
  if (known !== undefined) known.count++;
  else if (cell.reasons.size < MAX_REASONS) cell.reasons.set(key, { ...verdict, example, count: 1 });
  else cell.leftOut++;
}

const WEIGHT: readonly PortableAnswer[] = ['refused', 'unknown', 'accepted'];

const closed = ({ counts, reasons, leftOut }: OpenCell): PortabilityCell => ({
  answer: WEIGHT.find((answer) => counts[answer] > 0) ?? 'unknown',
  counts: { ...counts },
  reasons: [...reasons.values()].sort(
    (a, b) => WEIGHT.indexOf(a.answer) - WEIGHT.indexOf(b.answer) || b.count - a.count,
  ),
  leftOut,
});

export const ANSWER_WORDS: Readonly<Record<PortableAnswer, string>> = {
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'not known',
};

const STYLES = { accepted: plain, refused: error, unknown: warning } as const;

/** Reasons reported of a cell. */
const LISTED = 5;

/** `S5`; for a stopped check the word. */
const stepNumber = (step: StepId | 'stopped'): string =>
  step === 'stopped' ? 'no step' : stepInfo(step).number;

/** What decided, after the answer: ` by the kind, at step S5 (kind)`. */
function decidedText({ decides, step }: CellReason): string {
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

/** The answer, and what decides it. */
function cellSpan(cell: PortabilityCell | undefined): Text {
  if (cell === undefined) return '';
  const decides = cell.reasons[0]?.decides ?? null;
  return STYLES[cell.answer](`${cellText(cell)}${decides === null ? '' : `: ${decides}`}`);
}

/** The answer, with counts where the envelopes of the cell differ. */
export function cellText({ answer, counts }: PortabilityCell): string {
  const all = counts.accepted + counts.refused + counts.unknown;
  const share = counts[answer] === all ? '' : `, ${formatCount(counts[answer])} of ${formatCount(all)}`;
  return `${ANSWER_WORDS[answer]}${share}`;
}

/** Decider and step: `kind, S5`; for unknown the step alone; empty for accepted. */
export function decidingText({ answer, reasons }: PortabilityCell): string {
  const [first] = reasons;
  if (first === undefined || answer === 'accepted') return '';
  const step = stepNumber(first.step);
  return first.decides === null ? `at ${step}` : `${first.decides}, ${step}`;
}

/** `refused by the kind, at step S5 (kind), 3 envelopes`. */
export const reasonHead = (reason: CellReason): string =>
  `${ANSWER_WORDS[reason.answer]}${decidedText(reason)}, ${countOf(reason.count, 'envelope')}`;

/** Cells of a row by their worst answer. */
export function answerTotals(
  rows: readonly { readonly cells: readonly PortabilityCell[] }[],
): Readonly<Record<PortableAnswer, number>> {
  const totals = { accepted: 0, refused: 0, unknown: 0 };
  for (const { cells } of rows) for (const { answer } of cells) totals[answer]++;
  return totals;
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
export const exampleName = ({ example: { sequence, eventId, correlationId } }: CellReason): string =>
  sequence === null ? (eventId ?? correlationId ?? '') : formatSequence(sequence);

function placeText(reason: CellReason): string {
  const { file, line: at } = reason.example;
  return at === null ? `${file} ${exampleName(reason)}`.trimEnd() : `${file} line ${at}`;
}
