/** Members that a declaration leaves out and that the acceptance of a kind rests on. */
import type { HostDeclaration, Limits, MissingInput, StepId } from '@openwop-inspector/acceptor-core';

/** A step that passed since nothing was declared for it. */
export interface Undeclared {
  readonly step: StepId;
  readonly missing: MissingInput;
}

/**
 * An absent limit does not limit in the acceptor (acceptor 4), yet a declaration must hold it (envelope 9), so that its
 * absence tells nothing. Members with a default of the specification (strictness, inline media) are no question.
 */
export function undeclaredFor(kind: string, host: HostDeclaration): readonly Undeclared[] {
  const { aiEnvelope, limits, schemaResponsePolicy, supportedEnvelopes } = host;
  const takesAny = aiEnvelope === undefined && supportedEnvelopes === undefined;
  const capped = limitsOf(kind, schemaResponsePolicy).filter((name) => limits?.[name] === undefined);
  return [
    ...(takesAny ? [TAKES_ENVELOPES] : []),
    ...capped.map((name) => ({
      step: 'limits' as const,
      missing: { what: `the limit ${name}`, record: `limits.${name} of its discovery document` },
    })),
  ];
}

const TAKES_ENVELOPES: Undeclared = {
  step: 'capability',
  missing: {
    what: 'whether the host takes envelopes',
    record: 'supportedEnvelopes or aiEnvelope of its discovery document',
  },
};

/** The limits that one more envelope of the kind counts for (acceptor 4). */
function limitsOf(kind: string, policy: HostDeclaration['schemaResponsePolicy']): readonly (keyof Limits)[] {
  if (kind === 'clarification.request') return ['clarificationRounds', 'envelopesPerTurn'];
  if (kind === 'schema.request') return ['schemaRounds', 'envelopesPerTurn'];
  return kind === 'schema.response' && policy !== 'counted' ? [] : ['envelopesPerTurn'];
}
