/** A renderer with its view type hidden, so that renderers of different views fit in one list. */
import { createElement, type ReactElement } from 'react';
import type { RenderSubject } from './render-subject.ts';
import type { Reading, ReadProblem, Renderer } from './renderer.ts';

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
