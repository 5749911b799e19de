import { contractNote, gated } from '../../steps/s08-contract.ts';
import type { Step } from '../../steps/step.ts';

/** The contract as everywhere, in the words of the reference host. */
export const referenceContractStep: Step = {
  id: 'contract',
  clause: 'acceptor S8',
  inputs: ['/type', 'contract.accepts'],
  needsEnvelope: true,
  check: (work) => {
    const { gate } = work.settings;
    if (gate === null || gate.accepted.has(work.type)) return null;
    const words = `envelope type '${work.type}' not in this node's allowedEnvelopeKinds`;
    return gated(work, gate, `${words}: envelope_contract_violation`);
  },
  explain: contractNote,
};
