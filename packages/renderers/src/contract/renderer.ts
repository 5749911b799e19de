/** A renderer: it reads the subjects that are its own, or explains why not, and shows them. */
import { type ComponentType, createElement, type ReactElement } from 'react';
import type { RendererName } from '../model/choose/choose-rendering.ts';
import type { EnvelopeSubject, RenderSubject } from './render-services.ts';

/** One way of showing. `View` is what reading makes of a subject: typed, checked, ready to be displayed. */
export interface Renderer<View = unknown> {
  /** Stable and unique in the registry, for example `markdown` or `kind/clarification.request`. */
  readonly name: string;
  /** Display name, sentence case: "Markdown", "Questions". */
  readonly title: string;
  /** Reads a subject; null for one of another renderer. Never throws on any subject, never changes it. */
  readonly read: (subject: RenderSubject) => Reading<View> | null;
  readonly Show: ComponentType<ShowProps<View>>;
}

/** The declaration of a hint's renderer; `name` is the model's choice (`Rendering.renderer`). */
interface HintRenderer<View> extends Omit<Renderer<View>, 'read'> {
  readonly name: Exclude<RendererName, 'raw'>;
  /** As in `Renderer`, for the envelopes that the model gave to its name. */
  readonly read: (subject: EnvelopeSubject) => Reading<View> | null;
}

/** The renderer of a hint. */
export function hintRenderer<View>({ read, ...rest }: HintRenderer<View>): Renderer<View> {
  return {
    ...rest,
    read: (subject) =>
      subject.kind === 'envelope' && subject.rendering.renderer === rest.name ? read(subject) : null,
  };
}

/** Says why a subject is not displayed. */
export function unread(problem: ReadProblem): { readonly ok: false; readonly problem: ReadProblem } {
  return { ok: false, problem };
}

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
  /** Null for a subject of another renderer. */
  readonly prepare: (subject: RenderSubject) => Prepared | null;
}

/** The element to show, or why there is none. */
export type Prepared =
  | { readonly ok: true; readonly element: ReactElement }
  | { readonly ok: false; readonly problem: ReadProblem };

/** Reading and showing joined to one step. The view goes from the one to the other and nowhere else. */
export function readyRenderer<View>(renderer: Renderer<View>): ReadyRenderer {
  const { name, title, read, Show } = renderer;
  return {
    name,
    title,
    prepare(subject) {
      const reading = read(subject);
      if (reading?.ok !== true) return reading;
      return { ok: true, element: createElement(Show, { view: reading.view, subject }) };
    },
  };
}
