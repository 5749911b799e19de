import { countAt, jsonText, member, textsAt } from '@openwop-inspector/base';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { maskPlain } from '../../masking/mask-plain.ts';
import { maskText } from '../../masking/mask-text.ts';
import { familyOf } from '../families.ts';
import { finding } from './capability-rules.ts';

/** Absent means this many bytes (envelope 6). */
const DEFAULT_CAP = 262_144;
/** A debug bundle as a whole is capped at this by default (section 2.2). */
const BUNDLE_CAP = 8 * 1024 * 1024;

/** How much media may stand inside an envelope. */
export function mediaRules(document: unknown): readonly CapabilityFinding[] {
  const kinds = textsAt({ kinds: familyOf(document, 'supportedEnvelopes')?.value }, 'kinds') ?? [];
  if (!kinds.some((kind) => kind.startsWith('media.'))) return [];
  const providers = familyOf(document, 'aiProviders');
  const at = `${providers?.pointer ?? '/aiProviders'}/maxInlineMediaBytes`;
  if (member(providers?.value, 'maxInlineMediaBytes') === undefined) {
    const message = `Media kinds are listed without a cap for inline media; ${DEFAULT_CAP} bytes are taken.`;
    return [finding('media_cap_missing', at, message)];
  }
  const cap = countAt(providers?.value, 'maxInlineMediaBytes');
  if (cap === 0)
    return [finding('media_cap_zero', at, 'Inline media is never allowed: every medium comes by URL.')];
  if (cap === null || cap <= BUNDLE_CAP) return [];
  const message = `One inline medium may be larger (${cap} bytes) than a whole debug bundle (${BUNDLE_CAP} bytes).`;
  return [finding('media_cap_large', at, message)];
}

/** Version of the event log that runs are written in. */
export function logRules(document: unknown): readonly CapabilityFinding[] {
  const family = familyOf(document, 'eventLogSchemaVersion');
  const version = typeof family?.value === 'number' ? family.value : null;
  if (family === undefined || version === null || version >= 2) return [];
  const message = `Event logs of version ${version} are of the old kind, which holds snapshots only.`;
  return [finding('event_log_schema_old', family.pointer, message)];
}

/** A document that everybody may read holds no credential. */
export function secretRules(document: unknown): readonly CapabilityFinding[] {
  const text = jsonText(document) ?? '';
  // Names such as `tokens` stand for other things in this document: only what looks like a credential counts.
  if (maskText(text) === text || maskPlain(text) === text) return [];
  return [finding('secret_in_document', '', 'What looks like a credential stands in this public document.')];
}
