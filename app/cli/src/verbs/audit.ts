import { createAcceptor, overriddenContext } from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import {
  type AcceptorOf,
  type AuditReport,
  againstBaseline,
  auditDocument,
  auditJson,
  auditLog,
  baselineText,
  declaredHost,
  type FindingGroup,
  FindingGroups,
  junitReport,
  type LogAudit,
  markdownReport,
  readBaseline,
  sarifReport,
  takeDiscovery,
  takeSchemas,
} from '@openwop-inspector/audit';
import { countOf } from '@openwop-inspector/base';
import type { RunLog } from '@openwop-inspector/run-log';
import { version } from '../../../../package.json';
import type { Options } from '../grammar/options.ts';
import { visitFiles } from '../open/found-files.ts';
import { checkLog, isStopped, type Surroundings, withLog } from '../open/open-log.ts';
import { readContext, readDocument, readJsonFile } from '../open/whole-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { answering, maskedDocument } from './answer-from-log.ts';
import { EXIT, type ExitStatus, Refusal, remark, worse } from './complain.ts';
import { saveText } from './export-target.ts';
import { runSummary } from './inspect.ts';

/**
 * `audit PATH…`: every envelope of the logs in the acceptor, next to what the host recorded, and the rules between events.
 * 1 when something deviates that the baseline does not name, 2 when a file cannot be read, 3 when no envelope could be
 * judged.
 */
export const audit = answering<readonly string[], Options<'audit'>>(async (paths, options, surroundings) => {
  const { terminal, signal } = surroundings;
  const known = await readKnown(options, surroundings);
  const acceptorOf = acceptorsOf();
  const logs: LogAudit[] = [];
  const visited = await visitFiles(paths, surroundings, async ({ path }) => {
    logs.push(await auditFile(path, known, acceptorOf, surroundings));
  });
  let { status } = visited;
  if (logs.some(({ hasErrors }) => hasErrors)) status = worse(status, EXIT.findings);
  remarkOnLogs(logs, known.hostName, terminal);
  if (signal.aborted) remark(terminal, `stopped after ${countOf(logs.length, 'log')} of ${visited.files}`);
  if (logs.length === 0) return worse(status, EXIT.failed);
  const found = known.groups.all();
  const sifted =
    known.baseline === null ? { groups: found, baseline: null } : againstBaseline(found, known.baseline);
  const whole: AuditReport = { logs, ...sifted, leftOut: known.groups.leftOut };
  const { value: report, out } = maskedDocument(whole, options, terminal);
  if (!(await writeAuditFiles(report, found, options, terminal))) status = worse(status, EXIT.failed);
  if (options.json) await out.printDocument(auditJson(report));
  else await out.print(auditDocument(report));
  if (signal.aborted) return EXIT.interrupted;
  return worse(status, statusOf(report));
});

/** Says what of the logs was not audited, and which is not of the host of the discovery document. */
function remarkOnLogs(logs: readonly LogAudit[], host: string | null, terminal: Terminal): void {
  const [first, ...others] = logs.filter(({ hasErrors }) => hasErrors);
  const have = others.length > 0 ? ` and ${others.length} more have` : ' has';
  if (first !== undefined)
    remark(terminal, `${first.file}${have} errors of another kind; "inspect" shows them`);
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

/** What is known of the host before any log is read. */
type Known = Awaited<ReturnType<typeof readKnown>>;

async function readKnown(
  { discovery, context, profile, baseline }: Options<'audit'>,
  surroundings: Surroundings,
) {
  const groups = new FindingGroups();
  const given = await readContext(context, surroundings);
  const declared =
    discovery === null
      ? { context: {}, hostName: null }
      : await readDeclared(discovery, groups, surroundings);
  const known =
    baseline === null
      ? null
      : await readDocument(baseline, readBaseline, 'this is no baseline', surroundings);
  takeSchemas(given.schemas ?? {}, context ?? '', groups);
  const all = overriddenContext(declared.context, given);
  return {
    groups,
    /** Name of the host in its discovery document; null where it has none. */
    hostName: declared.hostName,
    context: profile === null ? all : { ...all, profile },
    baseline: known?.baseline ?? null,
  };
}

/** The declaration of the host as a context; what it publishes is linted on the way. */
async function readDeclared(file: string, groups: FindingGroups, surroundings: Surroundings) {
  const document = await readJsonFile(file, surroundings);
  const declared = declaredHost(document);
  if (declared === null) throw new Refusal(noDiscovery(file));
  takeDiscovery(document, file, groups);
  return { context: { host: declared.host }, hostName: declared.hostName };
}

/** Why a file is no declaration of a host. */
export const noDiscovery = (file: string): string =>
  `${file}: not a discovery document: it says nothing about envelopes`;

/** Acceptors that share a compiler of schemas. */
export function acceptorsOf(): AcceptorOf {
  const compile = createKillableSchemaCompiler();
  return (context) => createAcceptor(context, { compile });
}

function auditFile(path: string, known: Known, acceptorOf: AcceptorOf, surroundings: Surroundings) {
  const onProgress = (done: number, total: number): boolean =>
    isStopped(`${path}: ${done} of ${countOf(total, 'envelope')} audited`, surroundings);
  const auditOne = async (log: RunLog) => {
    await runSummary(log, path);
    await checkLog(log, surroundings);
    const { context, groups } = known;
    return auditLog(log, { file: path, context, groups, acceptorOf, onProgress });
  };
  return withLog(path, surroundings, auditOne, { checks: true });
}

/** Writes what was requested, each as a whole; false when one could not be written, which has been said. */
async function writeAuditFiles(
  report: AuditReport,
  found: readonly FindingGroup[],
  { sarif, junit, markdown, writeBaseline, force }: Options<'audit'>,
  terminal: Terminal,
): Promise<boolean> {
  const requested: readonly (readonly [file: string | null, text: () => string, what: string])[] = [
    [sarif, () => `${JSON.stringify(sarifReport(report, version), null, 2)}\n`, 'the audit as SARIF'],
    [junit, () => junitReport(report), 'the audit as JUnit XML'],
    [markdown, () => markdownReport(report), 'the audit as Markdown'],
    [writeBaseline, () => baselineText(found), `a baseline of ${countOf(found.length, 'kind')} of findings`],
  ];
  let isWritten = true;
  for (const [file, text, what] of requested) {
    if (file === null) continue;
    isWritten = (await saveText(file, text(), { what, force }, terminal)) && isWritten;
  }
  return isWritten;
}
