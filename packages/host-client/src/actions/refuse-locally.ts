/** Actions that are not sent at all, with the reason: judged here, before any host could (security, section 8). */
import { jsonText, member, secretsIn, textAt } from '@openwop-inspector/base';
import type { ActionPreview, RunAction } from '../answers/actions.ts';
import type { InterruptRecord, TokenBook } from '../interrupts/token-book.ts';

export type Refusal = Extract<ActionPreview, { readonly allowed: false }>;
type ActionOf<K extends RunAction['kind']> = Extract<RunAction, { readonly kind: K }>;

/** Why an action is not sent; null when it may be. */
export function refuseLocally(action: RunAction, tokens: TokenBook): Refusal | null {
  switch (action.kind) {
    case 'resolve-interrupt':
      return refuseAnswer(action, tokens);
    case 'exchange':
      return refuseExchange(action, tokens);
    case 'fork':
      return refuseFork(action);
    case 'annotate':
      return refuseAnnotation(action);
    default:
      return null;
  }
}

function refuseAnswer(action: ActionOf<'resolve-interrupt'>, tokens: TokenBook): Refusal | null {
  const { nodeId, tokenRef, interruptKind, resumeValue } = action;
  if (nodeId === null && tokenRef === null)
    return invalid('The answer names neither a node nor a token.', 'bundles 8');
  if (tokenRef !== null && tokens.tokenOf(tokenRef) === null) return unknownToken();
  if (resumeValue === undefined || jsonText(resumeValue) === null) {
    return invalid('The answer cannot be written as JSON.', 'bundles 8');
  }
  if (member(resumeValue, 'decidedBy') !== undefined) {
    return invalid(
      'Who decides is set by the host, never by an answer.',
      'prompt-injection-decidedby-host-only',
    );
  }
  const asked = tokens.askedBy(tokenRef, nodeId);
  if (interruptKind !== 'approval' && asked?.kind !== 'approval') return null;
  return advancesUntrusted(action) ? untrusted() : refuseApproval(resumeValue, asked);
}

/**
 * A person may decide about untrusted content. What an agent wrote may not decide: neither a surface with untrusted
 * content nor a value taken over from a log.
 */
function advancesUntrusted({ valueOrigin, contentTrust }: ActionOf<'resolve-interrupt'>): boolean {
  return valueOrigin === 'content' || (valueOrigin === 'surface' && contentTrust === 'untrusted');
}

function untrusted(): Refusal {
  return {
    allowed: false,
    code: 'untrusted_content_blocks_approval',
    message: 'Untrusted content cannot advance an approval. Decide in the form of the approval itself.',
    clause: 'security a2ui-untrusted-blocks-approval',
  };
}

const ACTIONS: readonly string[] = ['accept', 'reject', 'refine', 'edit-accept'];
const SCOPES: readonly unknown[] = ['whole', 'section', 'items'];
/** Whoever votes is known to the host by the token; these names in an answer would pretend something else. */
const IDENTITY = ['principal', 'voter', 'approver', 'actor', 'tenant'];

function refuseApproval(resumeValue: unknown, asked: InterruptRecord | null): Refusal | null {
  const action = textAt(resumeValue, 'action');
  if (action === 'ask') return invalid('ask never resolves an approval.', 'bundles 8');
  if (action === null) return invalid('An approval is answered with an action.', 'bundles 8');
  const offered = asked?.actions ?? ACTIONS;
  if (!offered.includes(action))
    return invalid(`This approval does not offer the action ${short(action)}.`, 'bundles 8');
  const pretended = IDENTITY.find((name) => member(resumeValue, name) !== undefined);
  if (pretended !== undefined)
    return invalid(`Who votes is set by the host; ${pretended} is not sent.`, 'bundles 8');
  if (action === 'refine' && !SCOPES.includes(member(member(resumeValue, 'refineFeedback'), 'scope'))) {
    return invalid('refine needs refineFeedback with a scope: whole, section or items.', 'bundles 8');
  }
  if (action === 'edit-accept' && member(resumeValue, 'editedArtifactData') === undefined) {
    return invalid('edit-accept needs editedArtifactData.', 'bundles 8');
  }
  return null;
}

function refuseExchange(action: ActionOf<'exchange'>, tokens: TokenBook): Refusal | null {
  const { nodeId, contentTrust, interruptKind, value } = action;
  if (nodeId === null) return invalid('The message names no node.', 'envelope 7.3');
  if (value === undefined || jsonText(value) === null) {
    return invalid('The message cannot be written as JSON.', 'envelope 7.3');
  }
  const isApproval = interruptKind === 'approval' || tokens.askedBy(null, nodeId)?.kind === 'approval';
  return isApproval && contentTrust === 'untrusted' ? untrusted() : null;
}

function refuseFork({ mode, fromSeq, runOptionsOverlay }: ActionOf<'fork'>): Refusal | null {
  if (!Number.isSafeInteger(fromSeq) || fromSeq < 0) {
    return invalid('A fork begins at a sequence, a whole number from 0.', 'bundles 9');
  }
  if (mode === 'replay' && runOptionsOverlay !== null) {
    return invalid('Only a branch takes other run options; a replay repeats what was.', 'bundles 9');
  }
  return null;
}

function refuseAnnotation({ signal, note }: ActionOf<'annotate'>): Refusal | null {
  const { kind, rating, label, correction } = signal;
  const isRated = rating !== undefined && Number.isInteger(rating) && rating >= 1 && rating <= 5;
  if (kind === 'rating' && !isRated) return invalid('A rating is a whole number from 1 to 5.', 'bundles 10');
  if (kind === 'label' && !label) return invalid('A label needs its text.', 'bundles 10');
  if (kind === 'correction' && !correction) return invalid('A correction needs its text.', 'bundles 10');
  const texts = [label, correction, note ?? undefined];
  if (texts.some((text) => text !== undefined && secretsIn(text).length > 0)) {
    return invalid(
      'The text holds what looks like a credential. Take it out.',
      'annotation-content-redaction',
    );
  }
  return null;
}

function unknownToken(): Refusal {
  const message = 'The token of this interrupt is no longer known. Read the open interrupts again.';
  return { allowed: false, code: 'token_unknown', message, clause: 'bundles 8' };
}

function invalid(message: string, clause: string): Refusal {
  return { allowed: false, code: 'invalid_action', message, clause };
}

/** A word of the person, as a message can hold it. */
function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
