/** A surface at the moments of its life: as it was displayed, as it was updated, and as it was submitted. Pure. */
import { formatDuration, formatSequence, member } from '@openwop-inspector/base';
import type { EnvelopeSubject } from '@openwop-inspector/renderers';
import type { SurfaceAnswer } from '@openwop-inspector/run-log';

export type SurfaceMoment = 'shown' | 'edited' | 'submitted';

/** A surface at a moment. */
export interface SurfaceState {
  /** Of any shape. */
  readonly payload: unknown;
  /** Entered values, by the id of the field. */
  readonly values: ReadonlyMap<string, string | boolean>;
  /** One sentence: the recorded parts of the moment, and where. */
  readonly words: string;
}

const NO_VALUES: ReadonlyMap<string, string | boolean> = new Map();

/** The surface at a moment. Unrecorded parts are reported, and replaced by the preceding state. */
export function surfaceAt(
  moment: SurfaceMoment,
  subject: EnvelopeSubject,
  reported: SurfaceAnswer,
): SurfaceState {
  const displayed = member(subject.value, 'payload');
  const { updated } = reported;
  const payload = updated?.payload ?? displayed;
  const words = WORDS[moment](reported);
  if (moment === 'shown') return { payload: displayed, values: NO_VALUES, words };
  const values = moment === 'submitted' ? fieldValuesOf(reported.answer?.values) : NO_VALUES;
  return { payload, values, words };
}

const WORDS: Readonly<Record<SurfaceMoment, (reported: SurfaceAnswer) => string>> = {
  shown: ({ sequence }) => `As it was shown at ${formatSequence(sequence)}.`,
  edited: ({ updated }) => {
    const typed = 'what was typed before it was sent is not recorded.';
    if (updated === null) return `Not recorded: no surface took its place, and ${typed}`;
    const times = updated.count === 1 ? 'once' : `${updated.count} times`;
    return `As ${formatSequence(updated.sequence)} shows it, updated ${times} before the answer; ${typed}`;
  },
  submitted: ({ answer, shownMs }) => {
    if (answer === null) return 'Not recorded: the log has no answer.';
    const at = formatSequence(answer.sequence);
    if (answer.values === null) return `Not recorded: ${at} does not say what was entered.`;
    const isTimed = answer.timeMs !== null && shownMs !== null && answer.timeMs >= shownMs;
    const after = isTimed
      ? `, ${formatDuration((answer.timeMs ?? 0) - (shownMs ?? 0))} after it was shown`
      : '';
    return `With the values of ${at}${after}.`;
  },
};

/** Values of fields; anything other than texts and ticks is omitted. */
function fieldValuesOf(values: unknown): ReadonlyMap<string, string | boolean> {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return NO_VALUES;
  return new Map(
    Object.entries(values).filter(
      (entry): entry is [string, string | boolean] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
    ),
  );
}
