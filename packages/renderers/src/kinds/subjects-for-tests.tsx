/** Subjects, services and a quick way to draw, for the tests of this folder. */
import { masker } from '@openwop-inspector/base';
import type { ReactElement } from 'react';
import { type RenderServices, RenderServicesProvider } from '../contract/render-services.ts';
import type { EnvelopeSubject, EventSubject, SubjectTrust } from '../contract/render-subject.ts';
import { chooseRendering } from '../model/choose/choose-rendering.ts';
import { valueSource } from '../payload/value-source.ts';

const unmarked: SubjectTrust = { level: 'unmarked', source: null };

export function eventSubject(type: string, value: unknown, more: Partial<EventSubject> = {}): EventSubject {
  return {
    kind: 'event',
    key: `${type}:1`,
    type,
    value,
    nodeId: null,
    tooLarge: false,
    leftOut: [],
    numbers: [],
    trust: unmarked,
    ...more,
  };
}

export function envelopeSubject(
  type: string,
  payload: unknown,
  more: Partial<EnvelopeSubject> = {},
): EnvelopeSubject {
  const value = { type, payload, meta: { source: 'ai-generation', ts: '2026-03-02T14:00:00Z' } };
  return {
    kind: 'envelope',
    key: `${type}:1`,
    type,
    value,
    rendering: chooseRendering(value),
    foundIn: 'file',
    interrupt: null,
    tooLarge: false,
    leftOut: [],
    numbers: [],
    trust: unmarked,
    ...more,
  };
}

/** Recorded requests to the application. */
export interface RecordedServices {
  readonly services: RenderServices;
  readonly copied: string[];
}

export function servicesForTests(text = ''): RecordedServices {
  const copied: string[] = [];
  const none = { kind: 'problem', message: 'Nothing is loaded in a test.' } as const;
  return {
    copied,
    services: {
      surfaceFrameUrl: 'about:blank',
      place: { hostName: null, runId: null, sendsCredentials: false },
      content: {
        bytes: async () => none,
        text: async () => ({ kind: 'text', text: masker.text(text), truncated: false }),
        tree: (subject) => valueSource(subject.value),
      },
      copyText: async (copy) => {
        copied.push(copy);
      },
      openLink: async () => {},
      loadOnce: async () => none,
      saveAs: async () => ({ kind: 'cancelled' }),
    },
  };
}

export function withServices(element: ReactElement, services = servicesForTests().services): ReactElement {
  return <RenderServicesProvider value={services}>{element}</RenderServicesProvider>;
}
