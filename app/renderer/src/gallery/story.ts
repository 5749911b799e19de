/** Types of the gallery: families of stories, as plain data that is created on display. */
import type { BoundInterrupt, RenderSubject, SubjectTrust, TaintSource } from '@openwop-inspector/renderers';
import type { ReactNode } from 'react';
import { envelopeSubject, handOver } from '../worker/subjects.ts';

/** One state of one family. */
export interface Story {
  /** Part of the address: `hostile`. Unique in its family. */
  readonly name: string;
  /** Title: "Scripts in every field". */
  readonly title: string;
  /** Creates the content. `key` identifies it among all stories. */
  readonly show: (key: string) => RenderedStory;
}

/** Stories of one renderer or kind. */
export interface Family {
  /** Part of the address: `markdown`. */
  readonly name: string;
  readonly title: string;
  readonly stories: readonly Story[];
}

/** A family, as its stories are written. */
export const family = (name: string, title: string, stories: readonly Story[]): Family => ({
  name,
  title,
  stories,
});

/** A subject with the whole document it was made of, or an element as it is. */
export type RenderedStory =
  | { readonly kind: 'subject'; readonly subject: RenderSubject; readonly document: unknown }
  | { readonly kind: 'element'; readonly element: ReactNode };

/** Parts of an envelope that a story sets; the rest is the same in all of them. */
interface EnvelopeParts {
  readonly type: string;
  readonly rendering?: unknown;
  readonly trust?: 'trusted' | 'untrusted';
  readonly partial?: unknown;
  readonly interrupt?: BoundInterrupt;
}

/** Parts of an event that a story sets. */
interface EventParts {
  readonly type: string;
  readonly nodeId?: string | null;
  readonly trust?: 'trusted' | 'untrusted';
}

/** A search that brought external text into the run. */
const toolTaint: TaintSource = {
  ordinal: 1208,
  sequence: 1209,
  type: 'agent.toolReturned',
  name: 'docs.search',
};

/** What differs from the shared parts, if anything does, and the payload, which is created on display. */
type OwnParts<Parts> =
  | readonly [payload: () => unknown]
  | readonly [differs: Partial<Parts>, payload: () => unknown];

/** Makes stories of subjects; what they share is the same in each that does not say otherwise. */
function subjectStories<Parts>(
  shared: Parts,
  show: (
    parts: Parts,
    payload: unknown,
    key: string,
  ) => Omit<Extract<RenderedStory, { kind: 'subject' }>, 'kind'>,
) {
  return (name: string, title: string, ...own: OwnParts<Parts>): Story => {
    const [differs, payload] = own.length === 1 ? [{}, own[0]] : own;
    const parts = { ...shared, ...differs };
    return { name, title, show: (key) => ({ kind: 'subject', ...show(parts, payload(), key) }) };
  };
}

/** Makes stories of envelopes. */
export const envelopeStories = (shared: EnvelopeParts) =>
  subjectStories(shared, (parts, payload, key) => {
    const { interrupt = null, trust } = parts;
    const document = envelopeOf(parts, payload);
    const subject = envelopeSubject({ foundIn: 'event', interrupt }, document, key, trustOf(trust));
    return { subject, document };
  });

/** Makes stories of events, of the node `draft` unless given. */
export const eventStories = (shared: EventParts) =>
  subjectStories(shared, ({ type, nodeId = 'draft', trust }, document, key) => ({
    subject: { kind: 'event', key, type, nodeId, ...handOver(document), trust: trustOf(trust) },
    document,
  }));

/** Members without a value are left out, as a host leaves them out. */
function envelopeOf({ type, rendering, trust, partial }: EnvelopeParts, payload: unknown): unknown {
  const meta: Record<string, unknown> = { source: 'ai-generation', ts: '2026-03-02T09:14:07.120Z' };
  if (trust !== undefined) meta.contentTrust = trust;
  if (rendering !== undefined) meta.rendering = rendering;
  const ids = { envelopeId: 'env-7', correlationId: 'run-7:draft:2:77e0', nodeId: 'draft' };
  const envelope = { type, schemaVersion: 1, ...ids, payload, meta };
  return partial === undefined ? envelope : { ...envelope, partial };
}

function trustOf(trust: EnvelopeParts['trust']): SubjectTrust {
  return { level: trust ?? 'unmarked', source: trust === 'untrusted' ? toolTaint : null };
}
