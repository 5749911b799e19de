/** A renderer: it declares what it can read, reads it or explains why not, and shows it. */
import { type ComponentType, createElement, type ReactElement } from 'react';
import type { RendererName } from '../model/choose/rendering.ts';
import type { EnvelopeSubject, RenderSubject } from './render-subject.ts';

/** One way of showing. `View` is what reading makes of a subject: typed, checked, ready to be displayed. */
export interface Renderer<View = unknown> {
  /** Stable and unique in the registry, for example `markdown` or `kind/clarification.request`. */
  readonly name: string;
  /** Display name, sentence case: "Markdown", "Questions". */
  readonly title: string;
  /** True when it is worth trying to read the subject. Cheap, looks at names and the first level only. */
  readonly takes: (subject: RenderSubject) => boolean;
  /** Never throws on any subject, never changes it. */
  readonly read: (subject: RenderSubject) => Reading<View>;
  readonly Show: ComponentType<ShowProps<View>>;
}

/** The declaration of a hint's renderer; `name` is the model's choice (`Rendering.renderer`). */
interface HintRenderer<View> extends Omit<Renderer<View>, 'takes' | 'read'> {
  readonly name: Exclude<RendererName, 'raw'>;
  /** Never throws on any envelope, never changes it. */
  readonly read: (subject: EnvelopeSubject) => Reading<View>;
}

/** The renderer of a hint: it takes the envelopes that the model gave to its name. */
export function hintRenderer<View>({ read, ...rest }: HintRenderer<View>): Renderer<View> {
  return {
    ...rest,
    takes: (subject) => subject.kind === 'envelope' && subject.rendering.renderer === rest.name,
    read: (subject) => (subject.kind === 'envelope' ? read(subject) : unread(NO_ENVELOPE)),
  };
}

/** Says why a subject is not displayed. */
export function unread(problem: ReadProblem): { readonly ok: false; readonly problem: ReadProblem } {
  return { ok: false, problem };
}

const NO_ENVELOPE: ReadProblem = {
  message: 'Hints show envelopes, and this is an event.',
  pointer: '/payload',
  clause: 'envelope 2.2',
  nearest: 'An envelope with type, payload and meta.',
};

/** The view, or why the subject is not what it says. */
export type Reading<View> =
  | { readonly ok: true; readonly view: View }
  | { readonly ok: false; readonly problem: ReadProblem };

/** Why a renderer does not show a subject. Words of ours only; no text of the content (security S-22). */
export interface ReadProblem {
  /** One sentence, for example "The questions are not a list." */
  readonly message: string;
  /** RFC 6901 pointer from the subject's value to what is wrong. */
  readonly pointer: string;
  /** Section of the protocol that says so, for example `envelope 4`. */
  readonly clause: string;
  /** The nearest form that would be displayed. */
  readonly nearest: string;
}

export interface ShowProps<View> {
  readonly view: View;
  readonly subject: RenderSubject;
}

// A renderer with its view type hidden, so that renderers of different views fit in one list.

/** A renderer as the registry knows it. */
export interface ReadyRenderer {
  readonly name: string;
  readonly title: string;
  readonly takes: (subject: RenderSubject) => boolean;
  readonly prepare: (subject: RenderSubject) => Prepared;
}

/** The element to show, or why there is none. */
export type Prepared =
  | { readonly ok: true; readonly element: ReactElement }
  | { readonly ok: false; readonly problem: ReadProblem };

/** Reading and showing joined to one step. The view goes from the one to the other and nowhere else. */
export function readyRenderer<View>(renderer: Renderer<View>): ReadyRenderer {
  const { name, title, takes, read, Show } = renderer;
  return {
    name,
    title,
    takes,
    prepare(subject) {
      const reading: Reading<View> = read(subject);
      return reading.ok
        ? { ok: true, element: createElement(Show, { view: reading.view, subject }) }
        : reading;
    },
  };
}
