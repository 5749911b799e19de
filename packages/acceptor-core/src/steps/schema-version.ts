import { ownValue } from '@openwop-inspector/base';
import type { OutcomeDetail } from '../accept-context.ts';
import { ruleDetail } from '../pipeline/details.ts';
import { invalid, referenceInvalid } from '../pipeline/ending.ts';
import { usesSchemaRound } from '../pipeline/record-refusal.ts';
import { type Work, warn } from '../pipeline/work.ts';
import { type StepInfo, step, variantOf } from './step.ts';

export const schemaVersionInfo = {
  id: 'schema-version',
  number: 'S6',
  rule: 'schemaVersion (0 when absent) fits the version the host advertises for the kind.',
  retry: 'schema-violation',
} as const satisfies StepInfo;

/** S6: the version against the one that the host advertises for the kind; an absent one is 0 (acceptor 3.1). */
export const schemaVersionStep = step(schemaVersionInfo, {
  clause: 'acceptor 3.1',
  inputs: ['/schemaVersion', 'host.schemaVersions', 'host.envelopeStrictness'],
  hidesRepeats: true,
  check: (work) => {
    const advertised = advertisedVersion(work);
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
  explain: (work) => {
    const { schemaVersions } = work.settings;
    const { advertised } = work;
    if (schemaVersions === null) return { isUnchecked: true, note: 'the versions of the host are not known' };
    if (advertised === null) return { isUnchecked: true, note: 'the host lists no version of this kind' };
    return { note: versionText(work.schemaVersion, advertised, work.settings.isStrictHost) };
  },
  refused: usesSchemaRound,
});

/** At the reference host after the payload, and only when a version was written (R3). */
export const referenceVersionStep = variantOf(schemaVersionStep, {
  clause: 'acceptor R3',
  check: (work) => {
    const advertised = advertisedVersion(work);
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
    if (advertised === null) return { isUnchecked: true, note: 'the host lists no version of this kind' };
    return { note: versionText(schemaVersion, advertised, settings.isStrictHost) };
  },
});

function warnOfDrift(work: Work, message: string): void {
  work.drift = true;
  warn(work, 'envelope_schema_version_drift', message, '/schemaVersion');
}

/** The place of a refusal, as the reference host names it. */
function versionDetail(emitted: number, advertised: number): OutcomeDetail {
  return ruleDetail(
    '/schemaVersion',
    'schemaVersionFloor',
    `is ${emitted}, the host advertises ${advertised}`,
  );
}

/** Reads the advertised version of the kind into the work; null when the host lists none. */
function advertisedVersion(work: Work): number | null {
  const { schemaVersions } = work.settings;
  const version = schemaVersions === null ? undefined : ownValue(schemaVersions, work.type);
  work.advertised = typeof version === 'number' ? version : null;
  return work.advertised;
}

/** Both versions and what comes of a difference. */
function versionText(written: number | null, known: number, isStrict: boolean): string {
  const emitted = written ?? 0;
  const both = `${written === null ? 'none emitted, taken as 0' : `emitted ${emitted}`}, the host knows ${known}`;
  if (emitted === known) return both;
  if (emitted > known) return `${both}, which is older`;
  return isStrict ? `${both} and takes no older one` : `${both}: older, checked against ${known}`;
}
