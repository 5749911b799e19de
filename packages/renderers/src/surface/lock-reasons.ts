/** Why no button of a surface works, in words (envelope 7.3). Labels of fields in them are a stranger's text. */
import { countAt, cutText, member } from '@openwop-inspector/base';
import type { A2uiComponent } from '@openwop-inspector/protocol';
import type { ActionBlock, ActionBlockage } from '../model/a2ui/surface-actions.ts';
import type { ValidSurface } from '../model/a2ui/surface-model.ts';

export interface LockReason {
  /** `delta_waits_for_full`: a frame was refused, and the last good surface is inert (envelope 7.6). */
  readonly code: ActionBlock | 'delta_waits_for_full';
  /** One sentence next to the buttons, without "Locked". */
  readonly words: string;
  /** What the rule is for, one or two sentences of ours. */
  readonly why: string;
  readonly clause: string;
  /** RFC 6901 pointers from the payload to the components it is about, at most ten. */
  readonly pointers: readonly string[];
}

/** Facts from outside of the model. */
export interface LockFacts {
  /** The place of a fragment in words; null for what is whole. */
  readonly partial: string | null;
  readonly waitsForFull: boolean;
}

/** All reasons, most lasting first; empty when the buttons work. */
export function lockReasons(model: ValidSurface, facts: LockFacts): readonly LockReason[] {
  const reasons = model.blocks.map((blockage) => reasonOf(blockage, model, facts));
  return facts.waitsForFull ? [WAITS, ...reasons] : reasons;
}

/** Returns the sentences next to the buttons. */
export function lockSentences(reasons: readonly LockReason[]): readonly string[] {
  return reasons.map(({ words }) => `Locked: ${words}`);
}

const WAITS: LockReason = {
  code: 'delta_waits_for_full',
  words: 'a frame was refused, so this waits for a full surface.',
  why: 'What the host shows and what is here are no longer the same.',
  clause: 'envelope 7.6',
  pointers: [],
};

function reasonOf(
  { block, components, said = [] }: ActionBlockage,
  model: ValidSurface,
  { partial }: LockFacts,
): LockReason {
  const isTree = model.answers === null;
  const { words, why, clause } = REASONS[block];
  const labels = labelsAt(model.components, components);
  const quoted = said.slice(0, 3).map((one) => `“${cutText(one, MAX_LENGTH)}”`);
  return {
    code: block,
    words: [words(inList(labels), labels.length === 1, partial ?? 'a fragment'), ...quoted].join(' '),
    why,
    clause,
    pointers: isTree ? components.slice(0, 10).map((index) => `/surface/components/${index}`) : [],
  };
}

interface Reason extends Pick<LockReason, 'why' | 'clause'> {
  /** With the fields that it is about, as a list in words, and the place of a fragment. */
  readonly words: (fields: string, isOne: boolean, partial: string) => string;
}

const REASONS: Readonly<Record<ActionBlock, Reason>> = {
  untrusted_content_blocks_approval: {
    words: () => 'untrusted content never answers an approval.',
    why: 'The surface is untrusted and the interrupt it is bound to is an approval. Nothing that is filled in changes that.',
    clause: 'envelope 7.3, security a2ui-untrusted-blocks-approval',
  },
  a2ui_duplicate_id: {
    words: (fields, isOne) => `${fields} ${isOne ? 'has' : 'have'} the id of an earlier field.`,
    why: 'Values go out under the id of their field, so one of two would replace the other.',
    clause: 'envelope 7.2',
  },
  a2ui_reserved_id: {
    words: (fields, isOne) => `${fields} ${isOne ? 'is' : 'are'} called action.`,
    why: 'The id of the pressed button goes out under that name, and the field would replace it.',
    clause: 'envelope 7.2, 7.3',
  },
  a2ui_partial: {
    words: (_fields, _isOne, partial) => `this is ${partial}, and more is to come.`,
    why: 'A surface is acted on when its last fragment has come.',
    clause: 'envelope 2.3, 7.3',
  },
  a2ui_required_empty: {
    words: (fields, isOne) => `${fields} ${isOne ? 'is' : 'are'} required.`,
    why: 'A required field must hold more than blanks.',
    clause: 'envelope 7.2',
  },
};

function labelsAt(components: readonly A2uiComponent[], places: readonly number[]): readonly string[] {
  return places.map((place) => {
    const component = components[place];
    const label = component !== undefined && 'label' in component ? component.label : '';
    return label.trim() === '' ? `Component ${place + 1}` : cutText(label.trim(), MAX_LENGTH);
  });
}

/** Longest label in a sentence, in UTF-16 units. */
const MAX_LENGTH = 60;

function inList(labels: readonly string[]): string {
  const named = labels.length > 4 ? [...labels.slice(0, 3), `${labels.length - 3} more`] : labels;
  const [last = ''] = named.slice(-1);
  return named.length < 2 ? last : `${named.slice(0, -1).join(', ')} and ${last}`;
}

/** "fragment 2 of 5", "fragment 2 of an unknown number"; null for what is whole, the last fragment included. */
export function partialWords(partial: unknown): string | null {
  if (member(partial, 'isPartial') !== true) return null;
  const index = countAt(partial, 'index');
  const total = countAt(partial, 'total') ?? 0;
  if (index === null) return 'a fragment';
  return `fragment ${index + 1} of ${total > 0 ? total : 'an unknown number'}`;
}
