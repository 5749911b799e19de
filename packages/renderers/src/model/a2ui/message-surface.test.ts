import { describe, expect, test } from 'vitest';
import { pressButton, type SurfaceInput, surfaceModel, surfaceTexts, valueObject } from '../index.ts';

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const message = (body: object) => ({ version: 'v0.9', ...body });
const create = (more: object = {}) => message({ createSurface: { surfaceId: 's1', catalogId, ...more } });
const components = (...list: readonly object[]) =>
  message({ updateComponents: { surfaceId: 's1', components: list } });
const data = (value: unknown, path = '/') => message({ updateDataModel: { surfaceId: 's1', path, value } });
const gone = message({ deleteSurface: { surfaceId: 's1' } });
const body = (...messages: readonly unknown[]) => ({ version: 'v0.9', catalogId, surfaceId: 's1', messages });

const at = (path: string) => ({ path });
const column = (...children: readonly string[]) => ({ id: 'root', component: 'Column', children });
const needs = (path: string, words = 'Say why.') => [
  { condition: { call: 'required', args: { value: at(path) } }, message: words },
];
const button = (id: string, name: string, context?: object) => ({
  id,
  component: 'Button',
  child: `${id}-text`,
  action: { event: { name, ...(context === undefined ? {} : { context }) } },
});
const words = (id: string, text: unknown, variant?: string) => ({
  id,
  component: 'Text',
  text,
  ...(variant === undefined ? {} : { variant }),
});

/** The refund of the fact sheet. */
const refund = body(
  create(),
  components(
    column('t', 'f', 'b'),
    words('t', 'Approve the refund?'),
    { id: 'f', component: 'TextField', label: 'Why', value: at('/why') },
    words('b-text', 'Send'),
    button('b', 'resume', { why: at('/why') }),
  ),
  data('', '/why'),
);

function drawn(payload: unknown, more: Partial<SurfaceInput> = {}) {
  const model = surfaceModel({ payload, ...more });
  if (model.kind === 'notice') throw new Error(JSON.stringify(model.notice));
  return model;
}

function noticeOf(payload: unknown, more: Partial<SurfaceInput> = {}) {
  const model = surfaceModel({ payload, ...more });
  if (model.kind === 'surface') throw new Error('it is drawn');
  return model.notice;
}

const sent = (payload: unknown, id: string, more: Partial<SurfaceInput> = {}) => {
  const pressed = pressButton(surfaceModel({ payload, ...more }), id);
  return pressed === null ? null : valueObject(pressed.entries);
};

describe('the messages of one envelope are drawn in the closed catalogue (envelope 7.7)', () => {
  test('a surface has its heading, its items in the order of its tree, and its answer', () => {
    const model = drawn(refund, { contentTrust: 'untrusted' });
    expect(model.heading).toBe('A2UI v0.9 surface (schema version 2) s1, 5 components, untrusted');
    expect(surfaceTexts(model)).toEqual(['Approve the refund?', 'Why', 'Send']);
    expect(model.notes).toEqual([]);
    expect(sent(refund, 'b', { values: new Map([['f', 'late']]) })).toEqual({ why: 'late' });
  });

  test.each<readonly [object, object]>([
    ...[1, 2, 3, 4, 5].map((level): readonly [object, object] => [
      words('x', 'A', `h${level}`),
      { component: 'heading', text: 'A', level },
    ]),
    [words('x', 'A'), { component: 'text', text: 'A' }],
    [words('x', at('/n')), { component: 'text', text: '7' }],
    [words('x', at('/none')), { component: 'text', text: '' }],
    [words('x', 'A', 'caption'), { component: 'text', text: 'A' }],
    [
      { id: 'x', component: 'TextField', label: at('/l'), variant: 'number', validationRegexp: '^a+$' },
      { component: 'field.text', id: 'x', label: 'Label', placeholder: 'number, pattern ^a+$' },
    ],
    [
      { id: 'x', component: 'TextField', label: 'L', value: at('/v'), checks: needs('/v') },
      { component: 'field.text', id: 'x', label: 'L', required: true },
    ],
    [
      { id: 'x', component: 'CheckBox', label: 'L', value: true },
      { component: 'field.checkbox', id: 'x', label: 'L' },
    ],
    [
      { id: 'x', component: 'DateTimeInput', value: at('/d'), label: 'Day', enableDate: true },
      { component: 'field.date', id: 'x', label: 'Day' },
    ],
    [
      { id: 'x', component: 'DateTimeInput', value: at('/d'), enableDate: true, enableTime: true },
      { component: 'text', text: 'x: 2026-10-01T09:00 (DateTimeInput for date and time, not drawn)' },
    ],
    [
      {
        id: 'x',
        component: 'ChoicePicker',
        accessibility: { label: 'Colour' },
        options: [{ label: 'Red', value: 'r' }],
        value: ['r'],
      },
      { component: 'field.select', id: 'x', label: 'Colour', options: [{ value: 'r', label: 'Red' }] },
    ],
  ])('%j', (component, expected) => {
    const model = drawn(
      body(create(), components(column('x'), component), data({ l: 'Label', n: 7, d: '2026-10-01T09:00' })),
    );
    expect(model.components).toEqual([expected]);
  });

  test('fields hold what the data has, and rows, cards and lines keep the order alone', () => {
    const model = drawn(
      body(
        create(),
        components(
          column('card', 'line', 'row'),
          { id: 'card', component: 'Card', child: 'day' },
          { id: 'line', component: 'Divider' },
          { id: 'row', component: 'Row', children: ['box', 'pick'] },
          { id: 'day', component: 'DateTimeInput', value: at('/d'), enableDate: true },
          { id: 'box', component: 'CheckBox', label: 'L', value: at('/b') },
          {
            id: 'pick',
            component: 'ChoicePicker',
            variant: 'multipleSelection',
            label: 'Pick',
            value: at('/p'),
            options: [
              { label: 'A', value: 'a' },
              { label: 'B', value: 'b' },
            ],
          },
        ),
        data({ d: '2026-10-01T09:00', b: true, p: ['b'] }),
      ),
    );
    expect([...model.values]).toEqual([
      ['day', '2026-10-01'],
      ['box', true],
      ['pick/0', false],
      ['pick/1', true],
    ]);
    expect(surfaceTexts(model)).toEqual(['day', 'L', 'Pick', 'A', 'B']);
  });

  test.each([
    ['no root', [components(words('top', 'x'))], ['No component has the id root yet: nothing is drawn.']],
    ['a deletion', [components(words('root', 'x')), gone], ['The surface was deleted.']],
    ['a missing id', [components(column('nobody'))], ['nobody is missing.']],
    ['a cycle', [components(column('root'))], ['root is placed twice: drawn once.']],
    [
      'depth',
      [
        components(
          ...Array.from({ length: 40 }, (_, n) => ({
            id: n === 0 ? 'root' : `c${n}`,
            component: 'Card',
            child: `c${n + 1}`,
          })),
        ),
      ],
      ['c32 is more than 32 levels deep: not drawn.'],
    ],
  ])('%s is reported and nothing of it is drawn', (_, messages, notes) => {
    const model = drawn(body(create(), ...messages));
    expect(model.notes).toEqual(notes);
    expect(model.items).toEqual([]);
    expect(model.buttons).toEqual([]);
  });

  test('at most 512 items are drawn', () => {
    const ids = Array.from({ length: 510 }, (_, n) => `t${n}`);
    const rows = [0, 1, 2].map((n) => ({
      id: `r${n}`,
      component: 'Row',
      children: ids.slice(n * 200, n * 200 + 200),
    }));
    const picker = {
      id: 'p',
      component: 'ChoicePicker',
      variant: 'multipleSelection',
      value: [],
      options: ids.slice(0, 9).map((value) => ({ label: value, value })),
    };
    const model = drawn(
      body(
        create(),
        components(column('r0', 'r1', 'r2', 'p'), ...rows, picker),
        components(...ids.map((id) => words(id, id))),
      ),
    );
    expect(model.components).toHaveLength(512);
    expect(model.notes).toEqual(['More than 512 items: the rest is not drawn.']);
  });

  test('the name an agent claims is labelled a claim', () => {
    const model = drawn(
      body(create({ theme: { agentDisplayName: 'Your bank' } }), components(words('root', 'x'))),
    );
    expect(model.heading).toBe(
      'A2UI v0.9 surface (schema version 2) s1, 1 component. It claims to be of Your bank',
    );
  });

  test.each([
    [
      'a text that data repeats',
      Array.from({ length: 20 }, (_, n) => `t${n}`),
      'x'.repeat(15_000),
      '256 KiB',
    ],
    ['a text of the data', ['t0'], 'x'.repeat(20_001), '20000 characters'],
  ])('%s is over the limits of a surface', (_, ids, text, why) => {
    const list = ids.map((id) => words(id, at('/t')));
    const found = noticeOf(body(create(), components(column(...ids), ...list), data({ t: text })));
    expect(found.code).toBe('a2ui_limit');
    expect(found.message).toContain(why);
  });
});

describe('a body is recognised by its members, and only the right one is drawn (envelope 7.7)', () => {
  const tree = { catalogVersion: '0.9.1', surface: { components: [{ component: 'text', text: 'hello' }] } };
  const withComponent = (component: object) =>
    body(create(), components(column('x'), { id: 'x', ...component }));

  test.each([
    ['no stamp', refund, undefined],
    ['a stamp of 1', refund, 1],
    ['a stamp of 2', refund, 2],
    ['null where a member may be absent', { ...refund, reasoning: null }, 2],
    ['a tree without a stamp', tree, undefined],
  ])('%s', (_, payload, schemaVersion) => {
    expect(surfaceModel({ payload, schemaVersion }).kind).toBe('surface');
  });

  test.each([
    ['a stamp of 3', refund, 3, 'unknown_schema_version', 'newer than this reader'],
    [
      'another version without a stamp',
      { ...refund, version: 'v0.10' },
      undefined,
      'unknown_schema_version',
      'v0.9',
    ],
    [
      'another version under 2',
      { ...refund, version: 'v0.10' },
      2,
      'envelope_invalid',
      'what schemaVersion 2 has',
    ],
    ['the tree under 2', tree, 2, 'envelope_invalid', 'the tree of version 1'],
    ['both bodies', { ...refund, ...tree }, undefined, 'envelope_invalid', 'the members of both'],
    ['neither body', { hello: 1 }, undefined, 'envelope_invalid', 'not made of the components'],
    [
      'an image',
      withComponent({ component: 'Image', url: 'https://x.example' }),
      2,
      'envelope_invalid',
      'messages',
    ],
    [
      'a function as action',
      withComponent({ component: 'Button', child: 'x', action: { functionCall: { call: 'openUrl' } } }),
      2,
      'envelope_invalid',
      'messages',
    ],
    [
      'another event',
      withComponent({ component: 'Button', child: 'x', action: { event: { name: 'deleteAll' } } }),
      2,
      'envelope_invalid',
      'messages',
    ],
    [
      'a secret',
      withComponent({ component: 'TextField', label: 'x', variant: 'obscured' }),
      2,
      'envelope_invalid',
      'messages',
    ],
    [
      'another surface',
      body(create(), message({ deleteSurface: { surfaceId: 's2' } })),
      2,
      'envelope_invalid',
      'break rules',
    ],
    ['a name of a prototype', body(create(), data(1, '/__proto__/x')), 2, 'envelope_invalid', 'break rules'],
    ['a second creation', body(create(), create()), 2, 'envelope_invalid', 'break rules'],
  ])('%s is not drawn', (_, payload, schemaVersion, code, why) => {
    const found = noticeOf(payload, { schemaVersion });
    expect(found.code).toBe(code);
    expect(found.message).toContain(why);
  });
});

describe('an answer is the context of the button, or the data (envelope 7.7)', () => {
  const form = body(
    create(),
    components(
      column('why', 'pick', 'many', 'go', 'all', 'ask'),
      { id: 'why', component: 'TextField', label: 'Why', value: at('/form/why'), checks: needs('/form/why') },
      {
        id: 'pick',
        component: 'ChoicePicker',
        value: at('/form/pick'),
        options: [{ label: 'A', value: 'a' }],
      },
      {
        id: 'many',
        component: 'ChoicePicker',
        variant: 'multipleSelection',
        value: at('/form/many'),
        options: [
          { label: 'A', value: 'a' },
          { label: 'B', value: 'b' },
        ],
      },
      button('go', 'resume', { why: at('/form/why'), fixed: [1], none: at('/none') }),
      button('all', 'resume'),
      button('ask', 'exchange', { pick: at('/form/pick') }),
    ),
    data({ form: { many: ['b'] }, rest: 1 }),
  );
  const filled = new Map<string, string | boolean>([
    ['why', 'late'],
    ['pick', 'a'],
    ['many/0', true],
  ]);

  test.each([
    ['go', { why: 'late', fixed: [1] }],
    ['all', { form: { many: ['a', 'b'], why: 'late', pick: ['a'] }, rest: 1 }],
    ['ask', { pick: ['a'] }],
  ])('%s', (id, expected) => {
    expect(sent(form, id, { values: filled })).toEqual(expected);
  });

  test('a failed check says why and locks resume, not exchange', () => {
    expect(drawn(form).blocks).toEqual([
      { block: 'a2ui_required_empty', components: [0], said: ['Say why.'] },
    ]);
    expect(sent(form, 'go')).toBeNull();
    expect(sent(form, 'ask')).toEqual({});
  });

  test.each([
    ['untrusted, at an approval', { contentTrust: 'untrusted', boundInterruptKind: 'approval' }],
    ['a fragment', { partial: { isPartial: true, index: 0 } }],
  ] as const)('%s locks every button', (_, more) => {
    expect(sent(form, 'go', { values: filled, ...more })).toBeNull();
    expect(sent(form, 'ask', { values: filled, ...more })).toBeNull();
  });
});

describe('envelopes of a run add up to the surface at the last (envelope 7.7)', () => {
  const late = body(data('late', '/why'));
  const step = (sequence: number, payload: unknown, isUntrusted = false) => ({
    sequence,
    payload,
    isUntrusted,
  });
  const start = step(3, refund, true);

  test.each([
    ['the first', refund, [], '', 0, []],
    ['a change', late, [start], 'late', 5, []],
    ['a null that counts as absent', { ...late, reasoning: null }, [start], 'late', 5, []],
    [
      'such nulls before it',
      late,
      [
        step(3, { ...refund, reasoning: null }),
        step(4, body(components({ ...words('t', 'x'), weight: null }))),
      ],
      'late',
      5,
      [],
    ],
    [
      'such a null in a component',
      body(...refund.messages, components({ ...words('t', 'x'), weight: null })),
      [],
      '',
      5,
      [],
    ],
    [
      'a second creation',
      body(create()),
      [start, step(5, late)],
      'late',
      5,
      ['This envelope creates it a second time (surface_exists): a host should have refused it.'],
    ],
    ['a deletion', body(gone), [start, step(5, late)], undefined, 0, ['The surface was deleted.']],
    [
      'a change after it',
      body(components(words('root', 'x'))),
      [start, step(8, body(gone))],
      undefined,
      0,
      [
        'This envelope follows its deletion (surface_deleted): a host should have refused it.',
        'The surface was deleted.',
      ],
    ],
    [
      'a change before its creation',
      refund,
      [step(1, late)],
      '',
      5,
      ['Event 1 precedes its creation (surface_missing): a host should have refused it.'],
    ],
    [
      'an envelope that is none',
      late,
      [start, step(4, { version: 'v0.9' })],
      'late',
      5,
      ['Event 4 has other messages than schemaVersion 2 (envelope_invalid): a host should have refused it.'],
    ],
  ])('%s', (_, payload, earlier, why, _count, notes) => {
    const model = drawn(payload, { earlier });
    expect(model.values.get('f')).toBe(why);
    expect(model.notes).toEqual(notes);
  });

  test('a surface of which not all earlier envelopes were read says so', () => {
    const { notes } = drawn(refund, { earlier: 'unread' });
    expect(notes).toContain(
      'There are too many events before this one to read: it is drawn from this envelope alone, as untrusted.',
    );
  });

  test.each([
    ['one untrusted envelope', late, [start]],
    ['what was not read', refund, 'unread' as const],
  ])('%s taints the surface for good', (_, payload, earlier) => {
    const more = { boundInterruptKind: 'approval', contentTrust: 'trusted' } as const;
    const model = drawn(payload, { earlier, ...more });
    expect(model.isUntrusted).toBe(true);
    expect(model.heading).toContain('untrusted');
    expect(pressButton(model, 'b')).toBeNull();
  });

  test('what is folded is not changed', () => {
    const before = JSON.stringify([refund, late]);
    drawn(late, { earlier: [start] });
    expect(JSON.stringify([refund, late])).toBe(before);
  });
});
