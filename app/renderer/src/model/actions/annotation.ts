import type { RunAction } from '@openwop-inspector/host-client';
import type { DraftProblem } from './approval.ts';

export const SIGNALS = ['rating', 'correction', 'label', 'flag'] as const;
export type SignalKind = (typeof SIGNALS)[number];

/** What a person has put together for an annotation (bundles-and-transport.md section 10). */
export interface AnnotationDraft {
  readonly kind: SignalKind;
  readonly rating: number;
  readonly label: string;
  readonly correction: string;
  readonly note: string;
  /** Of the selected event instead of the run; many hosts take annotations of runs alone. */
  readonly isOfEvent: boolean;
}

export const NEW_ANNOTATION: AnnotationDraft = {
  kind: 'rating',
  rating: 3,
  label: '',
  correction: '',
  note: '',
  isOfEvent: false,
};

export type MadeAnnotation =
  | { readonly ok: true; readonly action: RunAction }
  | { readonly ok: false; readonly problems: readonly DraftProblem[] };

/** The action of an annotation: each kind holds its own member and no other. */
export function annotateAction(draft: AnnotationDraft, eventId: string | null): MadeAnnotation {
  const { kind, rating, note } = draft;
  const label = draft.label.trim();
  const correction = draft.correction.trim();
  if (kind === 'label' && label === '') return missing('label', 'Which label?');
  if (kind === 'correction' && correction === '') return missing('correction', 'What would be right?');
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

const missing = (field: string, message: string): MadeAnnotation => ({
  ok: false,
  problems: [{ field, message }],
});
