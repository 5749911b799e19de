import { type LintFinding, type LintTier, lintSchema as lint } from '@openwop-inspector/acceptor-core';
import { Option } from 'commander';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readJsonFile } from '../open/whole-text.ts';
import { blank } from '../terminal/line.ts';
import { flag, given, JSON_OPTION, type OptionsOf, verb } from '../verb.ts';
import { complain } from './complain.ts';
import { lintReport } from './lint-schema-report.ts';

const OPTIONS = {
  /** `strict`: what breaks a rule is an error; `warn`: a warning. */
  tier: given<Exclude<LintTier, 'off'>>(
    'strict',
    new Option('--tier <tier>', 'level of what breaks a rule').choices(['strict', 'warn']).default('strict'),
  ),
  /** For the schemas of the protocol, which break the rules on purpose: everything is information then. */
  specOwned: flag('--spec-owned', 'a schema of the protocol itself: everything is information'),
  json: JSON_OPTION,
};

export type LintSchemaOptions = OptionsOf<typeof OPTIONS>;

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

const EXAMPLES = `
Examples:
  openwop-inspector lint-schema payload.schema.json
  openwop-inspector lint-schema schemas/*.json --tier warn
  openwop-inspector lint-schema payload.schema.json --json | jq '.findings[].rule'
`;

export const lintSchemaVerb = verb({
  name: 'lint-schema',
  description: 'check payload schemas against what vendors take: variants and the Tier-1 subset',
  arguments: [['<files...>', 'JSON Schemas; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  run: ([files], options, means) => lintSchema(files, options, means),
});
