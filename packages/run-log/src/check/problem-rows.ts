/** Problems as the screens and the command line show them. */
import { formatCount, literal, masker } from '@openwop-inspector/base';
import { type Problem, type ProblemCode, problemInfo, type Severity } from '@openwop-inspector/protocol';
import type { ProblemGroup, ProblemRow } from '../answers.ts';
import { recordedEventId } from '../view/event-rows.ts';
import type { LoadedLog } from '../view/loaded-log.ts';
import { LISTED_PER_CODE, type NumberedProblem, toProblem } from './problem-list.ts';

/** Codes with their counts, of some severities or of all. */
export function problemGroups(log: LoadedLog, severities?: readonly Severity[]): ProblemGroup[] {
  return log.index.problems
    .groups()
    .filter((group) => severities === undefined || severities.includes(group.severity))
    .map(({ code, severity, count }) => ({
      code: literal(code),
      severity,
      count,
      title: masker.text(problemInfo(code).title),
    }));
}

/** A page of the problems of one code. */
export async function problemPage(
  log: LoadedLog,
  code: ProblemCode,
  offset: number,
  limit: number,
): Promise<ProblemRow[]> {
  const out: ProblemRow[] = [];
  for (const one of log.index.problems.page(code, offset, limit)) out.push(await problemRow(log, one));
  return out;
}

/** All listed problems as the contract prints them. Reads one event a problem. */
export async function allProblems(log: LoadedLog): Promise<Problem[]> {
  const out: Problem[] = [];
  for (const one of log.index.problems.list()) out.push((await problemRow(log, one)).problem);
  return out;
}

/** A listed problem with the ids of its event. */
export async function problemRow(log: LoadedLog, { id, entry }: NumberedProblem): Promise<ProblemRow> {
  const { ordinal } = entry;
  if (ordinal === null) return { id, problem: toProblem(entry, null), ordinal, nodeId: null };
  const { columns, nodes } = log.index;
  const sequence = columns.sequence[ordinal] as number;
  const node = columns.node[ordinal] as number;
  const ids = {
    sequence: Number.isNaN(sequence) ? null : sequence,
    eventId: log.eventIdOf(ordinal, await recordedEventId(log, ordinal)),
  };
  return { id, problem: toProblem(entry, ids), ordinal, nodeId: node === 0 ? null : nodes.shownOf(node) };
}

/** Says of which codes more were found than are listed; of each once. */
export function noteCapped(log: LoadedLog, told: Set<ProblemCode>): void {
  const { problems } = log.index;
  for (const { code, count } of problems.groups()) {
    if (count <= LISTED_PER_CODE || code === 'problems_capped' || told.has(code)) continue;
    told.add(code);
    const message = `${code}: ${formatCount(count)} found, the first ${formatCount(LISTED_PER_CODE)} are listed`;
    problems.foundBy('payloads', () => problems.add({ code: 'problems_capped', message, ordinal: null }));
  }
}
