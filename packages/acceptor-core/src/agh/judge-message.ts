import { textAt } from '@openwop-inspector/base';
import type { AghResult, AghStepTrace } from './agh-result.ts';
import type { AghSettings } from './agh-settings.ts';
import { type AghAnswer, type AghDecision, type AghStep, rejected } from './agh-step.ts';
import type { AghInput, AghMemory, AghWork } from './agh-work.ts';
import { dialectOf } from './dialect.ts';
import { generatedReceipts } from './generated-receipt.ts';
import { AGH_STEPS, type AghStepId } from './steps/list.ts';

/** One message through the steps, in order; the first failure decides (agh 2). Changes the memory only. */
export function judgeMessage(input: AghInput, settings: AghSettings, memory: AghMemory): AghResult {
  const read = { record: null, kind: null, message: null };
  const work: AghWork = { settings, memory, input, warnings: [], ...read, lifecycle: null, badge: null };
  const trace: AghStepTrace[] = [];
  const decision = decisionOf(work, trace);
  const { record, lifecycle, badge, warnings } = work;
  return {
    status: decision.status,
    reason_code: decision.reasonCode,
    step: trace.at(-1)?.step ?? AGH_STEPS[0].id,
    trust: 'unverified',
    lifecycle,
    badge,
    generated: generatedReceipts(work, decision),
    preserved: record,
    warnings,
    dialect: record === null ? 'seed' : dialectOf(record),
    id: record === null ? null : textAt(record, 'id'),
    trace,
  };
}

function decisionOf(work: AghWork, trace: AghStepTrace[]): AghDecision {
  for (const step of AGH_STEPS) {
    const answer = step.check(work);
    trace.push(rowOf(step, answer));
    if (answer.verdict === 'decided') return answer;
  }
  return rejected('internal', 'no step decided');
}

function rowOf({ id, clause, inputs }: AghStep<AghStepId>, answer: AghAnswer): AghStepTrace {
  const isDecided = answer.verdict === 'decided';
  return {
    step: id,
    verdict: answer.verdict,
    reason_code: isDecided ? answer.reasonCode : null,
    note: answer.note,
    clause,
    inputs,
    details: isDecided ? answer.details : [],
  };
}
