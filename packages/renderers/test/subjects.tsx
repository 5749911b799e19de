/** For tests: subjects, services of an application, and a way to show what a renderer makes of a subject. */
import { masker } from '@openwop-inspector/base';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import {
  type ContentProblem,
  type ContentSource,
  type EnvelopeSubject,
  type EventSubject,
  type RenderServices,
  RenderServicesProvider,
  type RenderSubject,
} from '../src/contract/render-services.ts';
import type { Renderer } from '../src/contract/renderer.ts';
import { chooseRendering } from '../src/model/choose/choose-rendering.ts';
import { valueSource } from '../src/payload/value-source.ts';

const base = {
  tooLarge: false,
  leftOut: [],
  numbers: [],
  trust: { level: 'unmarked', source: null },
} as const;

export function eventSubject(type: string, value: unknown, more: Partial<EventSubject> = {}): EventSubject {
  return { ...base, kind: 'event', key: `${type}:1`, type, value, nodeId: null, ...more };
}

/** `hint` is `meta.rendering`. */
export function envelopeSubject(
  type: string,
  payload: unknown,
  more: Partial<EnvelopeSubject> = {},
  hint?: object,
): EnvelopeSubject {
  const meta = { source: 'ai-generation', ts: '2026-03-02T14:00:00Z', ...(hint && { rendering: hint }) };
  const value = { type, payload, meta };
  const rendering = chooseRendering(value);
  const found = { foundIn: 'file', interrupt: null } as const;
  return { ...base, ...found, kind: 'envelope', key: `${type}:1`, type, value, rendering, ...more };
}

export async function nothing(): Promise<ContentProblem> {
  return { kind: 'problem', message: 'Nothing here.' };
}

/** Content of an application in which nothing can be loaded, but for what is given. */
export function contentWith(more: Partial<ContentSource> = {}): ContentSource {
  return { bytes: nothing, text: nothing, tree: ({ value }) => valueSource(value), ...more };
}

/** A text for every pointer. */
export const textAnswer = (text: string): Partial<ContentSource> => ({
  text: async () => ({ kind: 'text', text: masker.text(text), truncated: false }),
});

/** Services of an application with nothing around it, but for what is given. */
export function servicesWith(more: Partial<RenderServices> = {}): RenderServices {
  return {
    surfaceFrameUrl: 'about:blank',
    place: { hostName: null, runId: null, sendsCredentials: false },
    content: contentWith(),
    copyText: async () => undefined,
    openLink: async () => undefined,
    loadOnce: nothing,
    saveAs: async () => ({ kind: 'cancelled' }),
    ...more,
  };
}

export function withServices(element: ReactNode, services = servicesWith()): ReactElement {
  return <RenderServicesProvider value={services}>{element}</RenderServicesProvider>;
}

/** Shows a subject that the renderer can read. */
export function showWith<View>(renderer: Renderer<View>, subject: RenderSubject, services?: RenderServices) {
  const reading = renderer.read(subject);
  if (reading?.ok !== true) throw new Error('The renderer did not read the subject.');
  const { Show } = renderer;
  const { container } = render(withServices(<Show view={reading.view} subject={subject} />, services));
  return { user: userEvent.setup(), container };
}
