import { describe, expect, it } from 'vitest';
import type { EnvelopeSubject, EventSubject, RenderSubject } from '../contract/render-services.ts';
import { type Reading, type Renderer, readyRenderer } from '../contract/renderer.ts';
import { chooseRendering } from '../model/choose/choose-rendering.ts';
import { explainChoice } from './RenderedSubject.tsx';
import { chooseRenderer, type Registry } from './registry.ts';

const problem = { message: 'It is not.', pointer: '/payload/a', clause: 'envelope 4', nearest: 'A list.' };

function renderer(name: string, read: () => Reading<string> | null): Renderer<string> {
  return { name, title: name, read, Show: ({ view }) => view };
}

const reads = (name: string, isOwn = true) =>
  readyRenderer(renderer(name, () => (isOwn ? { ok: true, view: name } : null)));
const refuses = (name: string) => readyRenderer(renderer(name, () => ({ ok: false, problem })));
const breaks = (name: string) =>
  readyRenderer(
    renderer(name, () => {
      throw new Error('a bug');
    }),
  );

const base = {
  key: 'k',
  tooLarge: false,
  leftOut: [],
  numbers: [],
  trust: { level: 'unmarked', source: null },
} as const;

function envelope(value: unknown, options = {}): EnvelopeSubject {
  const rendering = chooseRendering(value, options);
  return {
    ...base,
    kind: 'envelope',
    type: 'vendor.acme.x',
    value,
    rendering,
    foundIn: 'event',
    interrupt: null,
  };
}

const plain = envelope({ type: 'vendor.acme.x', payload: { a: 1 }, meta: { source: 'ai-generation' } });
const event: EventSubject = { ...base, kind: 'event', type: 'node.failed', nodeId: null, value: {} };

const registry = (parts: Partial<Registry>): Registry => ({
  byRendering: [],
  byKind: [],
  byForm: [],
  ...parts,
});

describe('hint, then kind, then form, then raw (envelope 2.2)', () => {
  it.each<[string, Partial<Registry>, RenderSubject, string, readonly string[]]>([
    ['nothing takes it', {}, plain, 'raw', []],
    ['the hint goes first', { byRendering: [reads('h')], byKind: [reads('k')] }, plain, 'h', []],
    ['a kind goes before a form', { byKind: [reads('k')], byForm: [reads('f')] }, plain, 'k', []],
    ['whose subject it is not is passed over in silence', { byKind: [reads('k', false)] }, plain, 'raw', []],
    ['who cannot read it is named', { byRendering: [refuses('h')], byKind: [reads('k')] }, plain, 'k', ['h']],
    [
      'raw takes what all refuse',
      { byKind: [refuses('k')], byForm: [refuses('f')] },
      plain,
      'raw',
      ['k', 'f'],
    ],
    ['who breaks is passed over', { byKind: [breaks('k')] }, plain, 'raw', ['k']],
    ['an event has no hint', { byRendering: [reads('h')], byKind: [reads('k')] }, event, 'k', []],
    ['too large for anything but raw', { byKind: [reads('k')] }, { ...event, tooLarge: true }, 'raw', []],
  ])('%s', (_, parts, subject, displayed, passed) => {
    const choice = chooseRenderer(subject, registry(parts));
    expect([choice.renderer.name, choice.passedOver.map(({ name }) => name)]).toEqual([displayed, passed]);
  });

  it('does not render an unsupported kind (envelope 7.4)', () => {
    const subject = envelope(plain.value, { supported: [] });
    expect(chooseRenderer(subject, registry({ byKind: [reads('k')] })).renderer.name).toBe('raw');
  });
});

describe('why it is displayed like this', () => {
  const why = (subject: RenderSubject, parts: Partial<Registry> = {}, stopped: string | null = null) =>
    explainChoice(subject, chooseRenderer(subject, registry(parts)), stopped);

  it('explains a rejected renderer with the place, the found value, the clause and the nearest form', () => {
    const { fallbacks } = why(plain, { byKind: [refuses('questions')] });
    expect(fallbacks).toEqual([
      {
        title: 'Not displayed as questions. It is not.',
        pointer: '/payload/a',
        found: '1',
        clause: 'envelope 4',
        nearest: 'A list.',
      },
    ]);
  });

  it('a missing hint is a finding, an unknown one a fallback', () => {
    expect(why(plain)).toMatchObject({ fallbacks: [], findings: [{ pointer: '/meta/rendering' }] });
    const hologram = envelope({
      type: 'x',
      payload: { a: 1 },
      meta: { source: 'ai-generation', rendering: { display: 'hologram' } },
    });
    expect(why(hologram).fallbacks).toMatchObject([{ found: '"hologram"', clause: 'envelope 2.2' }]);
  });

  it.each<[string, RenderSubject, string | null, RegExp]>([
    ['a renderer that stopped', plain, 'TypeError', /stopped the view as Raw JSON \(TypeError\)/],
    ['a document too large', { ...plain, tooLarge: true }, null, /too large/],
  ])('%s is said', (_, subject, stopped, words) => {
    expect(why(subject, {}, stopped).fallbacks[0]?.title).toMatch(words);
  });

  it.each([
    ['through a list', { payload: [7, { b: 'x' }] }, '/payload/1/b', '"x"'],
    ['a name of the prototype', { payload: {} }, '/payload/toString', null],
    ['a container', { payload: { a: {} } }, '/payload/a', null],
    ['no pointer', { payload: 1 }, 'payload', null],
    ['long', { payload: 'y'.repeat(500) }, '/payload', `"${'y'.repeat(119)}…`],
  ])('what is at a pointer: %s', (_, value, pointer, found) => {
    const one = readyRenderer(renderer('r', () => ({ ok: false, problem: { ...problem, pointer } })));
    expect(why({ ...plain, value }, { byKind: [one] }).fallbacks[0]?.found).toBe(found);
  });

  it('describes an omitted string by its length', () => {
    const one = readyRenderer(renderer('r', () => ({ ok: false, problem })));
    const subject = { ...plain, leftOut: [{ pointer: '/payload/a', length: 20_000 }] };
    const { fallbacks } = why(subject, { byKind: [one] });
    expect(fallbacks[0]?.found).toBe('a string of 20,000 characters');
  });
});
