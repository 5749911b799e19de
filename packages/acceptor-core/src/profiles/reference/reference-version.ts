import { type Work, warn } from '../../pipeline/work.ts';
import {
  advertisedVersion,
  emittedVersion,
  versionDetail,
  versionWords,
} from '../../steps/s06-schema-version.ts';
import type { Step } from '../../steps/step.ts';
import { referenceInvalid } from './reference-ending.ts';

/** After the payload, and only when a version was written (R3). */
export const referenceVersionStep: Step = {
  id: 'schema-version',
  clause: 'acceptor R3',
  inputs: ['/schemaVersion', 'host.schemaVersions', 'host.envelopeStrictness'],
  needsEnvelope: true,
  check: (work) => {
    const advertised = advertisedVersion(work);
    const emitted = emittedVersion(work);
    if (advertised === null || emitted === null || emitted === advertised) return null;
    if (emitted > advertised || work.settings.isStrictHost) return refusal(work, emitted, advertised);
    work.drift = true;
    const message = `Emitted ${emitted}, advertised ${advertised}.`;
    warn(work, 'envelope_schema_version_drift', message, '/schemaVersion');
    return null;
  },
  explain: (work) => {
    const emitted = emittedVersion(work);
    if (emitted === null) return { isSkipped: true, note: 'no version was written' };
    if (work.advertised === null)
      return { isUnchecked: true, note: 'the host lists no version of this kind' };
    return { note: versionWords(emitted, work.advertised, work.settings.isStrictHost) };
  },
};

function refusal(work: Work, emitted: number, advertised: number) {
  const details = [versionDetail(emitted, advertised)];
  return referenceInvalid(work, 'unknown_schema_version', 'unknown_schema_version', details);
}
