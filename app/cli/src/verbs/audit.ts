import { type AcceptContext, createAcceptor, overriddenContext } from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import {
  type AcceptorOf,
  type AuditReport,
  againstBaseline,
  auditDocument,
  auditLog,
  type Baseline,
  baselineText,
  declaredHost,
  type FindingGroup,
  FindingGroups,
  type FindingPlace,
  hostSummaries,
  junitReport,
  type LogAudit,
  markdownReport,
  readBaseline,
  sarifReport,
  takeDiscovery,
  takeSchemas,
} from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  counts,
  dim,
  error,
  labelled,
  line,
  name,
  paragraph,
  rest,
  strong,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import { cited, isLogRule } from '@openwop-inspector/protocol';
import { type RunLog, sessionSummary } from '@openwop-inspector/run-log';
import { version } from '../../../../package.json';
import type { AuditOptions } from '../grammar/options.ts';
import { type FoundFile, foundFiles } from '../open/found-files.ts';
import { checkLog, type Surroundings, withLog } from '../open/open-log.ts';
import { readContext, readDocument, readJsonFile } from '../open/whole-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { maskedDocument } from './answer-from-log.ts';
import { complain, EXIT, type ExitStatus, nothing, remark, worse } from './complain.ts';
import { saveText } from './export-target.ts';
import { isRefused, whyRefused } from './inspect.ts';

/** What is known of the host before any log is read. */
interface Known {
  readonly context: AcceptContext;
  readonly baseline: Baseline | null;
  readonly groups: FindingGroups;
  /** Name of the host in its discovery document; null where it has none. */
  readonly hostName: string | null;
}

/**
 * `audit PATH…`: every envelope of the logs in the acceptor, next to what the host recorded, and the rules between events.
 * 1 when something deviates that the baseline does not name, 2 when a file cannot be read, 3 when no envelope could be
 * judged.
 */
export async function audit(
  paths: readonly string[],
  options: AuditOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal, signal } = surroundings;
  const known = await readKnown(options, surroundings);
  if (known === null) return EXIT.failed;
  const files = await foundFiles(paths, terminal);
  const acceptorOf = acceptorsOf();
  const logs: LogAudit[] = [];
  const withErrors: string[] = [];
  let status: ExitStatus = files.length === 0 ? EXIT.failed : EXIT.fine;
  for (const file of files) {
    if (terminal.isClosed || signal.aborted) break;
    const audited = await auditFile(file, known, acceptorOf, surroundings);
    if (audited !== null) {
      logs.push(audited.log);
      if (audited.hasErrors) withErrors.push(file.path);
    } else if (!file.isFromFolder) status = worse(status, EXIT.failed);
  }
  terminal.progress(null);
  if (withErrors.length > 0) status = worse(status, EXIT.findings);
  remarkOnLogs(logs, withErrors, known.hostName, terminal);
  if (signal.aborted) remark(terminal, `stopped after ${countOf(logs.length, 'log')} of ${files.length}`);
  if (logs.length === 0) return worse(status, EXIT.failed);
  const found = known.groups.all();
  const sifted =
    known.baseline === null ? { groups: found, baseline: null } : againstBaseline(found, known.baseline);
  const { value: report, out } = maskedDocument<AuditReport>(
    { logs, ...sifted, leftOut: known.groups.leftOut },
    options,
    terminal,
  );
  if (!(await writeAuditFiles(report, found, options, terminal))) status = worse(status, EXIT.failed);
  if (options.json) await out.printDocument(auditDocument(report));
  else await out.print(auditLines(report));
  if (signal.aborted) return EXIT.interrupted;
  return worse(status, statusOf(report));
}

/** Says what of the logs was not audited, and which is not of the host of the discovery document. */
function remarkOnLogs(
  logs: readonly LogAudit[],
  withErrors: readonly string[],
  host: string | null,
  terminal: Terminal,
): void {
  const [first, ...others] = withErrors;
  const have = others.length > 0 ? ` and ${others.length} more have` : ' has';
  if (first !== undefined)
    remark(terminal, `${first}${have} errors, so that not all of it was audited. "inspect" shows them`);
  const strange = logs.find(({ hostName }) => hostName !== null && hostName !== host);
  if (host !== null && strange !== undefined)
    remark(terminal, `the discovery document is of ${host}, and ${strange.file} of ${strange.hostName}`);
}

function statusOf({ logs, groups }: AuditReport): ExitStatus {
  if (groups.some(({ level }) => level !== 'note')) return EXIT.findings;
  const count = (of: (log: LogAudit) => number): number => logs.reduce((sum, log) => sum + of(log), 0);
  const envelopes = count((log) => log.envelopes);
  // Nothing that could not be judged has passed.
  return envelopes > 0 && envelopes === count(({ answers }) => answers['not-reconstructable'])
    ? EXIT.unjudged
    : EXIT.fine;
}

async function readKnown(
  { discovery, context, profile, baseline }: AuditOptions,
  surroundings: Surroundings,
): Promise<Known | null> {
  const groups = new FindingGroups();
  const given = await readContext(context, surroundings);
  const declared =
    discovery === null
      ? { context: {}, hostName: null }
      : await readDiscovery(discovery, groups, surroundings);
  const known =
    baseline === null
      ? null
      : await readDocument(baseline, readBaseline, 'this is no baseline', surroundings);
  if (given === null || declared === null || (baseline !== null && known === null)) return null;
  takeSchemas(given.schemas ?? {}, context ?? '', groups);
  const all = overriddenContext(declared.context, given);
  return {
    groups,
    hostName: declared.hostName,
    context: profile === null ? all : { ...all, profile },
    baseline: known?.baseline ?? null,
  };
}

/** The declaration of the host as a context; what it publishes is linted on the way. */
async function readDiscovery(
  file: string,
  groups: FindingGroups,
  surroundings: Surroundings,
): Promise<Pick<Known, 'context' | 'hostName'> | null> {
  const read = await readJsonFile(file, surroundings);
  if (read.kind === 'refused') return nothing(surroundings.terminal, read.message);
  const declared = declaredHost(read.value);
  if (declared === null)
    return nothing(
      surroundings.terminal,
      `${file}: not a discovery document: it says nothing about envelopes`,
    );
  takeDiscovery(read.value, file, groups);
  return { context: { host: declared.host }, hostName: declared.hostName };
}

function acceptorsOf(): AcceptorOf {
  const compile = createKillableSchemaCompiler();
  return (context) => createAcceptor(context, { compile });
}

/** Null when the file holds no run, which has been said of one that was named. */
async function auditFile(
  { path, isFromFolder }: FoundFile,
  known: Known,
  acceptorOf: AcceptorOf,
  surroundings: Surroundings,
): Promise<{ readonly log: LogAudit; readonly hasErrors: boolean } | null> {
  const { terminal, signal } = surroundings;
  const refuse = (why: string): null => {
    if (!isFromFolder) complain(terminal, why);
    return null;
  };
  const onProgress = (done: number, total: number): boolean => {
    terminal.progress(`${path}: ${done} of ${countOf(total, 'envelope')} audited`);
    return signal.aborted || terminal.isClosed;
  };
  const auditOne = async (log: RunLog) => {
    const summary = await sessionSummary(log);
    if (isRefused(summary)) return refuse(`${path}: ${whyRefused(summary)}`);
    if (summary.runs.length === 0) return refuse(`${path}: it holds no event of a run`);
    await checkLog(log, surroundings);
    const { context, groups } = known;
    const audited = await auditLog(log, { file: path, context, groups, acceptorOf, onProgress });
    // What a log does not hold any more may have deviated.
    const errors = log.problemGroups(['error']).filter(({ code }) => !isLogRule(code));
    return { log: audited, hasErrors: errors.length > 0 };
  };
  return withLog(path, surroundings, auditOne, refuse, { checks: true });
}

/** Writes what was requested, each as a whole; false when one could not be written, which has been said. */
async function writeAuditFiles(
  report: AuditReport,
  found: readonly FindingGroup[],
  { sarif, junit, markdown, writeBaseline, force }: AuditOptions,
  terminal: Terminal,
): Promise<boolean> {
  const requested: readonly (readonly [file: string | null, text: () => string, what: string])[] = [
    [sarif, () => `${JSON.stringify(sarifReport(report, version), null, 2)}\n`, 'the audit as SARIF'],
    [junit, () => junitReport(report), 'the audit as JUnit XML'],
    [markdown, () => markdownReport(report), 'the audit as Markdown'],
    [writeBaseline, () => baselineText(found), `a baseline of ${found.length} kinds of findings`],
  ];
  let isWritten = true;
  for (const [file, text, what] of requested) {
    if (file === null) continue;
    isWritten = (await saveText(file, text(), { what, force }, terminal)) && isWritten;
  }
  return isWritten;
}

/** Places listed of one group, and missing inputs. */
const LISTED = 5;

/** The report; ids to copy stay whole. */
function auditLines(report: AuditReport): readonly Block[] {
  const { logs, groups, baseline, leftOut } = report;
  return [
    ...hostLines(report),
    ...groups.flatMap((group) => [blank, ...groupLines(group, logs.length === 1)]),
    ...(groups.length === 0 ? [blank, line('No deviation found, as far as the logs show')] : []),
    ...rest(leftOut, `and ${countOf(leftOut, 'finding')} of further kinds`),
    ...missingLines(report),
    ...profileLines(report),
    ...(baseline === null ? [] : [blank, labelled('Baseline', baselineLabel(baseline))]),
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
    ...rest(left, `${countOf(left, 'attempt')} not inspected`),
  ];
}

const STYLES = { error, warning, note: dim } as const;

function groupLines(
  { level, clause, id, title, advice, count, places }: FindingGroup,
  isOne: boolean,
): readonly Block[] {
  const displayed = places.slice(0, LISTED);
  const left = count - displayed.length;
  return [
    paragraph(2, STYLES[level](level), '  ', cited(clause), '  ', strong(title)),
    paragraph(4, '  ', name(id), dim(`  ${countOf(count, 'time')}  `), advice),
    ...displayed.map((place) => placeLine(place, isOne)),
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

function baselineLabel({ hidden, unused }: NonNullable<AuditReport['baseline']>): string {
  const stale =
    unused === 0
      ? ''
      : `; ${countOf(unused, 'entry', 'entries')} of it ${unused === 1 ? 'hides' : 'hide'} nothing any more`;
  return `hides ${countOf(hidden.length, 'kind')} of findings${stale}`;
}
