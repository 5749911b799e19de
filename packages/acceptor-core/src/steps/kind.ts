import { gated, invalid } from '../pipeline/ending.ts';
import { usesSchemaRound } from '../pipeline/record-refusal.ts';
import { UNIVERSAL_KINDS } from '../pipeline/settings.ts';
import { type Work, warn } from '../pipeline/work.ts';
import { type StepInfo, step, variantOf } from './step.ts';

export const kindInfo = {
  id: 'kind',
  number: 'S5',
  rule: 'The type is one of the universal four, or the host lists it in supportedEnvelopes.',
  retry: 'type-drift',
} as const satisfies StepInfo;

/** S5: the kind is universal or in the catalogue of the host. */
export const kindStep = step(kindInfo, {
  clause: 'acceptor S5',
  inputs: ['/type', 'host.supportedEnvelopes'],
  hidesRepeats: true,
  check: (work) => {
    const { type } = work;
    if (isUniversal(type)) return null;
    const { catalogue } = work.settings;
    if (catalogue !== null && !catalogue.has(type)) {
      return invalid(
        work,
        'unknown_envelope_kind',
        `the host does not support ${type || 'a kind without a name'}`,
      );
    }
    if (catalogue === null) warn(work, 'kind_unchecked', 'The kinds of the host are not known.', '/type');
    warnAboutName(work);
    return null;
  },
  explain: ({ type, settings }, ending) => {
    if (ending !== null) return { note: 'not in the catalogue of the host' };
    if (isUniversal(type)) return { note: 'a universal kind' };
    return settings.catalogue === null
      ? { isUnchecked: true, note: 'the catalogue of the host is not known' }
      : { note: 'in the catalogue of the host' };
  },
  refused: usesSchemaRound,
});

/** At the reference host a kind that the host does not list is gated, as if a contract had refused it (R2). */
export const referenceCatalogueStep = variantOf(kindStep, {
  clause: 'acceptor R2',
  check: (work) => {
    const { catalogue } = work.settings;
    if (catalogue === null || catalogue.has(work.type)) return null;
    const words = `envelope type '${work.type}' is not in host's supportedEnvelopes advertisement`;
    const gate = { accepted: catalogue, acceptedTypes: [...catalogue], refusalMode: 'fail-node' } as const;
    return gated(work, gate, `${words}: envelope_contract_violation`);
  },
});

/** True for the four kinds that every host recognises. */
function isUniversal(kind: string): boolean {
  return universal.has(kind);
}

const universal: ReadonlySet<string> = new Set(UNIVERSAL_KINDS);

const namespaced = /^(?:vendor\.[^.]+\..|media\.|ui\.)/s;

function warnAboutName(work: Work): void {
  if (namespaced.test(work.type)) return;
  warn(work, 'kind_not_namespaced', 'The kind is not named vendor.<host>.<kind>.', '/type');
}
