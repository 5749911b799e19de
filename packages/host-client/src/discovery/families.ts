/** Families of a discovery document: each is read at the root first, then under `capabilities` (section 5.2, RFC 0073). */
import { isRecord, member, textsAt } from '@openwop-inspector/base';
import { type DiscoveryFamily, familyOf } from '@openwop-inspector/protocol';
import type { HostDiscovery } from '../answers/discovery.ts';
import type { ProtocolMajor } from '../connection.ts';

/** Longest name of a file, without its ending. */
const MAX_NAME = 80;

/** The newest version of each major that this client knows. Minor versions are read alike. */
export const NEWEST: Readonly<Record<ProtocolMajor, string>> = { 1: '1.1', 2: '2.1' };

/** Grammar of a version (bundles-and-transport.md section 5.2). */
export const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** Every family by name, root first; the wrapper itself is none. */
export function familiesOf(document: unknown): readonly (DiscoveryFamily & { readonly name: string })[] {
  if (!isRecord(document)) return [];
  const inner = member(document, 'capabilities');
  const names = new Set([...Object.keys(document), ...(isRecord(inner) ? Object.keys(inner) : [])]);
  names.delete('capabilities');
  return [...names].flatMap((name) => {
    const family = familyOf(document, name);
    return family === undefined ? [] : [{ ...family, name }];
  });
}

/**
 * Version of the requests to a host, the one that it prefers: `preferredVersion`, else `protocolVersion`, else the first of its list. When that is of a
 * major we do not know, another one that it lists.
 */
export function hostLine(document: unknown) {
  const listed = textsAt(document, 'protocolVersions') ?? [];
  const named = [member(document, 'preferredVersion'), member(document, 'protocolVersion'), ...listed];
  const versions = named.filter((version) => version !== undefined);
  const preferred = versions[0];
  const isKnown = (version: unknown) => majorOf(version) !== null;
  const version = isKnown(preferred) ? preferred : (versions.find(isKnown) ?? preferred);
  const isText = typeof version === 'string' && VERSION.test(version);
  const others = [...new Set(versions)].filter((other) => majorOf(other) !== majorOf(version));
  return {
    major: majorOf(version) ?? 1,
    /** As the host names it; null when it names none. */
    version: typeof version === 'string' ? version : null,
    versionVerdict: isText ? verdictOf(version) : 'not-said',
    versionChoice: choiceText(preferred, version, others),
  };
}

function choiceText(preferred: unknown, version: unknown, others: readonly unknown[]): string | null {
  const listed = others.filter((other): other is string => typeof other === 'string');
  if (listed.length === 0) return null;
  if (preferred !== version)
    return `The host prefers ${listed[0]?.slice(0, 20)}, which this program does not know.`;
  return `The host also speaks ${listed.slice(0, 5).join(', ').slice(0, 60)}, and prefers this one.`;
}

/** Null for a major that this client does not speak, and for what is no version. */
function majorOf(version: unknown): ProtocolMajor | null {
  const major = typeof version === 'string' ? VERSION.exec(version)?.[1] : undefined;
  if (major === '1') return 1;
  return major === '2' ? 2 : null;
}

/** Another major stops, a higher minor continues. */
function verdictOf(version: string): HostDiscovery['versionVerdict'] {
  const major = majorOf(version);
  if (major === null) return 'stop';
  const minorOf = (text: string) => Number(text.slice(text.indexOf('.') + 1));
  return minorOf(version) > minorOf(NEWEST[major]) ? 'newer-minor' : 'same';
}

/** A name for the file of a discovery document, by the name of its host; characters that mean something in a path are none of it. */
export function discoveryFileName(hostName: string): string {
  const safe = hostName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-|-$/g, '');
  return `${safe || 'host'}.json`;
}
