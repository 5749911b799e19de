import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ContentProblem, EnvelopeSubject, LoadedContent } from '../src/contract/render-services.ts';
import { markdownRenderer } from '../src/markdown/markdown-renderer.tsx';
import { envelopeSubject, nothing, servicesWith, showWith } from './subjects.tsx';

/** Requests of a document to the application. */
interface Requests {
  readonly opened: string[];
  readonly copied: string[];
  readonly loads: { readonly address: string; readonly signal: AbortSignal }[];
  readonly revoked: string[];
  /** What loading answers. */
  answer: () => Promise<LoadedContent | ContentProblem>;
}

export const requests: Requests = { opened: [], copied: [], loads: [], revoked: [], answer: nothing };

/** Starts every test with an application without requests, and with a network that must not be used. */
export function freshApplication(): void {
  beforeEach(() => {
    requests.answer = nothing;
    for (const list of [requests.opened, requests.copied, requests.loads, requests.revoked]) list.length = 0;
    vi.stubGlobal('fetch', () => Promise.reject(new Error('Something used the network.')));
    // jsdom has neither of these.
    URL.createObjectURL = () => 'blob:made';
    URL.revokeObjectURL = (url) => void requests.revoked.push(url);
  });
  afterEach(cleanup);
}

export const services = servicesWith({
  place: { hostName: 'host.example', runId: 'run_1', sendsCredentials: true },
  copyText: async (text) => void requests.copied.push(text),
  openLink: async (address) => void requests.opened.push(address),
  loadOnce: (address, signal) => {
    requests.loads.push({ address, signal });
    return requests.answer();
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
