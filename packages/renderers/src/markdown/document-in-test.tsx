import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import {
  type ContentProblem,
  type LoadedContent,
  type RenderServices,
  RenderServicesProvider,
} from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { chooseRendering } from '../model/choose/choose-rendering.ts';
import { valueSource } from '../payload/value-source.ts';
import { markdownRenderer } from './markdown-renderer.tsx';

/** Parts and colours come when the machine has time for them. */

/** Requests of a document to the application. */
interface Requests {
  readonly opened: string[];
  readonly copied: string[];
  readonly loads: { readonly address: string; readonly signal: AbortSignal }[];
  readonly revoked: string[];
  /** What loading answers. */
  answer: () => Promise<LoadedContent | ContentProblem>;
}

export const asked: Requests = { opened: [], copied: [], loads: [], revoked: [], answer: nothing };

async function nothing(): Promise<ContentProblem> {
  return { kind: 'problem', message: 'Nothing here.' };
}

/** Starts every test with an application without requests, and with a network that must not be used. */
export function freshApplication(): void {
  beforeEach(() => {
    asked.answer = nothing;
    for (const list of [asked.opened, asked.copied, asked.loads, asked.revoked]) list.length = 0;
    vi.stubGlobal('fetch', () => Promise.reject(new Error('Something asked the network.')));
    // jsdom has neither of these.
    URL.createObjectURL = () => 'blob:made';
    URL.revokeObjectURL = (url) => void asked.revoked.push(url);
  });
  afterEach(cleanup);
}

export const services: RenderServices = {
  surfaceFrameUrl: '',
  place: { hostName: 'host.example', runId: 'run_1', sendsCredentials: true },
  content: { bytes: nothing, text: nothing, tree: () => valueSource(null) },
  copyText: async (text) => void asked.copied.push(text),
  openLink: async (address) => void asked.opened.push(address),
  loadOnce: (address, signal) => {
    asked.loads.push({ address, signal });
    return asked.answer();
  },
  saveAs: async () => ({ kind: 'cancelled' }),
};

/** An envelope whose text is Markdown. */
export function subjectOf(text: string, title?: string): EnvelopeSubject {
  const value = {
    type: 'vendor.acme.x',
    payload: { text },
    meta: { rendering: { display: 'markdown', title } },
  };
  return {
    kind: 'envelope',
    key: 'k',
    value,
    tooLarge: false,
    leftOut: [],
    numbers: [],
    trust: { level: 'unmarked', source: null },
    type: 'vendor.acme.x',
    rendering: chooseRendering(value),
    foundIn: 'event',
    interrupt: null,
  };
}

/** Puts the document on screen. */
export function show(text: string, title?: string) {
  const subject = subjectOf(text, title);
  const reading = markdownRenderer.read(subject);
  if (!reading.ok) throw new Error(reading.problem.message);
  const { Show } = markdownRenderer;
  const { container } = render(
    <RenderServicesProvider value={services}>
      <Show view={reading.view} subject={subject} />
    </RenderServicesProvider>,
  );
  return { user: userEvent.setup(), container };
}
