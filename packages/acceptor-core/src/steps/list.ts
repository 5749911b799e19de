/** The steps of a few lines; each other step has a file next to this one. */
import { isRecord } from '@openwop-inspector/base';
import { UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import { failsWithoutBudget, nodeFailed, runFailed, warningLogged } from '../events/event-writer.ts';
import {
  displayName,
  displayNames,
  gated,
  invalid,
  isRefused,
  reasonText,
  referenceInvalid,
  ruleDetail,
} from '../pipeline/ending.ts';
import { whyNotJson } from '../pipeline/measure.ts';
import { readFields, type Work } from '../pipeline/work.ts';
import { step, variantOf } from './step.ts';

/** S1: the value is a JSON object within the limits of depth and size. */
export const parseStep = step('parse', {
  clause: 'acceptor S1',
  inputs: [''],
  needsEnvelope: false,
  check: (work) => parsed(work, whyNoObject),
  explain: (_work, ending) => (isRefused(ending) ? reasonText(ending) : 'a JSON object'),
  refused: failsWithoutBudget,
});

/** At the reference host only unreadable input is refused here; a scalar is a matter of shape. */
export const referenceParseStep = variantOf(parseStep, {
  check: (work) => parsed(work, () => null),
  explain: (_work, ending) => (ending === null ? 'a JSON value' : 'no JSON value within the limits'),
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

/** S0: a host that takes no envelopes refuses before anything is read. */
export const capabilityStep = step('capability', {
  clause: 'acceptor S0',
  inputs: ['host.aiEnvelope'],
  needsEnvelope: false,
  check: (work) =>
    work.settings.takesEnvelopes ? null : invalid(work, 'capability_required', 'the host takes no envelopes'),
  explain: (_work, ending) =>
    ending === null ? 'the host takes envelopes' : 'the host declares aiEnvelope: false',
});

/** The same at the reference host, where the reason is the code alone. */
export const referenceCapabilityStep = variantOf(capabilityStep, {
  check: (work) => {
    if (work.settings.takesEnvelopes) return null;
    const details = [ruleDetail('/type', 'capability', 'the host declares aiEnvelope: false')];
    return referenceInvalid(work, 'capability_required', '', details);
  },
});

/** S8: the contract of the node; universal kinds always pass. */
export const contractStep = step('contract', {
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
    if (ending === null) return 'taken by the node';
    const own = gate.acceptedTypes.filter((name) => !UNIVERSAL_KINDS.includes(name));
    const taken =
      own.length === 0 ? 'universal kinds alone' : `universal kinds, ${displayNames(redactor, own)}`;
    return `${displayName(redactor, type)} is not taken; the node takes ${taken} (${gate.refusalMode})`;
  },
  refused: (work, ending) => {
    if (ending.gate?.refusalMode === 'discard-and-warn') return [warningLogged(work, ending)];
    work.memory.isTurnStopped = true;
    return [nodeFailed(work, ending)];
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

/** S14: the outcome is settled. What is recorded is written by `pipeline/settle.ts`, which changes the memory. */
export const emitStep = step('emit', {
  clause: 'acceptor 3.3',
  inputs: ['/type', '/payload'],
  accepts: true,
  check: () => null,
  explain: ({ type }) =>
    type === 'clarification.request' ? 'two events are recorded' : 'one event is recorded',
});

/** S13: a handler for the kind; a clarification that the host does not support ends the run. */
export const routeStep = step('route', {
  clause: 'acceptor S13',
  inputs: ['/type', 'host.clarificationSupported'],
  check: (work) =>
    work.type === 'clarification.request' && !work.settings.takesClarifications
      ? invalid(work, 'not-applicable', 'the host takes no clarifications')
      : null,
  explain: (work, ending) =>
    ending === null ? `to the handler of ${work.type || 'no kind'}` : 'the host takes no clarifications',
  refused: (work, ending) => [nodeFailed(work, ending), runFailed(work, ending)],
});
