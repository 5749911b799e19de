import { UNIVERSAL_KINDS } from '../../pipeline/settings.ts';
import { gated } from '../../steps/s08-contract.ts';
import type { Step } from '../../steps/step.ts';

/** A kind that the host does not list is gated, as if a contract had refused it (R2). */
export const referenceCatalogueStep: Step = {
  id: 'kind',
  clause: 'acceptor R2',
  inputs: ['/type', 'host.supportedEnvelopes'],
  needsEnvelope: true,
  check: (work) => {
    const { catalogue } = work.settings;
    if (catalogue === null || catalogue.has(work.type)) return null;
    const words = `envelope type '${work.type}' is not in host's supportedEnvelopes advertisement`;
    const gate = { accepted: catalogue, acceptedTypes: [...catalogue], refusalMode: 'fail-node' } as const;
    return gated(work, gate, `${words}: envelope_contract_violation`);
  },
  explain: ({ settings, type }, ending) => {
    if (ending !== null) return { note: 'not in the catalogue of the host' };
    if (UNIVERSAL_KINDS.includes(type)) return { note: 'a universal kind' };
    return settings.catalogue === null
      ? { isUnchecked: true, note: 'the catalogue of the host is not known' }
      : { note: 'in the catalogue of the host' };
  },
};
