import { describe, expect, test } from 'vitest';
import {
  type FieldValue,
  pressButton,
  type SurfaceInput,
  surfaceModel,
  surfaceTexts,
  valueObject,
} from '../index.ts';

const field = (id: string, more: object = {}) => ({ component: 'field.text', id, label: 'L', ...more });
const button = (id: string, target = 'resume') => ({
  component: 'action.button',
  id,
  label: 'Go',
  action: { target },
});
const surface = (components: readonly unknown[], more: object = {}) => ({
  catalogVersion: '0.9.1',
  surface: { components, ...more },
});

function displayed(components: readonly unknown[], more: Partial<SurfaceInput> = {}) {
  const model = surfaceModel({ payload: surface(components), ...more });
  if (model.kind === 'notice') throw new Error(JSON.stringify(model.notice));
  return model;
}

const blocks = (components: readonly unknown[], more: Partial<SurfaceInput> = {}) =>
  displayed(components, more).blocks.map(({ block }) => block);

describe('anything outside the catalogue replaces the whole surface (envelope 7.1, 7.2, 7.4)', () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ component: 'text', text: 'x' }));
  const options = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ value: String(i), label: 'o' }));
  const select = (count: number) => ({
    component: 'field.select',
    id: 's',
    label: 'S',
    options: options(count),
  });
  const own = (json: string): unknown => JSON.parse(json);

  test.each([
    ['no object', null, 'envelope_invalid', ''],
    [
      'another version',
      { ...surface([]), catalogVersion: '0.9.2' },
      'unknown_schema_version',
      '/catalogVersion',
    ],
    [
      'a version that is no text',
      { ...surface([]), catalogVersion: 9 },
      'envelope_invalid',
      '/catalogVersion',
    ],
    ['an extra member', { ...surface([]), x: 1 }, 'envelope_invalid', ''],
    ['an iframe', surface([{ component: 'iframe' }]), 'envelope_invalid', '/surface/components/0'],
    [
      'a target next to the two',
      surface([button('b', 'https://h')]),
      'envelope_invalid',
      '/surface/components/0',
    ],
    [
      'a required box',
      surface([{ component: 'field.checkbox', id: 'c', label: 'C', required: true }]),
      'envelope_invalid',
      '/surface/components/0',
    ],
    ['a handler', surface([field('f', { onclick: 'x' })]), 'envelope_invalid', '/surface/components/0'],
    [
      'a member __proto__',
      own('{"catalogVersion":"0.9.1","surface":{"components":[]},"__proto__":{}}'),
      'envelope_invalid',
      '',
    ],
    [
      'a null that is required',
      surface([{ component: 'text', text: null }]),
      'envelope_invalid',
      '/surface/components/0',
    ],
    ['501 components', surface(many(501)), 'a2ui_limit', '/surface/components/500'],
    ['201 options', surface([select(201)]), 'a2ui_limit', '/surface/components/0/options/200'],
    [
      'a long text',
      surface([{ component: 'text', text: 'x'.repeat(20_001) }]),
      'a2ui_limit',
      '/surface/components/0',
    ],
    ['a long title', surface([], { title: '😀'.repeat(20_001) }), 'a2ui_limit', '/surface/title'],
    ['over 256 KiB', { ...surface([]), reasoning: 'x'.repeat(262_144) }, 'a2ui_limit', ''],
  ])('%s', (_, payload, code, pointer) => {
    const model = surfaceModel({ payload });
    expect(model).toMatchObject({ kind: 'notice', notice: { code } });
    const places = model.kind === 'notice' ? model.notice.violations.map((one) => one.pointer) : [];
    expect(places.some((place) => place === pointer || place.startsWith(`${pointer}/`))).toBe(true);
  });

  test.each([
    ['an empty list', surface([])],
    ['500 components', surface(many(500))],
    ['200 options', surface([select(200)])],
    ['20,000 characters of two units each', surface([{ component: 'text', text: '😀'.repeat(20_000) }])],
    ['reasoning longer than a text may be', { ...surface([]), reasoning: 'x'.repeat(100_000) }],
    [
      'null for what may be absent',
      { ...surface([field('f', { placeholder: null })], { title: null }), reasoning: null },
    ],
  ])('%s is displayed', (_, payload) => expect(surfaceModel({ payload }).kind).toBe('surface'));
});

describe('enables buttons when nothing prevents it (envelope 7.2, 7.3)', () => {
  const required = field('a', { required: true });
  const approval = { boundInterruptKind: 'approval' };

  test.each([
    ['no field at all', [button('b')], {}, []],
    ['two fields with one id', [field('a'), field('a')], {}, ['a2ui_duplicate_id']],
    ['a button with the id of a field', [field('a'), button('a')], {}, []],
    ['two buttons with one id', [button('a'), button('a')], {}, []],
    ['a field called action', [field('action')], {}, ['a2ui_reserved_id']],
    ['a button called action', [button('action')], {}, []],
    [
      'blanks in a required field',
      [required],
      { values: new Map([['a', ' \n\t ']]) },
      ['a2ui_required_empty'],
    ],
    ['a required field that is filled', [required], { values: new Map([['a', 'x']]) }, []],
    ['the last chunk', [button('b')], { partial: { isPartial: false, index: 1, total: 2 } }, []],
    [
      'an earlier chunk',
      [button('b')],
      { partial: { isPartial: true, index: 0, total: 2 } },
      ['a2ui_partial'],
    ],
    ['an approval', [button('b')], approval, []],
    ['a trusted approval', [button('b')], { ...approval, contentTrust: 'trusted' }, []],
    [
      'an untrusted approval',
      [button('b')],
      { ...approval, contentTrust: 'untrusted' },
      ['untrusted_content_blocks_approval'],
    ],
    [
      'an approval in an untrusted run',
      [button('b')],
      { ...approval, contentTrust: 'trusted', trustBoundary: 'untrusted' },
      ['untrusted_content_blocks_approval'],
    ],
    [
      'untrusted content elsewhere',
      [button('b')],
      { contentTrust: 'untrusted', boundInterruptKind: 'clarification' },
      [],
    ],
    [
      'all of it, the most lasting first',
      [required, required, field('action')],
      { ...approval, contentTrust: 'untrusted', partial: { isPartial: true } },
      [
        'untrusted_content_blocks_approval',
        'a2ui_duplicate_id',
        'a2ui_reserved_id',
        'a2ui_partial',
        'a2ui_required_empty',
      ],
    ],
  ] satisfies [string, unknown[], Partial<SurfaceInput>, string[]][])(
    '%s',
    (_, components, more, expected) => {
      expect(blocks(components, more)).toEqual(expected);
      const pressed = pressButton(displayed([...components, button('ok')], more), 'ok');
      expect(pressed === null).toBe(expected.length > 0);
    },
  );

  test('a reason names the components it is about', () => {
    const model = displayed([field('a'), button('b'), field('a'), field('c', { required: true })]);
    expect(model.blocks).toEqual([
      { block: 'a2ui_duplicate_id', components: [2] },
      { block: 'a2ui_required_empty', components: [3] },
    ]);
  });

  test('a button that is not there sends nothing', () =>
    expect(pressButton(displayed([field('a')]), 'a')).toBeNull());

  test('of two buttons with one id the pressed one decides the target', () => {
    const other = { ...button('ok'), action: { target: 'exchange' } };
    const model = displayed([button('ok'), other]);
    const targets = model.buttons.map(({ button }) => pressButton(model, button)?.target);
    expect(targets).toEqual(['resume', 'exchange']);
    expect(pressButton(model, 'ok')?.target).toBe('resume');
  });
});

describe('values go out by field in document order, the pressed button last (envelope 7.3)', () => {
  const components = [
    field('constructor'),
    {
      component: 'field.select',
      id: 's',
      label: 'S',
      options: [
        { value: 'x', label: 'X' },
        { value: 'y', label: 'Y' },
      ],
    },
    { component: 'field.checkbox', id: 'c', label: 'C', default: true },
    field('__proto__'),
    button('ok', 'exchange'),
  ];
  const pressed = (values: readonly (readonly [string, FieldValue])[]) =>
    pressButton(displayed(components, { values: new Map(values) }), 'ok')?.entries;

  test.each<[string, readonly (readonly [string, FieldValue])[], readonly FieldValue[]]>([
    ['as they start', [], ['', 'x', true, '']],
    [
      'as filled in',
      [
        ['s', 'y'],
        ['__proto__', 'p'],
        ['c', false],
        ['constructor', 'k'],
      ],
      ['k', 'y', false, 'p'],
    ],
    [
      'of another type, or no option',
      [
        ['s', 'z'],
        ['c', 'true'],
        ['constructor', true],
      ],
      ['', 'x', true, ''],
    ],
    [
      'of no field',
      [
        ['ok', 'v'],
        ['nobody', 'v'],
        ['action', 'v'],
      ],
      ['', 'x', true, ''],
    ],
  ])('%s', (_, values, expected) => {
    const ids = ['constructor', 's', 'c', '__proto__'];
    expect(pressed(values)).toEqual([...ids.map((id, i) => [id, expected[i]]), ['action', 'ok']]);
  });

  test('a field called __proto__ is a member of the object like any other', () => {
    const object = valueObject(pressed([['__proto__', 'p']]) ?? []);
    expect(Object.keys(object)).toEqual(['constructor', 's', 'c', '__proto__', 'action']);
    expect(JSON.stringify(object)).toContain('"__proto__":"p"');
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });
});

test.each([
  [undefined, 4],
  [1, 4],
  [2, 5],
  [3, 6],
  [6, 6],
])('a heading of level %j has the ARIA level %i (envelope 7.2)', (level, ariaLevel) => {
  const heading = { component: 'heading', text: 'h', ...(level === undefined ? {} : { level }) };
  expect(displayed([heading]).items).toMatchObject([{ kind: 'heading', ariaLevel }]);
});

test('every text is read out once, buttons last, and markup in it is text (envelope 7.4)', () => {
  const select = {
    component: 'field.select',
    id: 's',
    label: '<b>S</b>',
    options: [{ value: 'v', label: 'one' }],
  };
  const model = surfaceModel({
    payload: surface([button('b'), { component: 'text', text: '<img src=x>' }, select], { title: 'T' }),
  });
  expect(surfaceTexts(model)).toEqual(['T', '<img src=x>', '<b>S</b>', 'one', 'Go']);
});

test('ids, options and values with a secret are masked alike, so that they still fit (envelope 7.4)', () => {
  const secret = 'SECRET-AAAA';
  const select = {
    component: 'field.select',
    id: `f ${secret}`,
    label: 'S',
    options: [
      { value: 'a', label: 'A' },
      { value: secret, label: 'B' },
    ],
  };
  const model = displayed([select, button('ok')], {
    values: new Map([[`f ${secret}`, secret]]),
    secrets: [{ value: secret, secretId: 's1' }],
  });
  expect(pressButton(model, 'ok')?.entries).toEqual([
    ['f [REDACTED:s1]', '[REDACTED:s1]'],
    ['action', 'ok'],
  ]);
});
