import {
  DISCOVERY_RULES,
  type DiscoveryDraft,
  type DiscoveryRule,
  envelopesRules,
  familyOf,
  modelCapabilityRules,
} from './discovery-rules.ts';

/** One thing that the discovery lint has to say. All of its rules are musts, so all findings are errors. */
export interface DiscoveryFinding {
  readonly rule: DiscoveryRule;
  readonly level: 'error';
  /** RFC 6901 pointer from the root of the document. */
  readonly pointer: string;
  readonly message: string;
  readonly why: string;
  readonly clause: string;
}

/**
 * Lints what a host advertises about reliability, output schemas and model capabilities (envelope 9, acceptor 5.1).
 * Each family is read at the root first, then under `capabilities`. A value that is no object has no families and so
 * no findings: whether a document is a discovery document at all is not asked here. Never throws.
 */
export function lintDiscovery(document: unknown): readonly DiscoveryFinding[] {
  const envelopes = familyOf(document, 'envelopes');
  const models = familyOf(document, 'modelCapabilities');
  const drafts: DiscoveryDraft[] = [
    ...(envelopes === undefined ? [] : envelopesRules(envelopes)),
    ...(models === undefined ? [] : modelCapabilityRules(models)),
  ];
  return drafts.map((draft) => ({ ...draft, level: 'error', ...DISCOVERY_RULES[draft.rule] }));
}
