import { member, textsAt } from '@openwop-inspector/base';
import type { HostDiscovery } from '../answers/discovery.ts';

/** The version that this client speaks. Minor versions are read alike. */
const MAJOR = 1;
const MINOR = 1;
/** Grammar of a version (bundles-and-transport.md section 5.2). */
export const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** What the version of a host means for us: another major stops, a higher minor goes on. */
export function versionVerdict(document: unknown): HostDiscovery['versionVerdict'] {
  const version = member(document, 'protocolVersion');
  const others = textsAt(document, 'protocolVersions') ?? [];
  const verdicts = [version, ...others].map(verdictOf);
  const first = verdicts[0] ?? 'not-said';
  // A host that speaks several versions may name another one first.
  return first === 'stop' && verdicts.includes('same') ? 'same' : first;
}

function verdictOf(version: unknown): HostDiscovery['versionVerdict'] {
  const parts = typeof version === 'string' ? VERSION.exec(version) : null;
  if (parts === null) return 'not-said';
  if (Number(parts[1]) !== MAJOR) return 'stop';
  return Number(parts[2]) > MINOR ? 'newer-minor' : 'same';
}
