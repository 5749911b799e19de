/** Vectors with `log`: what the rules between the events of a log find, and what untrusted content reached (vectors FORMAT 7). */
import { compareKeys, type Vector, type VectorAnswer } from '@openwop-inspector/acceptor-core';
import { isRecord } from '@openwop-inspector/base';
import { isLogRule } from '@openwop-inspector/protocol';
import { judgedPlaces, openRunLog, taintOfLog, textSource } from '@openwop-inspector/run-log';

const MAX_FLOWS = 1_000;

/** Opens the events as a log and compares the problems that its rules find, in the order of sequences. */
export async function runLogRules(vector: Vector): Promise<VectorAnswer> {
  const { events = [], document } = isRecord(vector.input) ? vector.input : {};
  const whole = isRecord(document) ? { ...document, events } : events;
  const log = openRunLog(textSource('log.json', JSON.stringify(whole)));
  try {
    await log.loaded;
    await log.runChecks();
    const problems = await log.allProblems();
    const rules = problems
      .filter(({ code }) => isLogRule(code))
      .map(({ code, sequence, message }) => ({ code, sequence, message }))
      .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
    const taint = judgedPlaces(await taintOfLog(log, { flows: MAX_FLOWS, reached: MAX_FLOWS }));
    return compareKeys({ rules, taint, problems: problems.map(({ code }) => code) }, vector.expect);
  } finally {
    await log.close();
  }
}
