import foreign from './foreign-components.json' with { type: 'json' };
import { envelopeItem, type HostileItem, MARKUP, nested, SCRIPT } from './hostile-item.ts';

type Component = Readonly<Record<string, unknown>>;

const button: Component = { component: 'action.button', id: 'go', label: 'Go', action: { target: 'resume' } };
const field: Component = { component: 'field.text', id: 'name', label: 'Name' };
const CLOSED = /not in the catalogue|not displayed|catalogue/i;

function surface(
  name: string,
  components: readonly unknown[],
  shows: RegExp,
  more: { readonly title?: string; readonly partial?: unknown } = {},
): HostileItem {
  const { title = 'A form', partial } = more;
  const payload = JSON.stringify({ catalogVersion: '0.9.1', surface: { title, components } });
  return surfaceText(name, payload, shows, partial);
}

const surfaceText = (name: string, payload: string, shows: RegExp, partial?: unknown): HostileItem =>
  envelopeItem(`surface: ${name}`, payload, shows, { kind: 'ui.a2ui-surface', partial });

const text = (name: string, words: string, shows: RegExp): HostileItem =>
  surface(name, [{ component: 'text', text: words }], shows);

const select = (options: readonly object[]) => ({
  component: 'field.select',
  id: 's',
  label: 'Pick',
  options,
});

/** Markup in every text that a surface has. It is displayed as it was written, so the frame's texts are searched for. */
const inTexts: readonly HostileItem[] = [
  surface('markup in a heading', [{ component: 'heading', text: MARKUP }], /<script>/),
  text('markup in a text', MARKUP, /<script>/),
  surface('markup in a label', [{ ...field, label: MARKUP }], /<script>/),
  surface('markup in a placeholder', [{ ...field, placeholder: MARKUP }], /Name/),
  surface('markup in an id', [{ ...field, id: MARKUP }, button], /Name/),
  surface('markup in a button', [{ ...button, label: MARKUP }], /<script>/),
  surface('markup in a title', [field], /<script>|Name/, { title: MARKUP }),
  surface('markup in options', [select([{ value: MARKUP, label: MARKUP }])], /Pick/),
  text('a text that is a script', `parent.${SCRIPT}`, /parent\.canary/),
  text('a text that calls the network', "fetch('https://evil.example')", /fetch/),
  text('a link in Markdown', `[x](javascript:${SCRIPT})`, /\[x\]/),
  text('text that turns direction', 'pay \u202e001$ now', /pay/),
  surface(
    'a label that looks like the window',
    [{ ...field, label: 'Bearer token of your host' }],
    /Bearer token/,
  ),
];

/** What no catalogue has: the whole surface is replaced by a notice (envelope 7.4). */
const outOfCatalogue = Object.entries(foreign).map(([name, component]) =>
  surface(`${name} in it`, [{ component: 'text', text: 'good' }, component], CLOSED),
);

/** Messages of A2UI v0.9, the body of schemaVersion 2 (envelope 7.7). */
function messages(name: string, component: object, shows: RegExp, data: unknown = MARKUP): HostileItem {
  const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  const list = [
    { createSurface: { surfaceId: 's', catalogId } },
    { updateComponents: { surfaceId: 's', components: [{ id: 'root', ...component }] } },
    { updateDataModel: { surfaceId: 's', path: '/', value: data } },
  ];
  const sent = list.map((message) => ({ version: 'v0.9', ...message }));
  const payload = { version: 'v0.9', catalogId, surfaceId: 's', messages: sent };
  return surfaceText(`messages with ${name}`, JSON.stringify(payload), shows);
}

const NONE = /withheld/;
const inMessages: readonly HostileItem[] = [
  messages('markup in a text', { component: 'Text', text: MARKUP }, /<script>/),
  messages('markup in the data', { component: 'Text', text: { path: '/' } }, /<script>/),
  messages('markup in a label', { component: 'TextField', label: MARKUP, value: { path: '/' } }, /<script>/),
  messages(
    'a pattern without end',
    { component: 'TextField', label: 'Name', value: 'a'.repeat(99), validationRegexp: '(a+)+$' },
    /Name/,
  ),
  messages('a cycle', { component: 'Card', child: 'root' }, /placed twice/),
  messages('an image', { component: 'Image', url: 'https://evil.example/x.png' }, NONE),
  messages('an icon of the agent', { component: 'Icon', name: MARKUP }, NONE),
  messages('an event handler', { component: 'Text', text: 'x', onClick: SCRIPT }, NONE),
  messages('a path to the prototype', { component: 'Text', text: { path: '/__proto__/x' } }, NONE),
  messages('the prototype as data', { component: 'Text', text: 'x' }, NONE, JSON.parse('{"__proto__":1}')),
];

const payloads: readonly HostileItem[] = [
  surfaceText('another version', '{"catalogVersion":"9.9.9","surface":{"components":[]}}', /version/i),
  surfaceText(
    'a version of the prototype',
    '{"catalogVersion":{"__proto__":"0.9.1"},"surface":{}}',
    /version|withheld/i,
  ),
  surfaceText('no surface', '{"catalogVersion":"0.9.1"}', CLOSED),
  surfaceText('a string', '"0.9.1"', CLOSED),
  surfaceText('null', 'null', CLOSED),
  surfaceText(
    'a prototype next to it',
    '{"catalogVersion":"0.9.1","__proto__":{"polluted":true},"surface":{"components":[]}}',
    CLOSED,
  ),
  surfaceText('10,000 lists in each other', `{"catalogVersion":"0.9.1","surface":${nested(10_000)}}`, /./),
  surfaceText('an empty surface', '{"catalogVersion":"0.9.1","surface":{"components":[]}}', /./),
];

const hundredThousand = Array.from({ length: 100_000 }, (_, i) => ({ value: `${i}`, label: `${i}` }));
const components = Array<Component>(501).fill({ component: 'text', text: 'x' });
const sizes: readonly HostileItem[] = [
  surface('501 components', components, /limit|500|too many|more/i),
  text('a text of 30,000 letters', 'x'.repeat(30_000), /limit|20,000|more/i),
  surface('100,000 options', [select(hundredThousand)], /limit|200|large|more/i),
];

const actions: readonly HostileItem[] = [
  surface('a field called action', [{ ...field, id: 'action' }, button], /Go/),
  surface('two fields of one id', [field, { ...field, label: 'Name again' }, button], /Name again/),
  surface('a field called __proto__', [{ ...field, id: '__proto__' }, button], /Go/),
  surface('a field called constructor', [{ ...field, id: 'constructor' }, button], /Go/),
  surface('an empty id', [{ ...field, id: '' }, button], /Go/),
  surface('a fragment', [field, button], /Go/, { partial: { isPartial: true, index: 0, total: -1 } }),
];

/** The catalogue is closed, the frame is another origin, and nothing in it is run (envelope 7, security S-03). */
export const surfaceItems: readonly HostileItem[] = [
  ...inTexts,
  ...outOfCatalogue,
  ...inMessages,
  ...payloads,
  ...sizes,
  ...actions,
];
