import { type LintFinding, type LintTier, lintSchema as lint } from '@openwop-inspector/acceptor-core';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readJsonFile } from '../open/whole-text.ts';
import { blank } from '../terminal/line.ts';
import { complain } from './complain.ts';
import { lintReport } from './lint-schema-report.ts';

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
