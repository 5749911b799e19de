/** Approval requests, and the values that answer them (bundles-and-transport.md section 8, run-events.md 3.3). */

import { member, numberAt, ownString, textAt, unreachable } from '@openwop-inspector/base';
import { type Made, readJson, wrong } from './answers.ts';
import { votesGiven } from './open-interrupt.ts';

const APPROVAL_ACTIONS = ['accept', 'reject', 'refine', 'edit-accept'] as const;

export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number];

export const REFINE_SCOPES = ['whole', 'section', 'items'] as const;

export type RefineScope = (typeof REFINE_SCOPES)[number];

/** An approval as it is displayed and answered. Texts are foreign. */
export type ApprovalRequest = ReturnType<typeof readApproval>;

export function readApproval(data: unknown) {
  const listed = member(data, 'actions');
  // The event used before interrupts says `edit` (run-events 3.2.3).
  const names = Array.isArray(listed) ? listed.map((name) => (name === 'edit' ? 'edit-accept' : name)) : [];
  const offered = APPROVAL_ACTIONS.filter((action) => names.includes(action));
  const namesNone = names.length === 0;
  return {
    title: textAt(data, 'title') ?? textAt(data, 'prompt'),
    /** Texts around it: prompt, description. */
    words: [
      textAt(data, 'title') === null ? null : textAt(data, 'prompt'),
      textAt(data, 'description'),
    ].filter((words) => words !== null),
    artifact: artifactText(data),
    /** Undefined when the request has none. */
    artifactData: member(data, 'artifactData'),
    /** Those of `data.actions` that resolve the interrupt. */
    actions: namesNone ? (['accept', 'reject'] as const) : offered,
    /** The request has no actions at all. */
    namesNone,
    /** `ask` is offered; it never resolves the interrupt. */
    offersAsk: names.includes('ask'),
    approvals: approvalsText(data),
  };
}

function artifactText(data: unknown): string | null {
  const names = ['artifactType', 'artifactId', 'revisionId'];
  const parts = names.map((name) => textAt(data, name)).filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

const POLICIES = { 'single-veto': 'a single veto rejects', majority: 'the majority decides' };

/** "0 of 2 given, single veto rejects". */
function approvalsText(data: unknown): string {
  const required = numberAt(data, 'requiredApprovals') ?? 1;
  const given = votesGiven(data);
  const policy = textAt(data, 'rejectionPolicy') ?? 'single-veto';
  const count = given === null ? `${required} needed` : `${given} of ${required} given`;
  return `${count}, ${ownString(POLICIES, policy) ?? policy}`;
}

/** The user's input for an approval. */
export class ApprovalDraft {
  readonly action: ApprovalAction = 'accept';
  readonly comment: string = '';
  readonly scope: RefineScope = 'whole';
  readonly sectionPath: string = '';
  /** One per line or separated by commas. */
  readonly itemIds: string = '';
  readonly tags: string = '';
  readonly text: string = '';
  /** JSON of the edited artifact. */
  readonly edited: string = '';
  /** `edited` was initialized with the artifact of the request. */
  readonly isFromArtifact: boolean = false;
}

/** An untrusted artifact is not copied into the answer: the user would send content they did not write. */
export function newApprovalDraft({ actions, artifactData }: ApprovalRequest, isUntrusted: boolean) {
  const isFromArtifact = artifactData !== undefined && !isUntrusted;
  const edited = isFromArtifact ? JSON.stringify(artifactData, null, 2) : '';
  const draft = new ApprovalDraft();
  return { ...draft, action: actions[0] ?? draft.action, edited, isFromArtifact };
}

/** The resume value, or what is missing. */
export function approvalValue(draft: ApprovalDraft): Made<{ value: unknown }> {
  const { action } = draft;
  const comment = draft.comment.trim() === '' ? {} : { comment: draft.comment.trim() };
  switch (action) {
    case 'accept':
    case 'reject':
      return { ok: true, value: { action, ...comment } };
    case 'refine':
      return refineValue(draft, comment);
    case 'edit-accept': {
      if (draft.edited.trim() === '') return wrong('edited', 'The edited artifact is required.');
      const read = readJson(draft.edited);
      if (!read.ok) return wrong('edited', read.message);
      return { ok: true, value: { action, editedArtifactData: read.value, ...comment } };
    }
    default:
      return unreachable(action);
  }
}

function refineValue(draft: ApprovalDraft, comment: object): Made<{ value: unknown }> {
  const { scope } = draft;
  const sectionPath = draft.sectionPath.trim();
  const itemIds = listOf(draft.itemIds);
  const tags = listOf(draft.tags);
  const text = draft.text.trim();
  if (scope === 'section' && sectionPath === '')
    return wrong('sectionPath', 'Which section is to be changed?');
  if (scope === 'items' && itemIds.length === 0) return wrong('itemIds', 'Which items are to be changed?');
  const refineFeedback = {
    scope,
    ...(scope === 'section' ? { sectionPath } : {}),
    ...(scope === 'items' ? { itemIds } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    ...(text === '' ? {} : { text }),
  };
  return { ok: true, value: { action: 'refine', refineFeedback, ...comment } };
}

function listOf(text: string): readonly string[] {
  return text
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
