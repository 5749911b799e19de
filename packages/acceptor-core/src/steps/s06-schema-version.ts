import { ownValue } from '@openwop-inspector/base';
import type { OutcomeDetail } from '../accept-context.ts';
import { ruleDetail } from '../pipeline/details.ts';
import { invalid } from '../pipeline/ending.ts';
import { type Work, warn } from '../pipeline/work.ts';
import type { Step } from './step.ts';

/** S6: the version against the one that the host advertises for the kind; an absent one is 0 (acceptor 3.1). */
export const schemaVersionStep: Step = {
  id: 'schema-version',
  clause: 'acceptor 3.1',
  inputs: ['/schemaVersion', 'host.schemaVersions', 'host.envelopeStrictness'],
  needsEnvelope: true,
  check: (work) => {
    const advertised = advertisedVersion(work);
    if (advertised === null) return null;
    const emitted = emittedVersion(work) ?? 0;
    if (emitted === advertised) return null;
    if (emitted > advertised || work.settings.isStrictHost) {
      const text = `emitted ${emitted}, the host advertises ${advertised}`;
      return invalid(work, 'unknown_schema_version', text, [versionDetail(emitted, advertised)]);
    }
    work.drift = true;
    const message = `Emitted ${emitted}, checked against ${advertised}.`;
    warn(work, 'envelope_schema_version_drift', message, '/schemaVersion');
    return null;
  },
  explain: (work) => {
    const { schemaVersions } = work.settings;
    const { advertised } = work;
    if (schemaVersions === null) return { isUnchecked: true, note: 'the versions of the host are not known' };
    if (advertised === null) return { isUnchecked: true, note: 'the host lists no version of this kind' };
    return { note: versionWords(emittedVersion(work), advertised, work.settings.isStrictHost) };
  },
};

/** The place of a refusal, as the reference host names it. */
export function versionDetail(emitted: number, advertised: number): OutcomeDetail {
  return ruleDetail(
    '/schemaVersion',
    'schemaVersionFloor',
    `is ${emitted}, the host advertises ${advertised}`,
  );
}

/** Reads the advertised version of the kind into the work; null when the host lists none. */
export function advertisedVersion(work: Work): number | null {
  const { schemaVersions } = work.settings;
  const version = schemaVersions === null ? undefined : ownValue(schemaVersions, work.type);
  work.advertised = typeof version === 'number' ? version : null;
  return work.advertised;
}

/** The version that was written, null when none was. Minus zero is zero. */
export function emittedVersion({ envelope }: Work): number | null {
  const version = envelope?.schemaVersion;
  return typeof version === 'number' ? version + 0 : null;
}

/** Both versions and what comes of a difference. */
export function versionWords(written: number | null, known: number, isStrict: boolean): string {
  const emitted = written ?? 0;
  const both = `${written === null ? 'none emitted, taken as 0' : `emitted ${emitted}`}, the host knows ${known}`;
  if (emitted === known) return both;
  if (emitted > known) return `${both}, which is older`;
  return isStrict ? `${both} and takes no older one` : `${both}: older, checked against ${known}`;
}
