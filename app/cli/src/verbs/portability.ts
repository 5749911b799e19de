import {
  type AcceptContext,
  createAcceptor,
  type PlacedEmission,
  readAcceptContext,
  readEnvelopeFile,
} from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import {
  documentOf,
  filePortability,
  logPortability,
  PortabilityGrid,
  type PortabilityParts,
} from '@openwop-inspector/audit';
import { countOf, isRecord, ownString } from '@openwop-inspector/base';
import { SourceError, sessionSummary } from '@openwop-inspector/run-log';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import { type FoundFile, foundFiles } from '../open/found-files.ts';
import { readDeclarations } from '../open/host-declarations.ts';
import { openLog, type Surroundings } from '../open/open-log.ts';
import { STANDARD_INPUT } from '../open/open-source.ts';
import { jsonFault, readDocument, readWholeText } from '../open/whole-text.ts';
import { complain, remark } from './complain.ts';
import { shownAs } from './masked-output.ts';
import { type PortabilityReport, portabilityDocument, portabilityLines } from './portability-report.ts';

export interface PortabilityOptions {
  /** Files and folders of discovery documents. */
  readonly hosts: readonly string[];
  readonly context: string | null;
  readonly unmasked: boolean;
  readonly json: boolean;
}

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
  const given = await readGiven(options.context, surroundings);
  if (given === null) return EXIT.failed;
  if (options.hosts.length === 0) {
    complain(terminal, '--hosts names the declarations: a folder of discovery documents, or one of them');
    return EXIT.failed;
  }
  const hosts = await readDeclarations(options.hosts, surroundings);
  if (hosts === null) return EXIT.failed;
  if (hosts.length === 0) {
    complain(terminal, 'There is no declaration of a host. "discovery ADDRESS --save FILE" saves one');
    return EXIT.failed;
  }
  const compile = createKillableSchemaCompiler();
  const grid = new PortabilityGrid();
  const parts = {
    ...{ given, grid, hosts: hosts.map(({ declaration }) => declaration) },
    acceptorOf: (context: AcceptContext) => createAcceptor(context, { compile }),
  };
  const { files, remarks } = await foundFiles(paths);
  for (const one of remarks) remark(terminal, one);
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
  const { shown, out } = shownAs<PortabilityReport>(
    {
      hosts: hosts.map(({ name, file }) => ({ name, file })),
      kinds: grid.rows(),
      envelopes: grid.taken,
      leftOut: leftOut + grid.leftOut,
    },
    options,
    terminal,
  );
  if (options.json) await out.printDocument(portabilityDocument(shown));
  else await out.print(portabilityLines(shown, terminal.width));
  return signal.aborted ? EXIT.interrupted : worse(status, statusOf(shown));
}

function statusOf({ kinds }: PortabilityReport): ExitStatus {
  const cells = kinds.flatMap((row) => row.cells);
  if (cells.some(({ counts }) => counts.refused > 0)) return EXIT.findings;
  // Nothing that is not known has passed.
  return cells.some(({ counts }) => counts.accepted > 0) ? EXIT.fine : EXIT.failed;
}

async function readGiven(file: string | null, surroundings: Surroundings): Promise<AcceptContext | null> {
  if (file === null) return {};
  const read = await readDocument(file, readAcceptContext, 'this is no context', surroundings);
  return read?.context ?? null;
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
  const opened = await openLog(path, surroundings);
  if (opened.kind === 'refused') return refuse(opened.message);
  const { log } = opened;
  try {
    const { runs } = await sessionSummary(log);
    if (runs.length > 0) {
      const { taken, leftOut } = await logPortability(log, all);
      return taken + leftOut === 0 ? refuse(`${path}: no event of it is about an envelope`) : leftOut;
    }
  } catch (error) {
    // The file changed or vanished behind the load.
    if (!(error instanceof SourceError)) throw error;
    return refuse(`${path}: ${error.message}`);
  } finally {
    terminal.progress(null);
    await log.close();
  }
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
