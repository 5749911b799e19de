/** What a person reads after `audit`. Pure. */
import {
  type AuditReport,
  type FindingGroup,
  type FindingPlace,
  hostSummaries,
} from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';
import { type Block, counts, paragraph, rest, tableOf } from '../terminal/document.ts';
import { blank, cited, dim, error, labelled, line, name, strong, warning } from '../terminal/line.ts';

/** Places listed of one group, and missing inputs. */
const LISTED = 5;

/** The report; ids to copy stay whole. */
export function auditLines(report: AuditReport): readonly Block[] {
  const { logs, groups, baseline, leftOut } = report;
  return [
    ...hostLines(report),
    ...groups.flatMap((group) => [blank, ...groupLines(group, logs.length === 1)]),
    ...(groups.length === 0 ? [blank, line('Nothing deviates, as far as the logs tell')] : []),
    ...rest(leftOut, `and ${countOf(leftOut, 'finding')} of further kinds`),
    ...missingLines(report),
    ...profileLines(report),
    ...(baseline === null ? [] : [blank, labelled('Baseline', baselineWords(baseline))]),
  ];
}

function hostLines({ logs }: AuditReport): readonly Block[] {
  const left = logs.reduce((sum, log) => sum + log.leftOut, 0);
  return [
    tableOf(hostSummaries(logs), [
      {
        title: 'HOST',
        shrinksTo: 12,
        cell: ({ hostName }) => (hostName === null ? dim('not named') : name(hostName)),
      },
      counts('LOGS', (host) => host.logs),
      counts('RUNS', ({ runs }) => runs),
      counts('ENVELOPES', ({ envelopes }) => envelopes),
      counts('AGREES', ({ answers }) => answers.agrees),
      counts('DEVIATES', ({ answers }) => answers.deviates),
      counts('NOT RECONSTRUCTABLE', ({ answers }) => answers['not-reconstructable']),
    ]),
    ...rest(left, `${countOf(left, 'attempt')} not looked at`),
  ];
}

const STYLES = { error, warning, note: dim } as const;

function groupLines(
  { level, clause, id, title, advice, count, places }: FindingGroup,
  isOne: boolean,
): readonly Block[] {
  const shown = places.slice(0, LISTED);
  const left = count - shown.length;
  return [
    paragraph(2, STYLES[level](level), '  ', cited(clause), '  ', strong(title)),
    paragraph(4, '  ', name(id), dim(`  ${countOf(count, 'time')}  `), advice),
    ...shown.map((place) => placeLine(place, isOne)),
    ...rest(left, `    and ${formatCount(left)} more`),
  ];
}

function placeLine(
  { file, sequence, correlationId, eventId, pointer, message }: FindingPlace,
  isOne: boolean,
): Block {
  const at = sequence === null ? (eventId ?? correlationId ?? '') : `#${sequence}`;
  const parts = [isOne && pointer === null ? '' : file, at, pointer ?? ''].filter((part) => part !== '');
  return paragraph(6, '    ', name(parts.join(' ')), dim('  '), message);
}

function missingLines({ logs }: AuditReport): readonly Block[] {
  const sums = new Map<string, { readonly record: string; readonly count: number }>();
  for (const { missing } of logs) {
    for (const { what, record, count } of missing)
      sums.set(what, { record, count: count + (sums.get(what)?.count ?? 0) });
  }
  if (sums.size === 0) return [];
  const rows = [...sums].sort(([, a], [, b]) => b.count - a.count);
  return [
    blank,
    line(strong('Not in the logs')),
    ...rows.slice(0, 2 * LISTED).map(([what, { record, count }]) => {
      const needed = dim(record === '' ? '' : `; needs ${record}`);
      return paragraph(10, dim(`  ${formatCount(count).padStart(6)}  `), what, needed);
    }),
  ];
}

const PROFILES = ['lenient', 'strict', 'reference'] as const;

function profileLines({ logs }: AuditReport): readonly Block[] {
  const sums = new Map<string, number[]>();
  for (const { profiles } of logs) {
    for (const [at, profile] of PROFILES.entries()) {
      for (const [said, count] of Object.entries(profiles[profile])) {
        const row = sums.get(said) ?? [0, 0, 0];
        row[at] = (row[at] ?? 0) + count;
        sums.set(said, row);
      }
    }
  }
  if (sums.size === 0) return [];
  return [
    blank,
    tableOf(
      [...sums],
      [
        { title: 'BY PROFILE', shrinksTo: 12, cell: ([said]) => said },
        ...PROFILES.map((title, at) => counts<[string, number[]]>(title, ([, row]) => row[at] ?? 0)),
      ],
    ),
  ];
}

function baselineWords({ hidden, unused }: NonNullable<AuditReport['baseline']>): string {
  const stale =
    unused === 0
      ? ''
      : `; ${countOf(unused, 'entry', 'entries')} of it ${unused === 1 ? 'hides' : 'hide'} nothing any more`;
  return `hides ${countOf(hidden.length, 'kind')} of findings${stale}`;
}
