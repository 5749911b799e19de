import { readEnvelopeFile } from '@openwop-inspector/acceptor-core';
import {
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
import { countOf, isRecord, ownString, someOf } from '@openwop-inspector/base';
import { sessionSummary } from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import { foundFiles, visitFiles } from '../open/found-files.ts';
import { isStopped, STANDARD_INPUT, type Surroundings, withLog } from '../open/open-log.ts';
import { jsonFault, readContext, readJsonFile, readWholeText } from '../open/whole-text.ts';
import { answering, printAnswer } from './answer-from-log.ts';
import { acceptorsOf, noDiscovery } from './audit.ts';
import { complain, EXIT, type ExitStatus, Refusal, remark, worse } from './complain.ts';

/** Junk that is named one by one. */
const NAMED = 5;

/**
 * `portability PATH… --hosts DIR`: each envelope at each host, by what the host declares. 1 when a host refuses one, 2 when
 * a named file cannot be read, there is no envelope or no declaration, or nothing is known.
 */
export const portability = answering<readonly string[], Options<'portability'>>(
  async (paths, options, surroundings) => {
    const { terminal, signal } = surroundings;
    const given = await readContext(options.context, surroundings);
    const hosts = await readDeclarations(options.hosts, surroundings);
    const grid = new PortabilityGrid();
    const parts = {
      given,
      grid,
      hosts: hosts.map(({ declaration }) => declaration),
      acceptorOf: acceptorsOf(),
    };
    let leftOut = 0;
    const { files, refused, status } = await visitFiles(paths, surroundings, async ({ path }) => {
      leftOut += await takeFile(path, parts, surroundings);
    });
    if (refused.length > 0)
      remark(terminal, `${countOf(refused.length, 'file')} of folders without envelopes`);
    if (signal.aborted) remark(terminal, `stopped after ${countOf(grid.taken, 'envelope')}`);
    if (grid.taken === 0) {
      if (files === 0 || status === EXIT.fine) complain(terminal, 'No envelope was found');
      return signal.aborted ? EXIT.interrupted : EXIT.failed;
    }
    const report: PortabilityReport = {
      hosts: hosts.map(({ name, file }) => ({ name, file })),
      kinds: grid.rows(),
      envelopes: grid.taken,
      leftOut: leftOut + grid.leftOut,
    };
    await printAnswer(report, options, terminal, { json: portabilityJson, document: portabilityDocument });
    return signal.aborted ? EXIT.interrupted : worse(status, statusOf(report));
  },
);

function statusOf({ kinds }: PortabilityReport): ExitStatus {
  const cells = kinds.flatMap((row) => row.cells);
  if (cells.some(({ counts }) => counts.refused > 0)) return EXIT.findings;
  // Nothing that is not known has passed.
  return cells.some(({ counts }) => counts.accepted > 0) ? EXIT.fine : EXIT.failed;
}

type Parts = Omit<PortabilityParts, 'file' | 'onProgress'>;

/** Takes the envelopes of a file; returns how many were left out. Rejects with a `Refusal` when it holds none. */
async function takeFile(path: string, parts: Parts, surroundings: Surroundings): Promise<number> {
  const all: PortabilityParts = {
    ...parts,
    file: path,
    onProgress: (done, total) => isStopped(`${path}: ${done} of ${countOf(total, 'envelope')}`, surroundings),
  };
  const left = await withLog(path, surroundings, async (log) => {
    const { runs } = await sessionSummary(log);
    if (runs.length === 0) return null;
    const { taken, leftOut } = await logPortability(log, all);
    if (taken + leftOut === 0) throw new Refusal(`${path}: no event of it is about an envelope`);
    return leftOut;
  });
  if (left !== null) return left;
  if (path === STANDARD_INPUT) throw new Refusal('standard input: it holds no event of a run');
  return takeEnvelopes(path, all, surroundings);
}

/** A file that is no log: envelopes as JSON, one, a list, or a line each. */
async function takeEnvelopes(path: string, parts: PortabilityParts, surroundings: Surroundings) {
  const file = readEnvelopeFile(await readWholeText(path, surroundings));
  if (!file.ok) throw new Refusal(jsonFault(path, file));
  const { emissions, faults, format } = file;
  if (format === 'text') throw new Refusal(`${path}: it holds neither a run nor envelopes as JSON`);
  const first = faults[0];
  if (first !== undefined) remark(surroundings.terminal, jsonFault(path, first));
  // Other JSON, such as a declaration or an answer of a host, is no envelope that a host would refuse.
  const known = emissions.filter(({ emission }) => {
    const value = documentOf(emission);
    return isRecord(value) && ownString(value, 'type') !== null && Object.hasOwn(value, 'payload');
  });
  if (known.length === 0) throw new Refusal(`${path}: it holds no envelope`);
  const { leftOut } = await filePortability(known, parts);
  return leftOut + emissions.length - known.length + faults.length;
}

/** The declarations of these paths. Junk of a folder is named in one remark; a file that was named and is none is refused. */
async function readDeclarations(paths: readonly string[], surroundings: Surroundings) {
  if (paths.length === 0)
    throw new Refusal('--hosts names the declarations: a folder of discovery documents, or one of them');
  const { terminal, signal } = surroundings;
  const hosts: ReadDeclaration[] = [];
  const junk: string[] = [];
  let left = 0;
  for (const { path, isFromFolder } of await foundFiles(paths, terminal)) {
    if (signal.aborted) break;
    if (hosts.length === MAX_HOSTS) {
      left++;
      continue;
    }
    try {
      const declaration = readDeclaration(path, await readJsonFile(path, surroundings));
      if (declaration === null) throw new Refusal(noDiscovery(path));
      hosts.push(declaration);
    } catch (error) {
      if (!isFromFolder || !(error instanceof Refusal)) throw error;
      junk.push(path);
    }
  }
  if (junk.length > 0) remark(terminal, `${someOf(junk, NAMED)}: no declaration of a host, left out`);
  if (left > 0)
    remark(
      terminal,
      `${countOf(left, 'more is', 'more are')} left out: at most ${MAX_HOSTS} hosts are inspected`,
    );
  if (hosts.length === 0)
    throw new Refusal('There is no declaration of a host. "discovery ADDRESS --save FILE" saves one');
  for (const [name, files] of sharedNames(hosts))
    remark(terminal, `${someOf(files, NAMED)} declare the same host, ${name}: each is evaluated separately`);
  return declaredHosts(hosts);
}
