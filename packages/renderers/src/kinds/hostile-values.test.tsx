import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldedType } from '@openwop-inspector/protocol';
import { hostileCopies } from '@openwop-inspector/testing/hostile-values';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { envelopeSubject, eventSubject, withServices } from '../../test/subjects.tsx';
import type { RenderSubject } from '../contract/render-services.ts';
import { RawView } from '../raw/raw-renderer.tsx';
import { ownRegistry } from '../registry/registry.ts';
import { surfaceFaults } from '../surface/surface-faults.ts';

/** Foreign content is never converted by `toString`: an object may have such a member (security S-12, S-23). */

const samples = join(import.meta.dirname, '../../../../samples');

function sampleEvents(): readonly Record<string, unknown>[] {
  const documents = [
    'acme-prd-draft.bundle.json',
    'media-and-surface.events.json',
    'clarification.poll.json',
    'blocked-approval.app-bundle.json',
  ];
  const byType = new Map<string, Record<string, unknown>>();
  for (const name of documents) {
    const document = JSON.parse(readFileSync(join(samples, name), 'utf8'));
    for (const event of Array.isArray(document) ? document : document.events) {
      byType.set(foldedType(`${event.type}`), event);
    }
  }
  return [...byType.values()];
}

const { byRendering, byKind, byForm } = ownRegistry;

/** Renders with every renderer that reads it, and as raw JSON; errors propagate, since there is no boundary around it. */
function drawAll(subject: RenderSubject): void {
  for (const renderer of [...byRendering, ...byKind, ...byForm]) {
    const prepared = renderer.prepare(subject);
    if (prepared?.ok === true) renderToStaticMarkup(withServices(prepared.element));
  }
  renderToStaticMarkup(withServices(<RawView subject={subject} />));
}

function throwing(
  copies: Iterable<{ readonly where: string; readonly copy: unknown }>,
  subjectOf: (copy: unknown) => RenderSubject,
) {
  const thrown: string[] = [];
  for (const { where, copy } of copies) {
    try {
      drawAll(subjectOf(copy));
    } catch (error) {
      // What needs a document is drawn in the tests of its own folder.
      if (!`${error}`.includes('getServerSnapshot')) thrown.push(`${where}: ${error}`);
    }
  }
  return thrown;
}

const events = sampleEvents().map(
  (event) => [foldedType(`${event.type}`), event.payload ?? event.data] as const,
);

test.each(events)('no renderer of events throws for hostile values in %s', (type, payload) => {
  expect(throwing(hostileCopies(payload), (copy) => eventSubject(type, copy))).toEqual([]);
});

const surface = {
  catalogVersion: '0.9.1',
  surface: {
    components: [
      { component: 'heading', text: 'H', level: 2 },
      { component: 'field.text', id: 'a', label: 'A', value: 'x', placeholder: 'p', required: true },
      { component: 'field.select', id: 's', label: 'S', options: [{ value: 'x', label: 'X' }], value: 'x' },
      { component: 'field.checkbox', id: 'c', label: 'C', value: true },
      { component: 'action.button', id: 'b', label: 'B', action: { target: 'resume' } },
    ],
  },
};

test.each([
  ['ui.a2ui-surface', surface],
  ['media.image', { url: 'https://h.example/x', bytes: 3, base64: 'QUFB', alt: 'x', mimeType: 'image/png' }],
  [
    'media.audio',
    { url: 'https://h.example/x', base64: 'QUFB', mimeType: 'audio/wav', durationMs: 3, transcript: 't' },
  ],
  [
    'media.file',
    { url: 'https://h.example/x', base64: 'QUFB', mimeType: 'text/plain', filename: 'a.txt', bytes: 3 },
  ],
  [
    'clarification.request',
    {
      questions: [
        { id: 'q', question: 'Q?', schema: { type: 'string', enum: ['a'] }, context: { hint: 'x' } },
      ],
      contextType: 'form',
    },
  ],
  ['error', { code: 'c', message: 'm', details: { any: [1] } }],
  [
    'vendor.acme.card',
    { title: 'T', items: [{ name: 'a', count: 2 }], at: '2026-03-02T14:00:00Z', durationMs: 4 },
  ],
])('no renderer of envelopes throws for hostile values in %s', (type, payload) => {
  expect(throwing(hostileCopies(payload), (copy) => envelopeSubject(type, copy))).toEqual([]);
});

test('a target that is an object is a fault of the surface, and stops nothing (envelope 7.2)', () => {
  const component = { component: 'action.button', id: 'b', label: 'B', action: { target: { toString: 1 } } };
  const [fault] = surfaceFaults({ catalogVersion: '0.9.1', surface: { components: [component] } });
  expect(fault).toMatchObject({ pointer: '/surface/components/0/action', found: '{…}' });
  for (const { copy } of hostileCopies(surface)) surfaceFaults(copy);
});
