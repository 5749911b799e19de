import { nodeFailed, warningLogged } from '../events/refusal-events.ts';
import { displayName, displayNames } from '../pipeline/display-name.ts';
import { gated } from '../pipeline/ending.ts';
import { UNIVERSAL_KINDS } from '../pipeline/settings.ts';
import { type StepInfo, step, variantOf } from './step.ts';

export const contractInfo = {
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
