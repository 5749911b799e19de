import { invalid } from '../pipeline/ending.ts';
import { UNIVERSAL_KINDS } from '../pipeline/settings.ts';
import { type Work, warn } from '../pipeline/work.ts';
import type { Step } from './step.ts';

/** S5: the kind is universal or in the catalogue of the host. */
export const kindStep: Step = {
  id: 'kind',
  clause: 'acceptor S5',
  inputs: ['/type', 'host.supportedEnvelopes'],
  needsEnvelope: true,
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
};

const universal: ReadonlySet<string> = new Set(UNIVERSAL_KINDS);

/** True for the four kinds that every host recognises. */
export function isUniversal(kind: string): boolean {
  return universal.has(kind);
}

const namespaced = /^(?:vendor\.[^.]+\..|media\.|ui\.)/s;

function warnAboutName(work: Work): void {
  if (namespaced.test(work.type)) return;
  warn(work, 'kind_not_namespaced', 'The kind is not named vendor.<host>.<kind>.', '/type');
}
