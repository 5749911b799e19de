import { isRecord } from '@openwop-inspector/base';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { finding } from './capability-rules.ts';
import { logRules, mediaRules, secretRules } from './content-rules.ts';
import { experimentalRules } from './experimental-rules.ts';
import { kindRules } from './kind-rules.ts';
import { limitRules } from './limit-rules.ts';
import { requiredRules, schemaRules, versionRules } from './required-rules.ts';
import { reliabilityRules, stateRules } from './state-rules.ts';
import { mirrorRules, streamRules } from './transport-rules.ts';

/** A document with more is not read by people. */
const MAX_FINDINGS = 200;
const ORDER = ['error', 'warning', 'note'];

/**
 * What a discovery document gets wrong, leaves out, or says in a way that cannot be meant: errors first. Only what the
 * document itself shows; whether it is true shows when the host is tried. O(document). Never throws.
 */
export function lintCapabilities(document: unknown, nowMs: number): readonly CapabilityFinding[] {
  if (!isRecord(document)) {
    return [finding('document_is_no_object', '', 'The discovery document is no JSON object.')];
  }
  const found = [
    ...requiredRules(document),
    ...versionRules(document),
    ...schemaRules(document),
    ...kindRules(document),
    ...limitRules(document),
    ...stateRules(document),
    ...reliabilityRules(document),
    ...experimentalRules(document, nowMs),
    ...streamRules(document),
    ...mirrorRules(document),
    ...mediaRules(document),
    ...logRules(document),
    ...secretRules(document),
  ];
  return found.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level)).slice(0, MAX_FINDINGS);
}
