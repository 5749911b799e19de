/** Families of a discovery document: each is read at the root first, then under `capabilities` (section 5.2, RFC 0073). */
import { isRecord, member, pointerTo, textsAt } from '@openwop-inspector/base';
import type { HostDiscovery } from '../answers/discovery.ts';

/** Longest name of a file, without its ending. */
const MAX_NAME = 80;

/** The version that this client speaks. Minor versions are read alike. */
const MAJOR = 1;

const MINOR = 1;

/** Grammar of a version (bundles-and-transport.md section 5.2). */
export const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

/** A family: its value and where it was found. */
export interface Family {
  readonly value: unknown;
  /** RFC 6901 pointer from the document. */
  readonly pointer: string;
}

/** A family by name; undefined when it is in neither place. Names of vendors never stand in for it. */
export function familyOf(document: unknown, name: string): Family | undefined {
  const atRoot = member(document, name);
  if (atRoot !== undefined) return { value: atRoot, pointer: pointerTo('', name) };
  const inside = member(member(document, 'capabilities'), name);
  return inside === undefined ? undefined : { value: inside, pointer: pointerTo('/capabilities', name) };
}

/** Every family by name, root first; the wrapper itself is none. */
export function familiesOf(document: unknown): readonly (Family & { readonly name: string })[] {
  if (!isRecord(document)) return [];
  const inner = member(document, 'capabilities');
  const names = new Set([...Object.keys(document), ...(isRecord(inner) ? Object.keys(inner) : [])]);
  names.delete('capabilities');
  return [...names].flatMap((name) => {
    const family = familyOf(document, name);
    return family === undefined ? [] : [{ ...family, name }];
  });
}

/** What the version of a host means for us: another major stops, a higher minor continues. */
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

/** A name for the file of a discovery document, by the name of its host; characters that mean something in a path are none of it. */
export function discoveryFileName(hostName: string): string {
  const safe = hostName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-|-$/g, '');
  return `${safe || 'host'}.json`;
}
