import type { Ending, Refused } from '../pipeline/ending.ts';
import { type Gate, UNIVERSAL_KINDS } from '../pipeline/settings.ts';
import { shownName, shownNames } from '../pipeline/shown-name.ts';
import { NO_DETAILS, type Work } from '../pipeline/work.ts';
import type { Step, StepNote } from './step.ts';

/** S8: the contract of the node; universal kinds always pass. */
export const contractStep: Step = {
  id: 'contract',
  clause: 'acceptor S8',
  inputs: ['/type', 'contract.accepts'],
  needsEnvelope: true,
  check: (work) => {
    const { gate } = work.settings;
    if (gate === null || gate.accepted.has(work.type)) return null;
    const reason = `envelope_contract_violation: this node does not take ${work.type}`;
    return gated(work, gate, reason);
  },
  explain: contractNote,
};

/** The kind, and for one that is not taken what is. */
export function contractNote({ settings: { gate, redactor }, type }: Work, ending: Ending | null): StepNote {
  if (gate === null) return { isSkipped: true, note: 'the node has no contract' };
  if (ending === null) return { note: 'taken by the node' };
  const own = gate.acceptedTypes.filter((name) => !UNIVERSAL_KINDS.includes(name));
  const taken = own.length === 0 ? 'universal kinds alone' : `universal kinds, ${shownNames(redactor, own)}`;
  return { note: `${shownName(redactor, type)} is not taken; the node takes ${taken} (${gate.refusalMode})` };
}

/** An ending at a gate. */
export function gated(work: Work, { acceptedTypes, refusalMode }: Gate, reason: string): Refused {
  const { redactor } = work.settings;
  return {
    status: 'gated',
    code: 'envelope_contract_violation',
    reason: redactor.text(reason),
    details: NO_DETAILS,
    capKind: null,
    cap: 0,
    gate: {
      refusedType: redactor.text(work.type),
      acceptedTypes: acceptedTypes.map((type) => redactor.text(type)),
      refusalMode,
    },
  };
}
