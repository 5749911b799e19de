import { ownValue } from '@openwop-inspector/base';
import { UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import { usesSchemaRound } from '../events/event-writer.ts';
import { gated, invalid, referenceInvalid, ruleDetail } from '../pipeline/ending.ts';
import type { Settings } from '../pipeline/settings.ts';
import { type Work, warn } from '../pipeline/work.ts';
import { step, variantOf } from './step.ts';

/** S5: the kind is universal or in the catalogue of the host. */
export const kindStep = step('kind', {
  clause: 'acceptor S5',
  inputs: ['/type', 'host.supportedEnvelopes'],
  hidesRepeats: true,
  check: (work) => {
    const { type } = work;
    if (UNIVERSAL.has(type)) return null;
    const { catalogue } = work.settings;
    if (catalogue !== null && !catalogue.has(type)) {
      const text = `the host does not support ${type || 'a kind without a name'}`;
      return invalid(work, 'unknown_envelope_kind', text);
    }
    if (catalogue === null) warn(work, 'kind_unchecked', 'The kinds of the host are not known.', '/type');
    // In v2 the first part of a kind is an organisation, and `vendor.` is the form of v1 (acceptor 3.4).
    const { isV2 } = work.settings;
    const form = isV2 ? '<organisation>.<name>' : 'vendor.<host>.<kind>';
    if (isV2 && work.type.startsWith('vendor.'))
      warn(work, 'kind_of_v1', `The kind is not named ${form}.`, '/type');
    else if (!NAMESPACED[isV2 ? 'v2' : 'v1'].test(work.type))
      warn(work, 'kind_not_namespaced', `The kind is not named ${form}.`, '/type');
    return null;
  },
  explain: ({ type, settings }, ending) => {
    if (ending !== null) return 'not in the catalogue of the host';
    if (UNIVERSAL.has(type)) return 'a universal kind';
    return settings.catalogue === null
      ? { isUnchecked: true, note: 'the catalogue of the host is not known' }
      : 'in the catalogue of the host';
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

const NOT_LISTED = { isUnchecked: true, note: 'the host lists no version of this kind' } as const;

/** The four kinds that every host recognises. */
const UNIVERSAL: ReadonlySet<string> = new Set(UNIVERSAL_KINDS);

const NAMESPACED = { v1: /^(?:vendor\.[^.]+\..|media\.|ui\.)/s, v2: /^[^.]+\../s };

/** S6: the version against the one that the host advertises for the kind; an absent one is 0 (acceptor 3.1). */
export const schemaVersionStep = step('schema-version', {
  clause: 'acceptor 3.1',
  inputs: ['/schemaVersion', 'host.schemaVersions', 'host.envelopeStrictness'],
  hidesRepeats: true,
  check: (work) => {
    const advertised = readAdvertised(work);
    if (advertised === null) return null;
    const emitted = work.schemaVersion ?? 0;
    if (emitted === advertised) return null;
    if (emitted > advertised || work.settings.isStrictHost) {
      const text = `emitted ${emitted}, the host advertises ${advertised}`;
      return invalid(work, 'unknown_schema_version', text, [versionDetail(emitted, advertised)]);
    }
    warnOfDrift(work, `Emitted ${emitted}, checked against ${advertised}.`);
    return null;
  },
  explain: ({ advertised, schemaVersion, settings: { schemaVersions, isStrictHost } }) => {
    if (schemaVersions === null) return { isUnchecked: true, note: 'the versions of the host are not known' };
    return advertised === null ? NOT_LISTED : versionText(schemaVersion, advertised, isStrictHost);
  },
  refused: usesSchemaRound,
});

/** At the reference host after the payload, and only when a version was written (R3). */
export const referenceVersionStep = variantOf(schemaVersionStep, {
  clause: 'acceptor R3',
  check: (work) => {
    const advertised = readAdvertised(work);
    const { schemaVersion: emitted } = work;
    if (advertised === null || emitted === null || emitted === advertised) return null;
    if (emitted > advertised || work.settings.isStrictHost) {
      const details = [versionDetail(emitted, advertised)];
      return referenceInvalid(work, 'unknown_schema_version', 'unknown_schema_version', details);
    }
    warnOfDrift(work, `Emitted ${emitted}, advertised ${advertised}.`);
    return null;
  },
  explain: ({ advertised, schemaVersion, settings }) => {
    if (schemaVersion === null) return { isSkipped: true, note: 'no version was written' };
    return advertised === null ? NOT_LISTED : versionText(schemaVersion, advertised, settings.isStrictHost);
  },
});

function warnOfDrift(work: Work, message: string): void {
  work.drift = true;
  warn(work, 'envelope_schema_version_drift', message, '/schemaVersion');
}

/** The place of a refusal, as the reference host names it. */
function versionDetail(emitted: number, advertised: number): OutcomeDetail {
  const message = `is ${emitted}, the host advertises ${advertised}`;
  return ruleDetail('/schemaVersion', 'schemaVersionFloor', message);
}

/** Reads the advertised version of the kind into the work; null when none is known. */
function readAdvertised(work: Work): number | null {
  work.advertised = advertisedVersion(work.settings, work.type);
  return work.advertised;
}

/** The version of a kind that a host advertises, which in v2 is 0 where the kind is not listed (acceptor 3.4); null when none is known. */
export function advertisedVersion(
  { schemaVersions, isV2 }: Pick<Settings, 'schemaVersions' | 'isV2'>,
  kind: string,
): number | null {
  const version = schemaVersions === null ? undefined : ownValue(schemaVersions, kind);
  if (typeof version === 'number') return version;
  return schemaVersions !== null && isV2 ? 0 : null;
}

/** Both versions and what comes of a difference. */
function versionText(written: number | null, known: number, isStrict: boolean): string {
  const emitted = written ?? 0;
  const both = `${written === null ? 'none emitted, taken as 0' : `emitted ${emitted}`}, the host knows ${known}`;
  if (emitted === known) return both;
  if (emitted > known) return `${both}, which is older`;
  return isStrict ? `${both} and takes no older one` : `${both}: older, checked against ${known}`;
}
