import {
  type LintFinding,
  type LintLevel,
  type LintTier,
  lintSchema as lint,
} from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readJsonFile } from '../open/whole-text.ts';
import {
  blank,
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
import { complain } from './complain.ts';

/** Findings told of one schema; there may be one a property. */
const SHOWN_FINDINGS = 100;

const STYLES: Readonly<Record<LintLevel, Style>> = { error: 'error', warning: 'warning', info: 'dim' };

export interface LintSchemaOptions {
  /** `strict`: what breaks a rule is an error; `warn`: a warning. */
  readonly tier: Exclude<LintTier, 'off'>;
  /** For the schemas of the protocol, which break the rules on purpose: everything is information then. */
  readonly specOwned: boolean;
  readonly json: boolean;
}

/**
 * `lint-schema FILE…`: payload schemas against the variant rules and the Tier-1 subset (acceptor 11). One document a
 * file with `--json`. 1 when there is a finding of level error, 2 when a file is no JSON. Of several files the worst
 * decides.
 */
export async function lintSchema(
  files: readonly string[],
  options: LintSchemaOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.fine;
  for (const [number, file] of files.entries()) {
    if (surroundings.terminal.isClosed || surroundings.signal.aborted) break;
    status = worse(status, await lintOne(file, { ...options, isFirst: number === 0 }, surroundings));
  }
  return status;
}

async function lintOne(
  file: string,
  options: LintSchemaOptions & { readonly isFirst: boolean },
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const read = await readJsonFile(file, surroundings);
  if (read.kind === 'refused') {
    complain(terminal, read.message);
    if (options.json) await print(surroundings, { file, findings: [], error: read.message });
    return EXIT.failed;
  }
  const findings = lint(read.value, options);
  if (options.json) await print(surroundings, { file, findings });
  else {
    const report = lintReport(file, findings, terminal.width);
    await terminal.print(options.isFirst ? report : [blank, ...report]);
  }
  return findings.some(({ level }) => level === 'error') ? EXIT.findings : EXIT.fine;
}

/** `findings` comes first: the contract knows it alone. */
function print(
  { terminal }: Surroundings,
  { file, findings, error }: { file: string; findings: readonly LintFinding[]; error?: string },
): Promise<void> {
  return terminal.printDocument({ findings, file, ...(error === undefined ? {} : { error }) });
}

/** A finding a paragraph: rule, place, what is wrong, and which vendors it matters to. */
export function lintReport(
  file: string,
  findings: readonly LintFinding[],
  width: number | null,
): readonly Line[] {
  const shown = findings.slice(0, SHOWN_FINDINGS).flatMap((finding) => findingLines(finding, width));
  const left = findings.length - SHOWN_FINDINGS;
  const rest = left > 0 ? [line(dim(`  and ${countOf(left, 'finding')} more; --json has them all`))] : [];
  return [...wrapLine(headline(file, findings), width, 2), ...shown, ...rest];
}

function headline(file: string, findings: readonly LintFinding[]): Line {
  const counts = (['error', 'warning', 'info'] as const).flatMap((level) => {
    const found = findings.filter((finding) => finding.level === level).length;
    if (found === 0) return [];
    return [level === 'info' ? countOf(found, 'note') : countOf(found, level)];
  });
  const head: Span = counts.length === 0 ? { text: 'Fine', style: 'ok' } : strong('Found');
  return [head, plain('  '), plain(file), plain(counts.length === 0 ? '' : `: ${counts.join(', ')}`)];
}

function findingLines(finding: LintFinding, width: number | null): readonly Line[] {
  const { rule, level, pointer, message, why, vendors } = finding;
  const head = line(
    '  ',
    { text: level, style: STYLES[level] },
    plain(' '.repeat(Math.max(1, 9 - level.length))),
    strong(rule.padEnd(4)),
    name(pointer === '' ? '(root)' : pointer),
    `  ${message}`,
  );
  const reason = line(' '.repeat(15), dim(why));
  const affected = vendors.map(({ vendor, note }) => line(' '.repeat(15), dim(`${vendor}: ${note}`)));
  return [head, reason, ...affected].flatMap((one) => wrapLine(one, width, 15));
}
