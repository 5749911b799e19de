import type { Refused } from '../pipeline/ending.ts';
import type { Gate } from '../pipeline/settings.ts';
import { NO_DETAILS, type Work } from '../pipeline/work.ts';
import type { Step } from './step.ts';

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
  explain: ({ settings }, ending) => {
    if (settings.gate === null) return { isSkipped: true, note: 'the node has no contract' };
    return { note: ending === null ? 'taken by the node' : `not taken, ${settings.gate.refusalMode}` };
  },
};

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
