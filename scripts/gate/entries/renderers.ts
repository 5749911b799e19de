import { formOf, valueSource } from '@openwop-inspector/renderers';
import { chooseRendering, playDeltaFrames, surfaceModel } from '@openwop-inspector/renderers/model';
import { formattedJson } from '../../../app/renderer/src/model/formatted-json.ts';
import { readNoteFile } from '../../../app/renderer/src/model/note-file.ts';
import { findInCode } from '../../../packages/renderers/src/code/code-search.ts';
import { looksLike } from '../../../packages/renderers/src/code/looks-like.ts';
import { jsonLines } from '../../../packages/renderers/src/kinds/sheet/json-lines.ts';
import { untrustedStretches } from '../../../packages/renderers/src/kinds/sheet/untrusted-stretches.ts';
import { readDocument } from '../../../packages/renderers/src/markdown/parse/read-document.ts';
import { sourceRows } from '../../../packages/renderers/src/media/source-lines.ts';
import { createPayloadTree } from '../../../packages/renderers/src/payload/payload-tree.ts';
import { surfaceFaults } from '../../../packages/renderers/src/surface/surface-faults.ts';
import { shownText } from '../../../packages/renderers/src/visible-text/visible-text.ts';
import { entry, freshEntry, type GateEntry, many } from '../entry.ts';

/** Markdown that makes a careless parser look back again and again. */
const MARKDOWN: readonly (readonly [string, string])[] = [
  ['emphasis that never closes', '*a _b '],
  ['brackets', '[a]('],
  ['images', '![x]('],
  ['quotes in quotes', '> '],
  ['lists in lists', '- a\n '],
  ['back ticks', '`a``b'],
  ['tables', '|a|b\n|-|-\n'],
  ['links by reference', '[a]: /b\n[a]\n'],
  ['footnotes', '[^a]: b\n[^a]\n'],
  ['entities', '&amp;&'],
  ['HTML', '<a <!--'],
];
const MARKDOWN_UNITS = 1000;
/** Rows that a window unfolds by itself, at most. */
const UNFOLDED_ROWS = 500;

const components = (n: number): readonly object[] =>
  many(n, (at) => ({ component: 'field.text', id: `f${at}`, label: `Label ${at}` }));
const surface = (n: number): object => ({
  catalogVersion: '0.9.1',
  surface: { title: 't', components: components(n) },
});

/** A payload of `n` members, as a person formats it. */
const envelopeText = (n: number): string => JSON.stringify({ type: 'ui.a2ui-surface', payload: surface(n) });

/** Models of what is drawn, without a document. */
export const RENDER_ENTRIES: readonly GateEntry[] = [
  ...MARKDOWN.map(([name, text]) =>
    entry(`Markdown: ${name}`, MARKDOWN_UNITS, (n) => {
      const source = text.repeat(Math.ceil(n / text.length));
      return () => {
        const reading = readDocument(source);
        while (!reading.isRead) reading.step();
        return reading.parts;
      };
    }),
  ),
  entry('formatter: a surface of many components', 200, (n) => {
    const text = envelopeText(n);
    return () => formattedJson(text);
  }),
  entry('formatter: a list of small values', 1000, (n) => {
    const text = JSON.stringify(many(n, (at) => [at]));
    return () => formattedJson(text);
  }),
  entry('notes of a file', 100, (n) => {
    const note = { type: 't', text: 'x'.repeat(200), writtenAt: '2026-01-02' };
    const notes = many(n, (at) => ({ ...note, sequence: at }));
    const text = JSON.stringify({ form: 'openwop-inspector-notes/1', notes });
    return () => readNoteFile(text);
  }),
  entry('surface: many components', 200, (n) => {
    const payload = surface(n);
    return () => surfaceModel({ payload });
  }),
  entry('surface: every component under one id', 200, (n) => {
    const payload = {
      catalogVersion: '0.9.1',
      surface: { components: many(n, () => ({ component: 'field.text', id: 'f' })) },
    };
    return () => [surfaceModel({ payload }), surfaceFaults(payload)];
  }),
  entry('surface: deltas that replace every label', 100, (n) => {
    const patch = many(n, (at) => ({ op: 'replace', path: `/components/${at}/label`, value: 'x' }));
    const frame = { surfaceRef: 'e', catalogVersion: '0.9.1', patch };
    const base = surface(n);
    return () => playDeltaFrames({ surfaceRef: 'e', base }, [frame]);
  }),
  entry('rendering: how to show an envelope', 2000, (n) => {
    const envelope = { type: 'x', payload: { text: '{"a":['.repeat(n), more: many(n, String) } };
    return () => chooseRendering(envelope);
  }),
  entry('rendering: base64 of a picture', 100_000, (n) => {
    const envelope = { type: 'media.image', payload: { contentType: 'image/png', data: 'iVBO'.repeat(n) } };
    return () => chooseRendering(envelope);
  }),
  freshEntry('tree of a payload: unfolded as far as a window does', 1000, (n) => {
    const value = many(n, (at) => ({ at, list: [at, [at]] }));
    return async () => {
      const tree = createPayloadTree(valueSource(value), '');
      await tree.start(UNFOLDED_ROWS);
      await tree.showMore('', Math.floor(n / 100) - 1);
      return tree.snapshot().rows.length;
    };
  }),
  entry('lines of JSON', 5000, (n) => {
    const value = many(n, (at) => ({ at }));
    return () =>
      jsonLines(value, {
        units: 100_000_000,
        leftOut: () => undefined,
        writtenNumber: () => undefined,
        pointer: '',
      });
  }),
  entry('form of a schema', 500, (n) => {
    const properties = Object.fromEntries(many(n, (at) => [`p${at}`, { type: 'string', enum: ['a', 'b'] }]));
    return () => formOf({ type: 'object', properties, required: Object.keys(properties) }, null);
  }),
  entry('code: what it looks like', 20_000, (n) => {
    const text = 'def a(b):\n\t{"c": <d>}\n'.repeat(n / 20);
    return () => looksLike(text);
  }),
  entry('code: search', 50_000, (n) => {
    const text = 'aab'.repeat(n);
    return () => findInCode(text, 'aaab');
  }),
  entry('source: rows', 200_000, (n) => {
    const text = '<a>\r\n'.repeat(n);
    return () => sourceRows(text);
  }),
  entry('hidden characters', 8_000, (n) => {
    const text = 'a\u202e\u200b\ud800'.repeat(n);
    return () => shownText(text);
  }),
  entry('untrusted stretches of a prompt', 20_000, (n) => {
    const text = '<UNTRUSTED><UNTRUSTED '.repeat(n / 20);
    return () => untrustedStretches(text);
  }),
];
