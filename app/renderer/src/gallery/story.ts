/** Types of the gallery: families of stories, as plain data that is created on display. */
import type {
  BoundInterrupt,
  DeltaChainData,
  ReasoningMoment,
  RenderSubject,
  SubjectTrust,
  TaintSource,
} from '@openwop-inspector/renderers';
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

/** A subject with the whole document it was made of, a primitive, a moment of the reasoning lane, or delta frames of a surface. */
export type RenderedStory =
  | { readonly kind: 'subject'; readonly subject: RenderSubject; readonly document: unknown }
  | { readonly kind: 'element'; readonly element: ReactNode }
  | { readonly kind: 'deltas'; readonly chain: DeltaChainData }
  | { readonly kind: 'reasoning'; readonly moment: ReasoningMoment; readonly at: string };

/** Parts of an envelope that a story sets; the rest is the same in all of them. */
export interface EnvelopeParts {
  readonly type: string;
  readonly payload: unknown;
  readonly rendering?: unknown;
  readonly trust?: 'trusted' | 'untrusted';
  /** Source of the taint; the tool of `toolTaint` unless it is null. */
  readonly taint?: TaintSource | null;
  readonly partial?: unknown;
  readonly interrupt?: BoundInterrupt;
  readonly foundIn?: 'event' | 'interrupt' | 'text' | 'snapshot' | 'file';
}

/** Parts of an event that a story sets. */
export interface EventParts {
  readonly type: string;
  readonly payload: unknown;
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

type Shared<Parts> = Omit<Parts, 'payload'>;

/** What differs from the shared parts, if anything does, and the payload, which is created on display. */
type OwnParts<Parts> =
  | readonly [payload: () => unknown]
  | readonly [differs: Partial<Shared<Parts>>, payload: () => unknown];

function ownParts<Parts>(parts: OwnParts<Parts>): {
  readonly differs: Partial<Shared<Parts>>;
  payload(): unknown;
} {
  const [differs, payload] = parts.length === 1 ? [{}, parts[0]] : parts;
  return { differs, payload };
}

/** Makes stories of envelopes; what they share is the same in each that does not say otherwise. */
export function envelopeStories(shared: Shared<EnvelopeParts>) {
  return (name: string, title: string, ...own: OwnParts<EnvelopeParts>): Story => ({
    name,
    title,
    show: (key) => {
      const { differs, payload } = ownParts(own);
      const parts = { ...shared, ...differs, payload: payload() };
      const document = envelopeOf(parts);
      const { foundIn = 'event', interrupt = null } = parts;
      const trust = trustOf(parts.trust, parts.taint);
      const subject = envelopeSubject({ foundIn, interrupt }, document, key, trust);
      return { kind: 'subject', subject, document };
    },
  });
}

/** Makes stories of events, of the node `draft` unless given. */
export function eventStories(shared: Shared<EventParts>) {
  return (name: string, title: string, ...own: OwnParts<EventParts>): Story => ({
    name,
    title,
    show: (key) => {
      const { differs, payload } = ownParts(own);
      const { type, nodeId = 'draft', trust } = { ...shared, ...differs };
      const document = payload();
      const subject: RenderSubject = {
        kind: 'event',
        key,
        type,
        nodeId,
        ...handOver(document),
        trust: trustOf(trust),
      };
      return { kind: 'subject', subject, document };
    },
  });
}

/** Members without a value are left out, as a host leaves them out. */
function envelopeOf({ type, payload, rendering, trust, partial }: EnvelopeParts): unknown {
  const meta: Record<string, unknown> = { source: 'ai-generation', ts: '2026-03-02T09:14:07.120Z' };
  if (trust !== undefined) meta.contentTrust = trust;
  if (rendering !== undefined) meta.rendering = rendering;
  const ids = { envelopeId: 'env-7', correlationId: 'run-7:draft:2:77e0', nodeId: 'draft' };
  const envelope = { type, schemaVersion: 1, ...ids, payload, meta };
  return partial === undefined ? envelope : { ...envelope, partial };
}

function trustOf(trust: EnvelopeParts['trust'], taint: TaintSource | null = toolTaint): SubjectTrust {
  if (trust === undefined) return { level: 'unmarked', source: null };
  return { level: trust, source: trust === 'untrusted' ? taint : null };
}
