import { describe, expect, test } from 'vitest';
import { chooseRendering } from './choose-rendering.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAAElFTkSuQmCC';
const GIF = 'R0lGODlhAQABAAAAACw=';
const WAV = 'UklGRiQAAABXQVZFZm10IA==';

interface Hint {
  display?: unknown;
  [key: string]: unknown;
}

function envelope(payload: unknown, rendering?: Hint | unknown, type = 'vendor.acme.x'): unknown {
  const meta = { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' };
  return { type, payload, meta: rendering === undefined ? meta : { ...meta, rendering } };
}

const media = (payload: object, display?: string, type = 'media.image') =>
  chooseRendering(envelope({ bytes: 1, ...payload }, display === undefined ? undefined : { display }, type));

const rulesOf = (rendering: ReturnType<typeof chooseRendering>) => rendering.notes.map(({ rule }) => rule);

describe('the hint, else the kind, else raw (envelope 2.2)', () => {
  test.each([
    ['markdown', { text: '# a' }, 'markdown', 'hint', '# a'],
    ['code', { source: 's', text: 't' }, 'code', 'hint', 's'],
    ['card', { a: 1 }, 'card', 'hint', '{\n  "a": 1\n}'],
    ['card', 'only text', 'raw', 'fallback', 'only text'],
    ['MARKDOWN', { text: 'a' }, 'raw', 'fallback', 'a'],
    [7, { text: 'a' }, 'raw', 'fallback', 'a'],
    [undefined, 'plain', 'raw', 'fallback', 'plain'],
    [undefined, null, 'raw', 'fallback', 'null'],
    ['__proto__', { toString: 'x' }, 'raw', 'fallback', '{\n  "toString": "x"\n}'],
  ])('display %j over %j is %s by %s', (display, payload, renderer, decidedBy, text) => {
    expect(chooseRendering(envelope(payload, { display }))).toMatchObject({ renderer, decidedBy, text });
  });

  test.each([
    ['an unknown display', { display: 'hologram' }, ['display_unknown']],
    ['a display that is no text', { display: 7 }, ['hint_not_readable']],
    ['a hint that is no object', 'markdown', ['hint_not_readable']],
    ['no hint', undefined, ['no_hint']],
    ['an image without media', { display: 'image' }, ['no_media']],
  ])('%s is explained', (_, hint, rules) => {
    expect(rulesOf(chooseRendering(envelope({ a: 1 }, hint)))).toEqual(rules);
  });

  test.each([5, null, undefined, 'text', [], {}, { type: 'x' }, { type: 7, payload: 1 }])(
    '%j is not an envelope and is displayed as raw JSON',
    (value) => {
      expect(chooseRendering(value)).toMatchObject({ renderer: 'raw', notes: [{ rule: 'not_an_envelope' }] });
    },
  );

  test('a surface stays a surface whatever the hint says', () => {
    const surface = envelope({ catalogVersion: '0.9.1' }, { display: 'markdown' }, 'ui.a2ui-surface');
    const rendering = chooseRendering(surface);
    expect(rendering.renderer).toBe('a2ui');
    expect(rulesOf(rendering)).toEqual(['hint_cannot_replace_surface']);
  });

  test('another kind with the shape of a surface is not one, and the reason says so', () => {
    const rendering = chooseRendering(envelope({ catalogVersion: '0.9.1', surface: {} }));
    expect(rendering.renderer).toBe('raw');
    expect(rulesOf(rendering)).toContain('looks_like_surface');
  });

  test('universal kinds are supported without being listed (envelope 4)', () => {
    const error = envelope({ code: 'c', message: 'm' }, { display: 'markdown' }, 'error');
    expect(chooseRendering(error, { supported: [] })).toMatchObject({ renderer: 'markdown', text: 'm' });
  });

  test.each([
    ['at the limit', 200_000, 'x', 'markdown'],
    ['over the limit', 200_001, 'x', 'raw'],
    ['over the limit in bytes alone', 100_001, 'é', 'raw'],
  ])('Markdown %s (security S-05)', (_, count, unit, renderer) => {
    expect(chooseRendering(envelope(unit.repeat(count), { display: 'markdown' })).renderer).toBe(renderer);
  });

  test('a payload over 1 MiB without text of its own is left to the tree', () => {
    const rendering = chooseRendering(envelope({ a: ['x'.repeat(1_100_000)] }));
    expect([rendering.text, rulesOf(rendering)]).toEqual([null, ['no_hint', 'text_too_large']]);
  });
});

describe('media is displayed in place only where type, bytes and limits agree (envelope 2.2, 6, security S-07, S-08)', () => {
  test.each([
    ['a PNG', { base64: PNG, mimeType: 'image/png' }, 'image', true, []],
    ['a PNG without a type', { base64: PNG }, 'image', true, []],
    ['a type with parameters and capitals', { base64: PNG, mimeType: 'Image/PNG; q=1' }, 'image', true, []],
    ['a GIF called PNG', { base64: GIF, mimeType: 'image/png' }, 'image', true, ['bytes_are_another_type']],
    ['a PNG called SVG', { base64: PNG, mimeType: 'image/svg+xml' }, 'file', false, ['type_would_run']],
    ['a PNG called PDF', { base64: PNG, mimeType: 'application/pdf' }, 'file', false, ['type_would_run']],
    ['a TIFF', { base64: 'SUkqAAgAAAA=', mimeType: 'image/tiff' }, 'file', false, ['type_not_inline']],
    ['HTML called PNG', { base64: 'PGh0bWw+', mimeType: 'image/png' }, 'file', false, ['bytes_not_media']],
    ['a sound called an image', { base64: WAV }, 'file', false, ['bytes_not_media']],
    ['no base64', { base64: 'data:image/png;base64,AA' }, 'image', false, ['base64_invalid']],
    ['an address', { url: 'https://h/x' }, 'image', false, ['url_needs_click']],
    ['nothing', {}, 'image', false, ['no_source']],
  ])('%s', (_, payload, renderer, inline, rules) => {
    const rendering = media(payload);
    expect([rendering.renderer, rendering.media?.inline, rulesOf(rendering)]).toEqual([
      renderer,
      inline,
      rules,
    ]);
  });

  test.each([
    ['a sound', { base64: WAV, mimeType: 'audio/x-wav' }, undefined, 'media.audio', 'audio', true],
    ['a sound displayed as an image', { base64: WAV }, 'image', 'media.audio', 'file', false],
    ['an image displayed as a file', { base64: PNG }, 'file', 'media.image', 'file', false],
    ['a file that is an image', { base64: PNG }, 'image', 'media.file', 'image', true],
    ['a file', { base64: PNG, mimeType: 'image/png' }, undefined, 'media.file', 'file', false],
    ['an image of another kind', { base64: PNG }, 'image', 'vendor.acme.picture', 'image', true],
  ])('%s', (_, payload, display, type, renderer, inline) => {
    const rendering = media(payload, display, type);
    expect([rendering.renderer, rendering.media?.inline]).toEqual([renderer, inline]);
  });

  test('an image that would fill the memory is a file; its header says so before anything decodes it', () => {
    const bomb = Buffer.from(PNG, 'base64');
    bomb.writeUInt32BE(60_000, 16);
    const rendering = media({ base64: bomb.toString('base64') });
    expect([rendering.renderer, rulesOf(rendering)]).toEqual(['file', ['content_too_large']]);
  });

  test.each([
    ['both sources', { base64: PNG, url: 'https://h/x', bytes: 45, alt: 'a' }, ['media_source_both']],
    ['no source', { alt: 'a' }, ['media_source_none']],
    ['another length', { base64: PNG, bytes: 7, alt: 'a' }, ['media_length_mismatch']],
    ['no base64', { base64: '***', alt: 'a' }, ['media_base64_invalid']],
    ['no words for it', { base64: PNG, bytes: 45, alt: '' }, ['alt_missing']],
  ])('%s is warned about as the acceptor does', (_, payload, codes) => {
    const { media: content, warnings } = media(payload);
    expect(content?.actualBytes ?? 45).toBe(45);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  test('a type in the hint that differs is warned about, and the payload’s is displayed', () => {
    const payload = { bytes: 45, base64: PNG, mimeType: 'image/png', alt: 'a' };
    const rendering = chooseRendering(envelope(payload, { display: 'image', mimeType: 'text/html' }));
    expect(rendering).toMatchObject({ renderer: 'image', media: { mimeType: 'image/png' } });
    expect(rendering.warnings).toEqual([{ code: 'mime_conflict', pointer: '/meta/rendering/mimeType' }]);
  });
});
