import {
  type AcceptContext,
  createAcceptor,
  type PlacedEmission,
  readAcceptContext,
  readEnvelopeFile,
} from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import {
  type CellReason,
  type DeclaredHost,
  declaredHosts,
  documentOf,
  filePortability,
  logPortability,
  MAX_HOSTS,
  type PortabilityCell,
  PortabilityGrid,
  type PortabilityParts,
  type PortabilityRow,
  type ReadDeclaration,
  readDeclaration,
  sharedNames,
} from '@openwop-inspector/audit';
import { countOf, formatCount, formatSequence, isRecord, ownString } from '@openwop-inspector/base';
import { SourceError, sessionSummary } from '@openwop-inspector/run-log';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import { type FoundFile, foundFiles } from '../open/found-files.ts';
import { openLog, type Surroundings } from '../open/open-log.ts';
import { STANDARD_INPUT } from '../open/open-source.ts';
import { jsonFault, readDocument, readJsonFile, readWholeText } from '../open/whole-text.ts';
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
import { shownAs } from './answer-from-log.ts';
import { complain, remark } from './complain.ts';

const WORDS: Readonly<Record<Answer, string>> = {
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'not known',
};

const STYLES: Readonly<Record<Answer, Style>> = { accepted: 'plain', refused: 'error', unknown: 'warning' };

/** Reasons told of a cell. */
const LISTED = 5;

/** Junk that is named one by one. */
const NAMED = 5;

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
    given,
    grid,
    hosts: hosts.map(({ declaration }) => declaration),
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

/**
 * The declarations of these paths. Junk of a folder is named in one remark; a file that was named and is none is a
 * complaint, and the answer is null.
 */
async function readDeclarations(
  paths: readonly string[],
  surroundings: Surroundings,
): Promise<readonly DeclaredHost[] | null> {
  const { terminal, signal } = surroundings;
  const { files, remarks } = await foundFiles(paths);
  for (const one of remarks) remark(terminal, one);
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
          : `${path}: this is no discovery document, it says nothing of envelopes`;
      complain(terminal, why);
      return null;
    }
  }
  if (junk.length > 0) remark(terminal, `${listed(junk)}: no declaration of a host, left out`);
  if (left > 0) remark(terminal, `${left} more are left out: ${MAX_HOSTS} hosts are looked at at most`);
  for (const [name, files] of sharedNames(hosts))
    remark(terminal, `${listed(files)} declare the same host, ${name}: each is looked at on its own`);
  return declaredHosts(hosts);
}

function listed(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.slice(0, NAMED).join(', ')}${more}`;
}

/** Plain data. The cells of a kind stand in the order of the hosts. */
interface PortabilityReport {
  readonly hosts: readonly { readonly name: string; readonly file: string }[];
  readonly kinds: readonly PortabilityRow[];
  readonly envelopes: number;
  readonly leftOut: number;
}

function portabilityDocument({ leftOut, ...report }: PortabilityReport) {
  return { ...report, ...(leftOut === 0 ? {} : { leftOut }) };
}

type Answer = PortabilityCell['answer'];

/** The grid, then what decides each cell that is not accepted throughout. */
function portabilityLines(
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
