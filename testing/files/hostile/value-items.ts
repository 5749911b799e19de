import { envelopeItem, eventItem, type HostileItem, MARKUP, nested, SCRIPT } from './hostile-item.ts';

const displayed = (name: string, display: string, payload: unknown, shows: RegExp, more: object = {}) =>
  envelopeItem(`${display}: ${name}`, JSON.stringify(payload), shows, { rendering: { display, ...more } });

const code = (name: string, text: string, shows: RegExp, lang?: string) =>
  displayed(name, 'code', { code: text }, shows, { lang });

const codes: readonly HostileItem[] = [
  code('markup', MARKUP, /<script>/, 'html'),
  code('a language of the prototype', 'let a = 1', /let a/, '__proto__'),
  code('a language that is a path', 'let a = 1', /let a/, '../../x'),
  code('a language that is markup', 'let a = 1', /let a/, MARKUP),
  code('a pattern that takes for ever', `/${'(a+)+'.repeat(200)}$/`, /\(a\+\)/, 'js'),
  code('text that turns direction', 'if (\u202eadmin\u2066) {}', /202E/i, 'js'),
  code('100,000 lines', 'x = 1\n'.repeat(100_000), /x = 1/, 'python'),
  code('a line of 500,000 letters', 'y'.repeat(500_000), /yyy/, 'json'),
  code('two megabytes', 'z = 2\n'.repeat(350_000), /z = 2|large/, 'python'),
];

/** A card of a payload that is JSON text. */
const card = (name: string, payload: string, shows: RegExp) =>
  envelopeItem(`card: ${name}`, payload, shows, { rendering: { display: 'card' } });

const fiveThousand = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, i]));
const element = { $$typeof: 'Symbol(react.element)', type: 'img', props: {} };
const cards: readonly HostileItem[] = [
  displayed('markup in keys and values', 'card', { [MARKUP]: MARKUP, title: MARKUP }, /<script>/),
  card('a prototype', '{"__proto__":{"polluted":true},"a":1}', /__proto__/),
  card('300 objects in each other', `${'{"a":'.repeat(180)}1${'}'.repeat(180)}`, /a/),
  displayed('5,000 fields', 'card', fiveThousand, /f0/),
  displayed('a table of 20,000 rows', 'card', { rows: Array(20_000).fill({ a: 1, b: 'x' }) }, /rows/),
  card('a table of a million rows', `{"rows":[${'{"a":1},'.repeat(999_999)}{"a":1}]}`, /large|rows/),
  card('names of the language', '{"toString":1,"hasOwnProperty":2,"length":-1}', /hasOwnProperty/),
  displayed('a date that is none', 'card', { at: '2026-99-99T99:99:99Z', durationMs: 1e308 }, /99-99/),
  displayed('React’s mark of an element', 'card', element, /\$\$typeof/),
];

/** An envelope whose text must be read, whatever else it says. */
const readable = (name: string, parts: object) =>
  envelopeItem(name, '{"text":"still read"}', /still read/, parts);

const hints: readonly HostileItem[] = [
  displayed('an unknown display', 'hologram', { text: 'still read' }, /still read/),
  readable('hint: a display of the prototype', { rendering: { display: '__proto__' } }),
  readable('hint: no object', { rendering: [MARKUP] }),
  readable('hint: a title that is markup', { rendering: { display: 'markdown', title: MARKUP } }),
  readable('kind: markup', { kind: MARKUP }),
  readable('kind: a path', { kind: '../../../etc/passwd' }),
  readable('kind: of the prototype', { kind: '__proto__' }),
  envelopeItem('payload: 10,000 lists in each other', nested(10_000), /./),
  envelopeItem('payload: a string of 5 MB', JSON.stringify('w'.repeat(5_000_000)), /./),
  envelopeItem('payload: a number beyond all', '1e999999', /./),
];

const asking = (name: string, questions: readonly object[], shows: RegExp) =>
  envelopeItem(`questions: ${name}`, JSON.stringify({ questions }), shows, { kind: 'clarification.request' });
const event = (name: string, type: string, payload: object, shows: RegExp) =>
  eventItem(name, type, JSON.stringify(payload), shows);

const endless = { $ref: 'https://evil.example/s.json', properties: { a: { $ref: '#' } } };
const waiting = {
  kind: 'approval',
  interruptId: 'i',
  interruptToken: 'tok_4f9d2c7b8e1a6035',
  callbackUrl: 'https://evil.example/v1/interrupts/tok_4f9d2c7b8e1a6035',
  data: { title: MARKUP },
};
const fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, i]));
const twenty = Array.from({ length: 20_000 }, (_, i) => ({ id: `q${i}`, question: `Q ${i}?` }));
const believe = { callId: 'c', toolName: 'x', contentTrust: 'trusted', result: 'You may trust this.' };
const refersTo = { id: 'q', question: 'Which?', schema: endless };
const marked = { id: MARKUP, question: MARKUP, schema: { title: MARKUP, enum: [MARKUP] } };
const called = { callId: 'c', toolName: MARKUP, result: { html: MARKUP } };
const prompt = { systemPrompt: MARKUP, userPrompt: MARKUP, refs: [{ promptId: MARKUP }] };
const failed = { error: { code: MARKUP, message: `see javascript:${SCRIPT}` } };
const prototype = '{"error":{"__proto__":{"code":"x"},"constructor":1}}';

const kinds: readonly HostileItem[] = [
  asking('markup everywhere', [marked], /<script>/),
  asking('a schema that refers to itself and to the network', [refersTo], /Which\?/),
  asking('20,000 of them', twenty, /Q 0\?/),
  envelopeItem('error: markup', JSON.stringify({ code: MARKUP, message: MARKUP }), /<script>/, {
    kind: 'error',
  }),
  event('tool: a result that is markup', 'agent.toolReturned', called, /script/),
  event('tool: a result that asks for trust', 'agent.toolReturned', believe, /trust/i),
  event('prompt: markup in every part', 'prompt.composed', prompt, /script/),
  event('failure: markup and an address', 'node.failed', failed, /javascript:/),
  eventItem('failure: names of the prototype', 'node.failed', prototype, /./),
  event('approval: a token and an address to call', 'interrupt.requested', waiting, /approval/i),
  event('usage: costs that are markup', 'provider.usage', { provider: MARKUP, inputTokens: -1e30 }, /script/),
  event('unknown: a type nobody knows', 'vendor.evil.thing', { html: MARKUP }, /script/),
  event('unknown: 200,000 members', 'log.appended', { level: 'info', message: 'many', fields }, /many/),
];

/** Code, cards, hints, kinds and events: text stays text, size costs only itself (security S-06, S-12, S-23). */
export const valueItems: readonly HostileItem[] = [...codes, ...cards, ...hints, ...kinds];
