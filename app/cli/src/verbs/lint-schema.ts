import { type LintFinding, lintSchema as lint } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  dim,
  error,
  name,
  ok,
  paragraph,
  rest,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import type { Options } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readJsonFile } from '../open/whole-text.ts';
import { EXIT, type ExitStatus, Refusal, sayRefusal, worse } from './complain.ts';

/** Findings reported of one schema; there may be one a property. */
const MAX_DISPLAYED_FINDINGS = 100;

const STYLES = { error, warning, info: dim } as const;

/**
 * `lint-schema FILE…`: payload schemas against the variant rules and the Tier-1 subset (acceptor 11). One document a
 * file with `--json`. 1 when there is a finding of level error, 2 when a file is not JSON. Of several files the worst
 * decides.
 */
export async function lintSchema(
  files: readonly string[],
  options: Options<'lint-schema'>,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal, signal } = surroundings;
  let status: ExitStatus = EXIT.fine;
  for (const [number, file] of files.entries()) {
    if (terminal.isClosed || signal.aborted) break;
    try {
      const findings = lint(await readJsonFile(file, surroundings), options);
      // The contract has `findings` first, and knows it alone.
      if (options.json) await terminal.printDocument({ findings, file });
      else await terminal.print([...(number === 0 ? [] : [blank]), ...lintReport(file, findings)]);
      if (findings.some(({ level }) => level === 'error')) status = worse(status, EXIT.findings);
    } catch (error) {
      status = worse(status, sayRefusal(error, terminal));
      if (options.json && error instanceof Refusal)
        await terminal.printDocument({ findings: [], file, error: error.message });
    }
  }
  return status;
}

/** A finding a paragraph: rule, place, what is wrong, and which vendors it matters to. */
export function lintReport(file: string, findings: readonly LintFinding[]): readonly Block[] {
  const left = findings.length - MAX_DISPLAYED_FINDINGS;
  return [
    headline(file, findings),
    ...findings.slice(0, MAX_DISPLAYED_FINDINGS).flatMap(findingLines),
    ...rest(left, `  and ${countOf(left, 'finding')} more; --json has them all`),
  ];
}

function headline(file: string, findings: readonly LintFinding[]): Block {
  const counts = (['error', 'warning', 'info'] as const).flatMap((level) => {
    const found = findings.filter((finding) => finding.level === level).length;
    return found === 0 ? [] : [countOf(found, level === 'info' ? 'note' : level)];
  });
  if (counts.length === 0) return paragraph(2, ok('Fine'), '  ', file);
  return paragraph(2, strong('Found'), '  ', file, `: ${counts.join(', ')}`);
}

function findingLines({ rule, level, pointer, message, why, vendors }: LintFinding): readonly Block[] {
  const gap = ' '.repeat(Math.max(1, 9 - level.length));
  const place = name(pointer === '' ? '(root)' : pointer);
  const reasons = [why, ...vendors.map(({ vendor, note }) => `${vendor}: ${note}`)];
  return [
    paragraph(15, '  ', STYLES[level](level), gap, strong(rule.padEnd(4)), place, `  ${message}`),
    ...reasons.map((reason) => paragraph(15, ' '.repeat(15), dim(reason))),
  ];
}
