/** What the members of payloads are called in a sheet, and what is expected of them. */

/** Type of a member according to the schema; a value of another type is shown by its own type. */
export type MemberKind = 'id' | 'text' | 'number' | 'duration' | 'flag' | 'names' | 'any';

const BY_KIND: Readonly<Record<Exclude<MemberKind, 'id'>, string>> = {
  text: 'comment description feedback finalError message previousError prompt reason summary title userMessage',
  number:
    'attempt attempts byteOffset cacheReadTokens cacheWriteTokens confidence consumed fallbackCalls floor inputTokens iteration iterations limit observed outputTokenCount outputTokens percent remaining requiredApprovals schemaVersion sequence snapshotSeq threshold tokenCount tokensConsumed toolSurfaceCount totalAttempts totalTokens ttlMs turnCount turnIndex',
  duration: 'delayMs durationMs timeoutMs',
  flag: 'ack cacheHit fallbackAttempted isLast memoryBound overrideBypassesQuorum partialPayloadAvailable registered retryable schemaValidated',
  names:
    'accepts actions approverGroupRefs approverRoleRefs approversList capabilities criteria groups harvestedKeys missingCapabilities nextWorkerIds participants refs rejects roles subjects tags',
  any: 'next previous question questions',
};

const kinds: ReadonlyMap<string, MemberKind> = new Map(
  Object.entries(BY_KIND).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, MemberKind] => [name, kind as MemberKind]),
  ),
);

/** Returns the expected type of a member: an id, a code or a name of the protocol where nothing else is known. */
export function memberKind(name: string): MemberKind {
  return kinds.get(name) ?? 'id';
}

/** Returns the unit after the number of a member; empty for none. */
export function memberUnit(name: string): string {
  if (name === 'percent') return '%';
  if (name === 'ttlMs') return 'ms';
  return name !== 'tokenCount' && /Tokens$|TokenCount$|^tokensConsumed$/.test(name) ? 'tokens' : '';
}

/** Labels of members with unclear names. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['accepts', 'For it'],
  ['ack', 'Acknowledged'],
  ['actions', 'Actions offered'],
  ['approverGroupRefs', 'Groups that may act'],
  ['approverRoleRefs', 'Roles that may act'],
  ['approversList', 'Who may act'],
  ['argsHash', 'Hash of arguments'],
  ['auditCorrelationId', 'Audit'],
  ['byteOffset', 'Begins at byte'],
  ['cacheReadTokens', 'Read from cache'],
  ['cacheWriteTokens', 'Written to cache'],
  ['callbackUrl', 'Callback'],
  ['catalogVersion', 'Catalogue'],
  ['causationHostId', 'Caused on host'],
  ['channelName', 'Channel'],
  ['chunk', 'Text'],
  ['consumed', 'Used'],
  ['content', 'What was said'],
  ['delayMs', 'Delay'],
  ['delta', 'Piece'],
  ['dimension', 'Budget of'],
  ['durationMs', 'Duration'],
  ['editedArtifactData', 'Artifact as edited'],
  ['enqueuedRunId', 'Run it started'],
  ['entry', 'Value'],
  ['envelopeType', 'Kind'],
  ['escalationKind', 'Kind'],
  ['fallbackAttempted', 'Fallback tried'],
  ['fallbackCalls', 'Further calls'],
  ['fallbackModel', 'Instead model'],
  ['fallbackProvider', 'Instead provider'],
  ['finalError', 'Last error'],
  ['finalReason', 'Last reason'],
  ['fromAgentId', 'From'],
  ['groups', 'Audience, groups'],
  ['harvestedKeys', 'Outputs taken'],
  ['inputTokens', 'Tokens in'],
  ['interruptToken', 'Token'],
  ['isLast', 'Last'],
  ['memoryBound', 'Has memory'],
  ['missingCapabilities', 'Missing'],
  ['next', 'After'],
  ['nextWorkerIds', 'Next workers'],
  ['originalDecision', 'Decision it was not sure of'],
  ['originalEnvelopeType', 'Kind'],
  ['originalModel', 'Asked model'],
  ['originalProvider', 'Asked provider'],
  ['outputTokenCount', 'Tokens out'],
  ['outputTokens', 'Tokens out'],
  ['overrideBypassesQuorum', 'Override skips it'],
  ['partialPayloadAvailable', 'Part of it is kept'],
  ['path', 'How'],
  ['percent', 'Share'],
  ['previous', 'Before'],
  ['refineFeedback', 'What is to be changed'],
  ['refs', 'Made from'],
  ['registered', 'Type is registered'],
  ['registrationSource', 'Registered by'],
  ['rejectionPolicy', 'Rejection'],
  ['rejects', 'Against it'],
  ['remaining', 'Left'],
  ['requestedAt', 'Asked at'],
  ['requiredApprovals', 'Quorum'],
  ['resolved', 'Resolved to'],
  ['resolvedAgentVersion', 'Agent version'],
  ['resolvedChannel', 'Channel'],
  ['resolvedModel', 'Model'],
  ['resolvedProvider', 'Provider'],
  ['resumedAtNode', 'At node'],
  ['resumeValue', 'Answer'],
  ['roles', 'Audience, roles'],
  ['schemaValidated', 'Schema checked'],
  ['sequence', 'Place in the block'],
  ['snapshotSeq', 'Snapshot at'],
  ['source', 'Called by'],
  ['subjects', 'Audience'],
  ['target', 'What was checked'],
  ['timeoutMs', 'Time to answer'],
  ['toAgentId', 'To'],
  ['tokenCount', 'Tokens'],
  ['toolName', 'Tool'],
  ['toolSurfaceCount', 'Tools at hand'],
  ['totalAttempts', 'Attempts'],
  ['totalTokens', 'Tokens in all'],
  ['ttlMs', 'Kept for'],
  ['turnCount', 'Turns'],
  ['turnIndex', 'Turn'],
  ['userMessage', 'For the user'],
]);

const derived = new Map<string, string>();

/** Label of a member: from the table, else its name in words, an id by what it names ("childRunId", "Child run"). */
export function memberLabel(name: string): string {
  const known = LABELS.get(name) ?? derived.get(name);
  if (known !== undefined) return known;
  const words = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  derived.set(name, label);
  return label;
}
