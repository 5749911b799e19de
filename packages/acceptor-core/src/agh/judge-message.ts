import { type JsonObject, textAt } from '@openwop-inspector/base';
import type { AghMemory } from './agh-memory.ts';
import type { AghMessage } from './agh-message.ts';
import type { AghResult, AghStepTrace } from './agh-result.ts';
import { type AghSettings, pairKey } from './agh-settings.ts';
import type { AghAnswer, AghDecision, AghDesk, AghStep } from './agh-step.ts';
import { dialectOf, warnOfDialect } from './dialect.ts';
import { generatedReceipts } from './generated-receipt.ts';
import { warnOfSecrets } from './secret-shaped.ts';
import { type AghInput, parse } from './steps/a1-parse.ts';
import { required } from './steps/a2a-required.ts';
import { protocol } from './steps/a2b-protocol.ts';
import { kind } from './steps/a2c-kind.ts';
import { grammar } from './steps/a2d-grammar.ts';
import { freshness } from './steps/a3-freshness.ts';
import { body } from './steps/a4a-body.ts';
import { conditions } from './steps/a4b-conditions.ts';
import { routing } from './steps/a5a-routing.ts';
import { duplicate } from './steps/a5b-duplicate.ts';
import { lifecycle } from './steps/a6-lifecycle.ts';
import { deliver } from './steps/a7-deliver.ts';

const ENVELOPE_STEPS: readonly AghStep<JsonObject>[] = [required, protocol];
const MESSAGE_STEPS: readonly AghStep<AghMessage>[] = [
  freshness,
  body,
  conditions,
  routing,
  duplicate,
  lifecycle,
];

/** One message through the steps, in order; the first failure decides (agh 2). Changes the memory only. */
export function judgeMessage(input: AghInput, settings: AghSettings, memory: AghMemory): AghResult {
  const desk: AghDesk = { settings, memory, warnings: [], lifecycle: null, badge: null };
  const trace: AghStepTrace[] = [];
  const parsed = parse.check(input, desk);
  trace.push(rowOf(parse, parsed));
  const record = parsed.verdict === 'decided' ? null : parsed.seen;
  const decision = parsed.verdict === 'decided' ? parsed : judgeRecord(parsed.seen, desk, trace);
  return {
    status: decision.status,
    reason_code: decision.reasonCode,
    step: trace.at(-1)?.step ?? 'A1',
    trust: 'unverified',
    lifecycle: desk.lifecycle,
    badge: desk.badge,
    generated: generatedReceipts(record, decision, desk),
    preserved: record,
    warnings: desk.warnings,
    dialect: record === null ? 'seed' : dialectOf(record),
    id: record === null ? null : textAt(record, 'id'),
    trace,
  };
}

function judgeRecord(record: JsonObject, desk: AghDesk, trace: AghStepTrace[]): AghDecision {
  warnOfDialect(record, desk);
  warnOfSecrets(record, desk);
  const early = firstDecision(ENVELOPE_STEPS, record, desk, trace);
  if (early !== null) return early;
  const knownKind = kind.check(record, desk);
  trace.push(rowOf(kind, knownKind));
  if (knownKind.verdict === 'decided') return knownKind;
  const read = grammar.check({ record, kind: knownKind.seen }, desk);
  trace.push(rowOf(grammar, read));
  if (read.verdict === 'decided') return read;
  desk.lifecycle = stateBefore(read.seen, desk);
  const late = firstDecision(MESSAGE_STEPS, read.seen, desk, trace);
  if (late !== null) return late;
  const delivered = deliver.check(read.seen);
  trace.push(rowOf(deliver, delivered));
  return delivered;
}

function firstDecision<Input>(
  steps: readonly AghStep<Input>[],
  input: Input,
  desk: AghDesk,
  trace: AghStepTrace[],
): AghDecision | null {
  for (const step of steps) {
    const answer = step.check(input, desk);
    trace.push(rowOf(step, answer));
    if (answer.verdict === 'decided') return answer;
  }
  return null;
}

function rowOf(
  step: Pick<AghStep<unknown>, 'id' | 'clause' | 'inputs'>,
  answer: AghAnswer<unknown>,
): AghStepTrace {
  const isDecided = answer.verdict === 'decided';
  return {
    step: step.id,
    verdict: answer.verdict,
    reason_code: isDecided ? answer.reasonCode : null,
    note: answer.note,
    clause: step.clause,
    inputs: step.inputs,
    details: isDecided ? answer.details : [],
  };
}

/** State of the interaction that the message names; a refusal before the lifecycle leaves it there. */
function stateBefore({ channel, interactionId, kind: of }: AghMessage, { memory }: AghDesk) {
  if (interactionId === null || of === 'say' || of === 'greet' || of === 'whois') return null;
  return memory.interactions.get(pairKey(channel, interactionId))?.state ?? null;
}
