import { jsonDepth, jsonText, textAt, textsAt } from '@openwop-inspector/base';
import type { HostDiscovery } from '../answers/discovery.ts';
import { shortened } from '../errors/status-error.ts';
import { maskPlain } from '../masking/mask-plain.ts';
import { maskValue } from '../masking/mask-value.ts';
import { hostNameOf } from '../rest/request-url.ts';
import { familyOf } from './families.ts';
import { readFeatures } from './host-features.ts';
import { readLimits } from './host-limits.ts';
import { lintCapabilities } from './lint/lint-capabilities.ts';
import { versionVerdict } from './protocol-version.ts';

const MAX_NAME = 120;
const MAX_KINDS = 1000;
const MAX_DOCUMENT = 1024 * 1024;
/** Deeper ones are not indented: each line of them would begin with more blanks than it has text. */
const DEEPEST_INDENTED = 32;

/**
 * Reads a discovery document (`/.well-known/openwop`), whatever it is: a value that is no object has no name, no
 * families and one finding. `nowMs` tells which experiments are over. O(document). Never throws.
 */
export function readDiscovery(document: unknown, baseUrl: string, nowMs = Date.now()): HostDiscovery {
  const implementation = familyOf(document, 'implementation')?.value;
  const kinds = textsAt({ kinds: familyOf(document, 'supportedEnvelopes')?.value }, 'kinds') ?? [];
  return {
    name: shortText(implementation, 'name') ?? hostNameOf(baseUrl),
    version: shortText(implementation, 'version'),
    vendor: shortText(implementation, 'vendor'),
    protocolVersion: shortText(document, 'protocolVersion'),
    versionVerdict: versionVerdict(document),
    supportedEnvelopes: kinds.slice(0, MAX_KINDS).map((kind) => shortened(maskPlain(kind), 256)),
    limits: readLimits(document),
    features: readFeatures(document),
    documentText: documentText(document),
    findings: lintCapabilities(document, nowMs),
  };
}

function shortText(value: unknown, name: string): string | null {
  const text = textAt(value, name);
  return text === null ? null : shortened(maskPlain(text), MAX_NAME);
}

function documentText(document: unknown): string {
  const masked = maskValue(document);
  const text = jsonText(masked);
  if (text === null) return '';
  if (text.length > MAX_DOCUMENT / 2 || jsonDepth(text) > DEEPEST_INDENTED)
    return shortened(text, MAX_DOCUMENT);
  return shortened(JSON.stringify(masked, null, 2) ?? '', MAX_DOCUMENT);
}
