/** Families of a discovery document; apart from the check of documents, whose validators few readers need. */
import { isRecord, member, pointerTo } from '@openwop-inspector/base';

/** A family of a discovery document: its value and where it was found. */
export interface DiscoveryFamily {
  readonly value: unknown;
  /** RFC 6901 pointer from the document. */
  readonly pointer: string;
}

/**
 * A family by name, at the root first, then under `capabilities` (bundles 5.2, RFC 0073); undefined when it is in
 * neither place. Names of vendors never stand in for it.
 */
export function familyOf(document: unknown, name: string): DiscoveryFamily | undefined {
  const atRoot = member(document, name);
  if (atRoot !== undefined) return { value: atRoot, pointer: pointerTo('', name) };
  const inside = member(member(document, 'capabilities'), name);
  return inside === undefined ? undefined : { value: inside, pointer: pointerTo('/capabilities', name) };
}

/** True for a discovery document in the form of v2: its families are records with a witness, and it says which version it prefers (bundles 12.1). */
export function hasV2Form(document: unknown): boolean {
  if (!isRecord(document) || member(document, 'preferredVersion') === undefined) return false;
  return Object.values(document).some((family) => member(family, 'witness') !== undefined);
}
