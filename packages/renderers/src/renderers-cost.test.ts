/** The cost of the models of what is drawn grows with their content. */
import { testCost } from '@openwop-inspector/testing/cost-growth';
import { many, times } from '@openwop-inspector/testing/hostile-shapes';
import { findInCode, looksLike } from './code/CodeView.tsx';
import { textLines } from './code/highlight/text-lines.ts';
import { formOf, valueSource } from './index.ts';
import { jsonLines } from './kinds/sheet/json-lines.ts';
import { untrustedStretches } from './kinds/show/FoldedText.tsx';
import { readDocument } from './markdown/parse/read-document.ts';
import { chooseRendering, playDeltaFrames, surfaceModel } from './model/index.ts';
import { PayloadTreeState } from './payload/payload-tree.ts';
import { surfaceFaults } from './surface/surface-faults.ts';
import { displayText } from './visible-text/visible-text.ts';

testCost('reading Markdown', readDocument, {
  'emphasis that never closes': times(170, '*a _b '),
  brackets: times(250, '[a]('),
  images: times(200, '![x]('),
  'quotes in quotes': times(500, '> '),
  'lists in lists': times(200, '- a\n '),
  'back ticks': times(170, '`a``b'),
  tables: times(100, '|a|b\n|-|-\n'),
  'links by reference': times(90, '[a]: /b\n[a]\n'),
  footnotes: times(80, '[^a]: b\n[^a]\n'),
  entities: times(170, '&amp;&'),
  HTML: times(120, '<a <!--'),
});

const surface = (n: number): object => {
  const components = many(n, (at) => ({ component: 'field.text', id: `f${at}`, label: `Label ${at}` }));
  return { catalogVersion: '0.9.1', surface: { title: 't', components } };
};
const oneId = (n: number): object => {
  const components = many(n, () => ({ component: 'field.text', id: 'f' }));
  return { catalogVersion: '0.9.1', surface: { components } };
};
const drawSurface = (payload: object) => [surfaceModel({ payload }), surfaceFaults(payload)];
testCost('a surface', drawSurface, { 'many components': [200, surface], 'one id': [200, oneId] });

const replaceLabels = (n: number) => {
  const patch = many(n, (at) => ({ op: 'replace', path: `/components/${at}/label`, value: 'x' }));
  return { base: surface(n), frame: { surfaceRef: 'e', catalogVersion: '0.9.1', patch } };
};
const playFrame = ({ base, frame }: ReturnType<typeof replaceLabels>) =>
  playDeltaFrames({ surfaceRef: 'e', base }, [frame]);
testCost('a delta of a surface', playFrame, { 'every label replaced': [100, replaceLabels] });

testCost('choosing a rendering', (envelope: unknown) => chooseRendering(envelope), {
  'texts that begin like JSON': [
    2000,
    (n) => ({ type: 'x', payload: { text: '{"a":['.repeat(n), more: many(n, String) } }),
  ],
  'Base64 of a picture': [
    100_000,
    (n) => ({ type: 'media.image', payload: { contentType: 'image/png', data: 'iVBO'.repeat(n) } }),
  ],
});

/** Unfolds a payload as far as a window does by itself. */
async function unfold(value: readonly unknown[]): Promise<void> {
  const tree = new PayloadTreeState(valueSource(value), '');
  await tree.start(500);
  await tree.loadPage('', Math.floor(value.length / 100) - 1);
  tree.snapshot();
}
const nestedLists = (n: number) => many(n, (at) => ({ at, list: [at, [at]] }));
testCost('the tree of a payload', unfold, { 'lists in a list': [1000, nestedLists] }, { isFresh: true });

const linesOf = (value: unknown) => jsonLines(value, { units: 100_000_000 });
testCost('the lines of JSON', linesOf, { 'a long list': [5000, (n) => many(n, (at) => ({ at }))] });

const formSchema = (n: number): object => {
  const properties = Object.fromEntries(many(n, (at) => [`p${at}`, { type: 'string', enum: ['a', 'b'] }]));
  return { type: 'object', properties, required: Object.keys(properties) };
};
testCost('the form of a schema', (schema: object) => formOf(schema, null), {
  'many fields': [500, formSchema],
});
testCost('guessing a language', looksLike, { 'several at once': times(1000, 'def a(b):\n\t{"c": <d>}\n') });
testCost('a search in code', (text: string) => findInCode(text, 'aaab'), {
  'near hits': times(50_000, 'aab'),
});
testCost('the lines of code', textLines, { 'short lines': times(200_000, '<a>\r\n') });
testCost('hidden characters', displayText, { 'one after another': times(8000, 'a\u202e\u200b\ud800') });
testCost('untrusted stretches', untrustedStretches, {
  'that never end': times(1000, '<UNTRUSTED><UNTRUSTED '),
});
