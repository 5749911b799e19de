/** Trust of a surface: the meet of everything that says anything, so that nothing raises it (envelope 7.3). */
import type { ContentTrust } from '@openwop-inspector/protocol';

/** What is said about the trust of a surface and of the place it is bound to. */
export interface TrustFacts {
  /** `meta.contentTrust` of the envelope, or the tag of the event. */
  readonly contentTrust?: ContentTrust | null | undefined;
  /** Of the run. */
  readonly trustBoundary?: ContentTrust | null | undefined;
  /** Kind of the interrupt that the surface answers. */
  readonly boundInterruptKind?: string | null | undefined;
}

/** Any value but `trusted` counts as untrusted, so that unknown tags grant nothing. */
export function isUntrusted({ contentTrust, trustBoundary }: TrustFacts): boolean {
  return [contentTrust, trustBoundary].some((tag) => tag !== undefined && tag !== null && tag !== 'trusted');
}

/** Untrusted content never advances an approval. */
export function blocksApproval(facts: TrustFacts): boolean {
  return facts.boundInterruptKind === 'approval' && isUntrusted(facts);
}
