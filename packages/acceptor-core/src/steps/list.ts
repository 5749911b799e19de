/**
 * `STEPS`, the steps in the order they run (acceptor 2), and those of a few lines; each other step has a file next to
 * this one. Only `STEPS` defines the order: `pipeline/profiles.ts` adds the checks to it.
 */

import { isRecord } from '@openwop-inspector/base';
import { UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import { nodeFailed, runFailed, warningLogged } from '../events/event-writer.ts';
import { displayName, displayNames, ruleDetail } from '../pipeline/details.ts';
import { gated, invalid, isRefused, reasonText, referenceInvalid } from '../pipeline/ending.ts';
import { whyNotJson } from '../pipeline/measure.ts';
import { failsWithoutBudget } from '../pipeline/record-refusal.ts';
import { readFields, type Work } from '../pipeline/work.ts';
import { conflictPeekInfo, dedupInfo } from './dedup.ts';
import { kindInfo, schemaVersionInfo } from './kind.ts';
import { limitsInfo } from './limits.ts';
import { partialInfo } from './partial.ts';
import { payloadInfo } from './payload.ts';
import { redactionInfo } from './redaction.ts';
import { shapeInfo } from './shape.ts';
import { type StepInfo, step, variantOf } from './step.ts';
import { synthesisInfo } from './synthesis.ts';
import { trustInfo } from './trust.ts';

const parseInfo = {
  id: 'parse',
  number: 'S1',
  rule: 'The value is a JSON object, or the text yields one. At most 64 levels and 1 MiB.',
  retry: 'parse-error',
} as const satisfies StepInfo;

/** S1: the value is a JSON object within the limits of depth and size. */
export const parseStep = step(parseInfo, {
  clause: 'acceptor S1',
  inputs: [''],
  needsEnvelope: false,
  check: (work) => parsed(work, whyNoObject),
  explain: (_work, ending) => ({ note: isRefused(ending) ? reasonText(ending) : 'a JSON object' }),
  refused: failsWithoutBudget,
});

/** At the reference host only unreadable input is refused here; a scalar is a matter of shape. */
export const referenceParseStep = variantOf(parseStep, {
  check: (work) => parsed(work, () => null),
  explain: (_work, ending) => ({
    note: ending === null ? 'a JSON value' : 'no JSON value within the limits',
  }),
});

function parsed(work: Work, whyNot: (value: unknown) => string | null) {
  const { input } = work;
  const why = work.unreadable ?? whyNotJson(input) ?? whyNot(input);
  if (why !== null) return invalid(work, 'invalid_envelope_shape', why);
  if (isRecord(input)) readFields(work, input);
  return null;
}

function whyNoObject(value: unknown): string | null {
  if (isRecord(value)) return null;
  if (Array.isArray(value)) return 'the value is an array, not an object';
  return `the value is ${value === null ? 'null' : `a ${typeof value}`}, not an object`;
}

const capabilityInfo = {
  id: 'capability',
  number: 'S0',
  rule: 'The host takes envelopes of a model at all (aiEnvelope is not false).',
} as const satisfies StepInfo;

/** S0: a host that takes no envelopes refuses before anything is read. */
export const capabilityStep = step(capabilityInfo, {
  clause: 'acceptor S0',
  inputs: ['host.aiEnvelope'],
  needsEnvelope: false,
  check: (work) =>
    work.settings.takesEnvelopes ? null : invalid(work, 'capability_required', 'the host takes no envelopes'),
  explain: (_work, ending) => ({
    note: ending === null ? 'the host takes envelopes' : 'the host declares aiEnvelope: false',
  }),
});

/** The same at the reference host, where the reason is the code alone. */
export const referenceCapabilityStep = variantOf(capabilityStep, {
  check: (work) => {
    if (work.settings.takesEnvelopes) return null;
    const details = [ruleDetail('/type', 'capability', 'the host declares aiEnvelope: false')];
    return referenceInvalid(work, 'capability_required', '', details);
  },
});

const contractInfo = {
  id: 'contract',
  number: 'S8',
  rule: 'The node takes this kind: universal, or named in the contract’s accepts.',
} as const satisfies StepInfo;

/** S8: the contract of the node; universal kinds always pass. */
export const contractStep = step(contractInfo, {
  clause: 'acceptor S8',
  inputs: ['/type', 'contract.accepts'],
  hidesRepeats: true,
  check: (work) => {
    const { gate } = work.settings;
    if (gate === null || gate.accepted.has(work.type)) return null;
    return gated(work, gate, `envelope_contract_violation: this node does not take ${work.type}`);
  },
  explain: ({ settings: { gate, redactor }, type }, ending) => {
    if (gate === null) return { isSkipped: true, note: 'the node has no contract' };
    if (ending === null) return { note: 'taken by the node' };
    const own = gate.acceptedTypes.filter((name) => !UNIVERSAL_KINDS.includes(name));
    const taken =
      own.length === 0 ? 'universal kinds alone' : `universal kinds, ${displayNames(redactor, own)}`;
    return {
      note: `${displayName(redactor, type)} is not taken; the node takes ${taken} (${gate.refusalMode})`,
    };
  },
  refused: (work, names, ending) => {
    if (ending.gate?.refusalMode === 'discard-and-warn') return [warningLogged(work, names, ending)];
    work.memory.isTurnStopped = true;
    return [nodeFailed(work, names, ending)];
  },
});

/** The same in the words of the reference host. */
export const referenceContractStep = variantOf(contractStep, {
  check: (work) => {
    const { gate } = work.settings;
    if (gate === null || gate.accepted.has(work.type)) return null;
    const words = `envelope type '${work.type}' not in this node's allowedEnvelopeKinds`;
    return gated(work, gate, `${words}: envelope_contract_violation`);
  },
});

export const emitInfo = {
  id: 'emit',
  number: 'S14',
  rule: 'The events of the kind are recorded, and the counters go up.',
} as const satisfies StepInfo;

/** S14: the outcome is settled. What is recorded is written by `pipeline/settle.ts`, which changes the memory. */
export const emitStep = step(emitInfo, {
  clause: 'acceptor 3.3',
  inputs: ['/type', '/payload'],
  accepts: true,
  check: () => null,
  explain: ({ type }) => ({
    note: type === 'clarification.request' ? 'two events are recorded' : 'one event is recorded',
  }),
});

const routeInfo = {
  id: 'route',
  number: 'S13',
  rule: 'The kind has a handler on this host.',
} as const satisfies StepInfo;

/** S13: a handler for the kind; a clarification that the host does not support ends the run. */
export const routeStep = step(routeInfo, {
  clause: 'acceptor S13',
  inputs: ['/type', 'host.clarificationSupported'],
  check: (work) =>
    work.type === 'clarification.request' && !work.settings.takesClarifications
      ? invalid(work, 'not-applicable', 'the host takes no clarifications')
      : null,
  explain: (work, ending) => ({
    note:
      ending === null ? `to the handler of ${work.type || 'no kind'}` : 'the host takes no clarifications',
  }),
  refused: (work, names, ending) => [nodeFailed(work, names, ending), runFailed(work, names, ending)],
});

/** What is said of each step, in the order of the specification. */
export const STEPS = [
  capabilityInfo,
  parseInfo,
  synthesisInfo,
  shapeInfo,
  partialInfo,
  conflictPeekInfo,
  kindInfo,
  schemaVersionInfo,
  payloadInfo,
  contractInfo,
  limitsInfo,
  redactionInfo,
  trustInfo,
  dedupInfo,
  routeInfo,
  emitInfo,
] as const satisfies readonly StepInfo[];

export type StepId = (typeof STEPS)[number]['id'];

const byId: ReadonlyMap<string, StepInfo> = new Map(STEPS.map((step) => [step.id, step]));

/** What is said of one step; null for a word that names none, as `stopped`. */
export function stepInfo(id: StepId): StepInfo;
export function stepInfo(id: string): StepInfo | null;
export function stepInfo(id: string): StepInfo | null {
  return byId.get(id) ?? null;
}
