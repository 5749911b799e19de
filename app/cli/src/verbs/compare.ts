import { formatSequence } from '@openwop-inspector/base';
import { type Block, blank, dim, line, shellWord } from '@openwop-inspector/base/document';
import {
  type ComparedRuns,
  compareRuns,
  comparisonDocument,
  DEFAULT_RULES,
  type MaskRules,
  progressText,
  type ReadComparison,
  readComparison,
  readMaskRules,
} from '@openwop-inspector/compare';
import { type EventRow, SourceError } from '@openwop-inspector/run-log';
import type { CompareVerbOptions } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument } from '../open/whole-text.ts';
import {
  type CompareSide,
  type CompareSides,
  compareJson,
  openSides,
  readEventPair,
} from './compare-json.ts';
import { EXIT, type ExitStatus, fail, remark } from './complain.ts';

/**
 * `compare A B`: two runs aligned by causal position. Ends with 0 when they are the same, 1 when they differ or when not all
 * of them could be compared, 2 when there is nothing to compare.
 */
export async function compare(
  fileA: string,
  fileB: string,
  options: CompareVerbOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const rules = await rulesOf(options.mask, surroundings);
  const sides = rules === null ? null : await openSides([fileA, fileB], options.run, surroundings);
  if (rules === null || sides === null) return EXIT.failed;
  try {
    return await compareSides(sides, rules, options, surroundings);
  } catch (error) {
    // A file changed or vanished behind the load.
    if (!(error instanceof SourceError)) throw error;
    return fail(surroundings.terminal, error.message);
  } finally {
    surroundings.terminal.progress(null);
    await sides.a.log.close();
    await sides.b.log.close();
  }
}

async function rulesOf(file: string | null, surroundings: Surroundings): Promise<MaskRules | null> {
  if (file === null) return DEFAULT_RULES;
  const read = await readDocument(file, readMaskRules, 'these are no rules for a comparison', surroundings);
  return read?.rules ?? null;
}

async function compareSides(
  sides: CompareSides,
  rules: MaskRules,
  options: CompareVerbOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal, signal } = surroundings;
  const { limit, json, event } = options;
  const compared = await compareRuns(sides.a, sides.b, {
    rules,
    limit,
    onProgress: (progress) => {
      terminal.progress(progressText(progress));
      return signal.aborted || terminal.isClosed;
    },
  });
  terminal.progress(null);
  if (compared === null) {
    remark(terminal, 'stopped before the two were compared');
    return EXIT.interrupted;
  }
  const pair = event === null ? null : await readEventPair(event, sides, compared, rules);
  if (pair !== null && 'why' in pair) return fail(terminal, pair.why);
  const reported = await readComparison(compared.comparison, sides, rules);
  if (json) await terminal.printDocument(compareJson(reported, pair, rules));
  else
    await terminal.print([
      ...comparisonDocument(reported, pair, limit),
      ...(pair === null ? nextLines(reported) : []),
    ]);
  return statusOf(compared, sides, surroundings);
}

/** What was printed may not be all there is when a log has errors, which is no sameness. */
function statusOf(
  { comparison }: ComparedRuns,
  { a, b }: CompareSides,
  { terminal }: Surroundings,
): ExitStatus {
  const hasErrors = [a, b].filter((side) => tellErrors(side, terminal)).length > 0;
  return comparison.isSame && !hasErrors ? EXIT.fine : EXIT.findings;
}

function tellErrors({ file, log }: CompareSide, terminal: Surroundings['terminal']): boolean {
  const errors = log.problemGroups(['error']);
  if (errors.length === 0) return false;
  const titles = errors.slice(0, 3).map(({ title }) => title);
  remark(terminal, `${file} has errors (${titles.join('; ')}). "inspect" shows them`);
  return true;
}

function nextLines({ first, sides }: ReadComparison): readonly Block[] {
  const [a, b] = [shellWord(sides.a.file), shellWord(sides.b.file)];
  if (first === null || a === null || b === null) return [];
  const of = (row: EventRow): string => shellWord(row.eventId) ?? formatSequence(row.sequence);
  const commands = [
    ...(first.a === null ? [] : [`chain ${a} ${of(first.a)}`]),
    ...(first.b === null ? [] : [`chain ${b} ${of(first.b)}`]),
    ...(first.a === null ? [] : [`compare ${a} ${b} --event ${of(first.a)}`]),
  ];
  return [blank, line(dim('Next')), ...commands.map((one) => line(`  openwop-inspector ${one}`))];
}
