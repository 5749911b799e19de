/** A surface as it is displayed: what is read out, what can be filled in, what the buttons do (envelope 7). */
import { countOf, createRedactor, member, type Secret, unreachable } from '@openwop-inspector/base';
import type { A2uiActionButton, A2uiComponent } from '@openwop-inspector/protocol';
import type { FrameItem } from './frame-contract.ts';
import { MessageSurface } from './message-surface.ts';
import {
  drawnLimit,
  isSurfaceTainted,
  type ReadSurface,
  readSurface,
  type SurfaceNotice,
  type SurfacePlace,
} from './read-surface.ts';
import {
  type ActionBlockage,
  actionBlocks,
  type FieldValues,
  fieldValue,
  fieldValues,
  isUntrusted,
  maskedValues,
  messageBlocks,
  type PressedAction,
  pressedAction,
  type SurfaceAnswers,
  type TrustFacts,
} from './surface-actions.ts';

/** A surface with what is known around it. */
export interface SurfaceInput extends TrustFacts, SurfacePlace {
  /** The payload, of any shape. */
  readonly payload: unknown;
  /** What was filled in; ids that no field has and values that a field cannot hold are passed over. */
  readonly values?: FieldValues;
  /** `partial` of the envelope (envelope 2.3). */
  readonly partial?: unknown;
  readonly secrets?: readonly Secret[];
}

/** A surface that is displayed whole, or the notice in its place. */
export type SurfaceModel =
  | ValidSurface
  | { readonly kind: 'notice'; readonly notice: SurfaceNotice; readonly isUntrusted: boolean };

export interface ValidSurface {
  readonly kind: 'surface';
  readonly title: string | null;
  /** Of messages: what it is, in a line; null for a tree. */
  readonly heading: string | null;
  /** What is not drawn and what a host should have refused, one sentence each; they quote ids of the model. */
  readonly notes: readonly string[];
  /** Of messages: what each button sends; null for a tree. */
  readonly answers: SurfaceAnswers | null;
  /** Everything but buttons, in document order, as the frame draws it. */
  readonly items: readonly FrameItem[];
  /** In document order, by their index among the components; displayed in one row after all items (envelope 7.3). */
  readonly buttons: readonly { readonly index: number; readonly button: A2uiActionButton }[];
  /** Values of all fields in document order. */
  readonly values: FieldValues;
  /** Why no button works; empty when they do. */
  readonly blocks: readonly ActionBlockage[];
  /** Framed and labelled as untrusted. */
  readonly isUntrusted: boolean;
  /** Never routes or gates; folded, and clipped where it is displayed (envelope 5). */
  readonly reasoning: string | null;
  readonly components: readonly A2uiComponent[];
}

/**
 * The model of a surface. Secrets are masked first, in texts, ids and values alike. Never throws, never changes its
 * input. Linear in the payload, which is at most 256 KiB.
 */
export function surfaceModel(input: SurfaceInput): SurfaceModel {
  const mask = createRedactor(input.secrets ?? []);
  const read = readSurface(input.payload, mask, input);
  const isTainted = isSurfaceTainted(input.earlier);
  const trust = isTainted ? { ...input, contentTrust: 'untrusted' as const } : input;
  const untrusted = isUntrusted(trust);
  if (read.kind === 'notice') return { kind: 'notice', notice: read.notice, isUntrusted: untrusted };
  const tree = read.kind === 'surface' ? read.payload.surface : null;
  const drawn = read.kind === 'messages' ? new MessageSurface(read.folded) : null;
  const components = tree?.components ?? drawn?.components ?? [];
  const limit = drawn === null ? null : drawnLimit(components);
  if (limit !== null) return { kind: 'notice', notice: limit, isUntrusted: untrusted };
  const given = maskedValues(input.values, mask);
  const values = fieldValues(components, new Map([...(drawn?.start ?? []), ...given]));
  const facts = { ...trust, isPartial: member(input.partial, 'isPartial') === true };
  const answers = drawn?.answers(given) ?? null;
  return {
    kind: 'surface',
    title: tree?.title ?? null,
    heading: read.kind === 'messages' ? headingOf(read, untrusted) : null,
    notes: read.kind === 'messages' ? [...read.refused, ...(drawn?.notes ?? [])] : [],
    answers: answers?.entries ?? null,
    items: components.flatMap((component, index) => itemsOf(component, index, values)),
    buttons: components.flatMap((component, index) =>
      component.component === 'action.button' ? [{ index, button: component }] : [],
    ),
    values,
    blocks: answers === null ? actionBlocks(components, values, facts) : messageBlocks(answers.failed, facts),
    isUntrusted: untrusted,
    reasoning: read.payload.reasoning ?? null,
    components,
  };
}

/** The components of a masked payload; none when a renderer would show a notice instead. */
export function componentsOf(payload: unknown): readonly A2uiComponent[] {
  const model = surfaceModel({ payload });
  return model.kind === 'surface' ? model.components : [];
}

/**
 * What pressing a button would send; null while the buttons do not work, and for a button that is not there. Ids of
 * buttons may repeat: an id names the first of them, the button itself is always the one that was pressed.
 */
export function pressButton(model: SurfaceModel, pressed: string | A2uiActionButton): PressedAction | null {
  if (model.kind === 'notice') return null;
  const placed = model.buttons.find(({ button }) => button === pressed || button.id === pressed);
  return placed === undefined || isLocked(model, placed.button) ? null : pressedAction(model, placed.button);
}

/** True while a button does not work. Failed checks of messages do not lock an exchange (envelope 7.7). */
export function isLocked({ blocks, answers }: ValidSurface, { action }: A2uiActionButton): boolean {
  const isFree = answers !== null && action.target === 'exchange';
  return blocks.some(({ block }) => !(isFree && block === 'a2ui_required_empty'));
}

/** "A2UI v0.9 surface (schema version 2) s1, 5 components, untrusted". */
function headingOf(
  { payload: { surfaceId }, folded: { components, agentName } }: Extract<ReadSurface, { kind: 'messages' }>,
  untrusted: boolean,
): string {
  const what = `A2UI v0.9 surface (schema version 2) ${surfaceId}`;
  const claim = agentName === null ? '' : `. It claims to be of ${agentName}`;
  return `${what}, ${countOf(components.size, 'component')}${untrusted ? ', untrusted' : ''}${claim}`;
}

/** Every text of a surface that becomes a text node, in the order it is read. Markup in them stays text. */
export function surfaceTexts(model: SurfaceModel): readonly string[] {
  if (model.kind === 'notice') return [];
  const items = model.items.flatMap((item) => {
    if ('text' in item) return [item.text];
    return item.kind === 'select' ? [item.label, ...item.options] : [item.label];
  });
  return [
    ...(model.title === null ? [] : [model.title]),
    ...items,
    ...model.buttons.map(({ button }) => button.label),
  ];
}

/** A heading is never one of the outline of the window; a text has no Markdown and no links (envelope 7.2). */
function itemsOf(component: A2uiComponent, index: number, values: FieldValues): readonly FrameItem[] {
  if (component.component === 'action.button') return [];
  if (component.component === 'text') return [{ kind: 'text', index, text: component.text }];
  if (component.component === 'heading') {
    const { text, level = 1 } = component;
    return [{ kind: 'heading', index, text, ariaLevel: level === 1 ? 4 : level === 2 ? 5 : 6 }];
  }
  const { label } = component;
  const value = fieldValue(component, values);
  if (component.component === 'field.checkbox')
    return [{ kind: 'checkbox', index, label, value: value === true }];
  const common = { index, label, required: component.required ?? false };
  const text = typeof value === 'string' ? value : '';
  switch (component.component) {
    case 'field.text':
      return [{ kind: 'text-field', ...common, placeholder: component.placeholder ?? '', value: text }];
    case 'field.date':
      return [{ kind: 'date-field', ...common, value: text }];
    case 'field.select': {
      const options = component.options.map((option) => option.label);
      const chosen = component.options.findIndex((option) => option.value === value);
      return [{ kind: 'select', ...common, options, value: Math.max(chosen, 0) }];
    }
    default:
      return unreachable(component);
  }
}
