import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ContentProblem, LoadedContent } from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { envelopeSubject, nothing, servicesWith, showWith } from '../subjects-in-test.tsx';
import { markdownRenderer } from './markdown-renderer.tsx';

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

export const services = servicesWith({
  place: { hostName: 'host.example', runId: 'run_1', sendsCredentials: true },
  copyText: async (text) => void asked.copied.push(text),
  openLink: async (address) => void asked.opened.push(address),
  loadOnce: (address, signal) => {
    asked.loads.push({ address, signal });
    return asked.answer();
  },
});

/** An envelope whose text is Markdown. */
export function subjectOf(text: string, title?: string): EnvelopeSubject {
  return envelopeSubject('vendor.acme.x', { text }, {}, { display: 'markdown', title });
}

/** Puts the document on screen. */
export function show(text: string, title?: string) {
  return showWith(markdownRenderer, subjectOf(text, title), services);
}
