/** Problems as the screens and the command line show them. */
import { formatCount, literal, masker } from '@openwop-inspector/base';
import { type Problem, type ProblemCode, problemInfo, type Severity } from '@openwop-inspector/protocol';
import type { ProblemGroup, ProblemRow } from '../answers.ts';
import { LISTED_PER_CODE, type NumberedProblem, toProblem } from '../index/problem-list.ts';
import { type LoadedLog, problemsOf } from '../query/loaded-log.ts';
import { recordedEventId } from '../query/rows/event-rows.ts';
import { failedRows } from '../query/rows/rows.ts';

/** Codes with their counts, of some severities or of all. */
export function problemGroups(log: LoadedLog, severities?: readonly Severity[]): ProblemGroup[] {
  return problemsOf(log)
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
export async function problemPage(log: LoadedLog, code: ProblemCode, offset: number, limit: number) {
  const listed = problemsOf(log).list(code);
  const out: ProblemRow[] = [];
  for (const one of listed.slice(offset, offset + limit)) out.push(await problemRow(log, one));
  return out;
}

/** Listed problems as the contract prints them, of wanted codes. Reads an event a problem, in the order of the file. */
export async function allProblems(log: LoadedLog, isWanted: (code: ProblemCode) => boolean = () => true) {
  const listed = problemsOf(log)
    .list()
    .filter(({ entry }) => isWanted(entry.code));
  const out: Problem[] = new Array(listed.length);
  const places = [...listed.entries()].sort(
    ([, a], [, b]) => (a.entry.ordinal ?? -1) - (b.entry.ordinal ?? -1),
  );
  for (const [at, one] of places) out[at] = (await problemRow(log, one)).problem;
  return out;
}

/** A listed problem with the ids of its event. */
export async function problemRow(log: LoadedLog, { id, entry }: NumberedProblem): Promise<ProblemRow> {
  const { ordinal } = entry;
  if (ordinal === null) return { id, problem: toProblem(entry, null), ordinal, nodeId: null };
  const ids = {
    sequence: log.index.sequenceOf(ordinal),
    eventId: log.eventIdOf(ordinal, await recordedEventId(log, ordinal)),
  };
  return { id, problem: toProblem(entry, ids), ordinal, nodeId: log.index.nodeIdOf(ordinal) };
}

/** Says of which codes more were found than are listed; of each once. */
export function noteCapped(log: LoadedLog, noted: Set<ProblemCode>): void {
  const { problems } = log.index;
  for (const { code, count } of problems.groups()) {
    if (count <= LISTED_PER_CODE || code === 'problems_capped' || noted.has(code)) continue;
    noted.add(code);
    const message = `${code}: ${formatCount(count)} found, the first ${formatCount(LISTED_PER_CODE)} are listed`;
    problems.foundBy('payloads', () => problems.add({ code: 'problems_capped', message, ordinal: null }));
  }
}

/** The next or previous failure or event with a problem, around the ends; null for none. O(rows between + problems). */
export async function nextProblem(log: LoadedLog, from: number | null, direction: 1 | -1) {
  const { order, index } = log;
  const isFailed = failedRows(log);
  const place = from === null ? -1 : order.indexOf(from);
  const start = place < 0 && direction === -1 ? order.length : place;
  for (let step = 1; step <= order.length; step++) {
    const at = (start + direction * step + 2 * order.length) % order.length;
    const ordinal = order.ordinalAt(at);
    if (index.problems.severityOf(ordinal) === null && !isFailed(ordinal)) continue;
    const listed = index.problems.list().find(({ entry }) => entry.ordinal === ordinal);
    return { ordinal, problem: listed === undefined ? null : await problemRow(log, listed) };
  }
  return null;
}
