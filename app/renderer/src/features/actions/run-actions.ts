import { capital, isRecord, type Result, textAt, unreachable } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import { type Made, readJson, wrong } from './answers.ts';

export const SIGNALS = ['rating', 'correction', 'label', 'flag'] as const;
export type SignalKind = (typeof SIGNALS)[number];

/** The user's input for an annotation (bundles-and-transport.md section 10), initially as given here. */
export class AnnotationDraft {
  readonly kind: SignalKind = 'rating';
  readonly rating: number = 3;
  readonly label: string = '';
  readonly correction: string = '';
  readonly note: string = '';
  /** Target the selected event instead of the run; many hosts accept annotations of runs alone. */
  readonly isOfEvent: boolean = false;
}

/** The action of an annotation: each kind has its own member and no other. */
export function annotateAction(draft: AnnotationDraft, eventId: string | null): Made<{ action: RunAction }> {
  const { kind, rating, note } = draft;
  const label = draft.label.trim();
  const correction = draft.correction.trim();
  if (kind === 'label' && label === '') return wrong('label', 'Which label?');
  if (kind === 'correction' && correction === '') return wrong('correction', 'What would be right?');
  return {
    ok: true,
    action: {
      kind: 'annotate',
      target: draft.isOfEvent && eventId !== null ? { eventId } : null,
      signal: {
        kind,
        ...(kind === 'rating' ? { rating } : {}),
        ...(kind === 'label' ? { label } : {}),
        ...(kind === 'correction' ? { correction } : {}),
      },
      note: note.trim() === '' ? null : note.trim(),
    },
  };
}

export type ForkMode = 'replay' | 'branch';

/** The action of a fork. An overlay is for branches; an empty one is omitted (bundles-and-transport.md section 9). */
export function forkAction(
  mode: ForkMode,
  fromSeq: number,
  overlay: string,
): Result<{ action: RunAction }, { message: string }> {
  if (mode === 'replay' || overlay.trim() === '')
    return { ok: true, action: { kind: 'fork', mode, fromSeq, runOptionsOverlay: null } };
  const read = readJson(overlay);
  if (!read.ok) return read;
  return isRecord(read.value)
    ? { ok: true, action: { kind: 'fork', mode, fromSeq, runOptionsOverlay: read.value } }
    : { ok: false, message: 'The overlay is an object, such as {"configurable": {}}.' };
}

/** Actions on a run as a whole. */
export type RunControl = 'cancel' | 'pause' | 'resume';
export type DrainPolicy = Extract<RunAction, { readonly kind: 'pause' }>['drainPolicy'];

/** The action of a control of the run; blanks are no reason. */
export function runControlAction(control: RunControl, reason: string, drainPolicy: DrainPolicy): RunAction {
  const given = reason.trim() === '' ? null : reason.trim();
  return control === 'pause'
    ? { kind: control, reason: given, drainPolicy }
    : { kind: control, reason: given };
}

/** What an action does, as a title: "Accept the approval", "Cancel the run". */
export function actionTitle(action: RunAction): string {
  switch (action.kind) {
    case 'resolve-interrupt': {
      const { interruptKind, resumeValue } = action;
      // The action of an approval is its own verb.
      const verb = interruptKind === 'approval' ? textAt(resumeValue, 'action') : null;
      return `${capital(verb ?? 'answer')} the ${interruptKind}`;
    }
    case 'exchange':
      return 'Message to the conversation';
    case 'fork':
      return `Fork, ${action.mode}, from #${action.fromSeq}`;
    case 'cancel':
      return 'Cancel the run';
    case 'pause':
      return 'Pause the run';
    case 'resume':
      return 'Resume the run';
    case 'annotate':
      return `Annotate: ${action.signal.kind}`;
    default:
      return unreachable(action);
  }
}

/** The node of an action; null for actions on the run as a whole. */
export function nodeOf(action: RunAction): string | null {
  return action.kind === 'resolve-interrupt' || action.kind === 'exchange' ? action.nodeId : null;
}

/** Source of an action's values, in one sentence for the dialog. */
export function trustText(action: RunAction): string {
  switch (action.kind) {
    case 'resolve-interrupt':
      return origin(action.valueOrigin, action.contentTrust);
    case 'exchange':
      return origin('surface', action.contentTrust);
    default:
      return 'Trusted: chosen by you.';
  }
}

function origin(from: 'person' | 'surface' | 'content', trust: 'trusted' | 'untrusted'): string {
  if (from === 'person') {
    return trust === 'trusted'
      ? 'Trusted: entered by you.'
      : 'Entered by you, in answer to a request that holds untrusted content.';
  }
  const where = from === 'surface' ? 'the surface of an agent' : 'recorded content';
  return trust === 'trusted'
    ? `Taken from ${where}, which is trusted.`
    : `Taken from ${where}, which is untrusted. It never advances an approval.`;
}
