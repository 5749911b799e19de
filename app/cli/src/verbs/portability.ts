import {
  type AcceptContext,
  createAcceptor,
  type PlacedEmission,
  readEnvelopeFile,
} from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import {
  type DeclaredHost,
  declaredHosts,
  documentOf,
  filePortability,
  logPortability,
  MAX_HOSTS,
  PortabilityGrid,
  type PortabilityParts,
  type PortabilityReport,
  portabilityDocument,
  portabilityJson,
  type ReadDeclaration,
  readDeclaration,
  sharedNames,
} from '@openwop-inspector/audit';
import { countOf, isRecord, ownString } from '@openwop-inspector/base';
import { sessionSummary } from '@openwop-inspector/run-log';
import type { PortabilityOptions } from '../grammar/options.ts';
import { type FoundFile, foundFiles } from '../open/found-files.ts';
import { STANDARD_INPUT, type Surroundings, withLog } from '../open/open-log.ts';
import { jsonFault, readContext, readJsonFile, readWholeText } from '../open/whole-text.ts';
import { maskedDocument } from './answer-from-log.ts';
import { complain, EXIT, type ExitStatus, fail, nothing, remark, worse } from './complain.ts';

/** Junk that is named one by one. */
const NAMED = 5;

/**
 * `portability PATH… --hosts DIR`: each envelope at each host, by what the host declares. 1 when a host refuses one, 2 when
 * a named file cannot be read, there is no envelope or no declaration, or nothing is known.
 */
export async function portability(
  paths: readonly string[],
  options: PortabilityOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal, signal } = surroundings;
  const given = await readContext(options.context, surroundings);
  if (given === null) return EXIT.failed;
  if (options.hosts.length === 0)
    return fail(terminal, '--hosts names the declarations: a folder of discovery documents, or one of them');
  const hosts = await readDeclarations(options.hosts, surroundings);
  if (hosts === null) return EXIT.failed;
  if (hosts.length === 0)
    return fail(terminal, 'There is no declaration of a host. "discovery ADDRESS --save FILE" saves one');
  const compile = createKillableSchemaCompiler();
  const grid = new PortabilityGrid();
  const parts = {
    given,
    grid,
    hosts: hosts.map(({ declaration }) => declaration),
    acceptorOf: (context: AcceptContext) => createAcceptor(context, { compile }),
  };
  const files = await foundFiles(paths, terminal);
  let status: ExitStatus = EXIT.fine;
  let leftOut = 0;
  const without: string[] = [];
  for (const file of files) {
    if (terminal.isClosed || signal.aborted) break;
    const left = await takeFile(file, parts, surroundings);
    if (left !== null) leftOut += left;
    else if (file.isFromFolder) without.push(file.path);
    else status = worse(status, EXIT.failed);
  }
  terminal.progress(null);
  if (without.length > 0) remark(terminal, `${countOf(without.length, 'file')} of folders without envelopes`);
  if (signal.aborted) remark(terminal, `stopped after ${countOf(grid.taken, 'envelope')}`);
  if (grid.taken === 0) {
    if (status === EXIT.fine) complain(terminal, 'No envelope was found');
    return signal.aborted ? EXIT.interrupted : EXIT.failed;
  }
  const { value: report, out } = maskedDocument<PortabilityReport>(
    {
      hosts: hosts.map(({ name, file }) => ({ name, file })),
      kinds: grid.rows(),
      envelopes: grid.taken,
      leftOut: leftOut + grid.leftOut,
    },
    options,
    terminal,
  );
  if (options.json) await out.printDocument(portabilityJson(report));
  else await out.print(portabilityDocument(report));
  return signal.aborted ? EXIT.interrupted : worse(status, statusOf(report));
}

function statusOf({ kinds }: PortabilityReport): ExitStatus {
  const cells = kinds.flatMap((row) => row.cells);
  if (cells.some(({ counts }) => counts.refused > 0)) return EXIT.findings;
  // Nothing that is not known has passed.
  return cells.some(({ counts }) => counts.accepted > 0) ? EXIT.fine : EXIT.failed;
}

type Parts = Omit<PortabilityParts, 'file' | 'onProgress'>;

/** Envelopes that were left out; null when the file holds none, which has been said of one that was named. */
async function takeFile(file: FoundFile, parts: Parts, surroundings: Surroundings): Promise<number | null> {
  const { terminal, signal } = surroundings;
  const { path, isFromFolder } = file;
  const refuse = (why: string): null => {
    if (!isFromFolder) complain(terminal, why);
    return null;
  };
  const all: PortabilityParts = {
    ...parts,
    file: path,
    onProgress: (done, total) => {
      terminal.progress(`${path}: ${done} of ${countOf(total, 'envelope')}`);
      return signal.aborted || terminal.isClosed;
    },
  };
  const left = await withLog(
    path,
    surroundings,
    async (log) => {
      const { runs } = await sessionSummary(log);
      if (runs.length === 0) return 'no-run';
      const { taken, leftOut } = await logPortability(log, all);
      return taken + leftOut === 0 ? refuse(`${path}: no event of it is about an envelope`) : leftOut;
    },
    refuse,
  );
  if (left !== 'no-run') return left;
  if (path === STANDARD_INPUT) return refuse('standard input: it holds no event of a run');
  return await takeEnvelopes(path, all, refuse, surroundings);
}

/** A file that is no log: envelopes as JSON, one, a list, or a line each. */
async function takeEnvelopes(
  path: string,
  parts: PortabilityParts,
  refuse: (why: string) => null,
  surroundings: Surroundings,
): Promise<number | null> {
  const read = await readWholeText(path, surroundings);
  if (read.kind === 'refused') return refuse(read.message);
  const file = readEnvelopeFile(read.text);
  if (!file.ok) return refuse(jsonFault(path, file));
  const { emissions, faults, format } = file;
  if (format === 'text') return refuse(`${path}: it holds neither a run nor envelopes as JSON`);
  const first = faults[0];
  if (first !== undefined) remark(surroundings.terminal, jsonFault(path, first));
  const known = emissions.filter(looksLikeEnvelope);
  if (known.length === 0) return refuse(`${path}: it holds no envelope`);
  const { leftOut } = await filePortability(known, parts);
  return leftOut + emissions.length - known.length + faults.length;
}

/** Other JSON, such as a declaration or an answer of a host, is no envelope that a host would refuse. */
function looksLikeEnvelope({ emission }: PlacedEmission): boolean {
  const value = documentOf(emission);
  return isRecord(value) && ownString(value, 'type') !== null && Object.hasOwn(value, 'payload');
}

/**
 * The declarations of these paths. Junk of a folder is named in one remark; a file that was named and is none is a
 * complaint, and the answer is null.
 */
async function readDeclarations(
  paths: readonly string[],
  surroundings: Surroundings,
): Promise<readonly DeclaredHost[] | null> {
  const { terminal, signal } = surroundings;
  const files = await foundFiles(paths, terminal);
  const hosts: ReadDeclaration[] = [];
  const junk: string[] = [];
  let left = 0;
  for (const { path, isFromFolder } of files) {
    if (signal.aborted) break;
    if (hosts.length === MAX_HOSTS) {
      left++;
      continue;
    }
    const read = await readJsonFile(path, surroundings);
    const declaration = read.kind === 'read' ? readDeclaration(path, read.value) : null;
    if (declaration !== null) hosts.push(declaration);
    else if (isFromFolder) junk.push(path);
    else {
      const why =
        read.kind === 'refused'
          ? read.message
          : `${path}: not a discovery document: it says nothing about envelopes`;
      return nothing(terminal, why);
    }
  }
  if (junk.length > 0) remark(terminal, `${listed(junk)}: no declaration of a host, left out`);
  if (left > 0) remark(terminal, `${left} more are left out: at most ${MAX_HOSTS} hosts are inspected`);
  for (const [name, files] of sharedNames(hosts))
    remark(terminal, `${listed(files)} declare the same host, ${name}: each is evaluated separately`);
  return declaredHosts(hosts);
}

function listed(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.slice(0, NAMED).join(', ')}${more}`;
}
