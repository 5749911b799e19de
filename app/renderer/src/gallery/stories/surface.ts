import { arabic, hebrew, hostileTexts, longText } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const story = envelopeStories({ type: 'ui.a2ui-surface' });
const catalogVersion = '0.9.1';

const market = {
  component: 'field.select',
  id: 'market',
  label: 'Market first',
  options: [
    { value: 'north', label: 'North region' },
    { value: 'south', label: 'South region' },
  ],
};
const when = { component: 'field.date', id: 'when', label: 'Date', required: true };
const invite = { component: 'field.checkbox', id: 'invite', label: 'Invite the reviewers', default: true };
const confirm = { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } };
const ask = { component: 'action.button', id: 'ask', label: 'Ask back', action: { target: 'exchange' } };

const kickoff = {
  title: 'Schedule the kickoff',
  components: [
    { component: 'heading', text: 'When do we start', level: 2 },
    { component: 'text', text: 'Pick a time. The key [REDACTED:provider-key] was in the text.' },
    market,
    when,
    { component: 'field.text', id: 'note', label: 'Note', placeholder: 'Anything to add' },
    invite,
    confirm,
    ask,
  ],
};

const clarification = {
  kind: 'clarification',
  nodeId: 'ask',
  resumeSchema: {
    type: 'object',
    required: ['market', 'when', 'action'],
    properties: {
      market: { enum: ['north', 'south'] },
      when: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
      action: { const: 'confirm' },
    },
  },
};
const approval = { kind: 'approval', nodeId: 'gate', resumeSchema: null };

const surfaceOf = (surface: unknown) => ({ catalogVersion, surface });
const withComponents = (...components: readonly unknown[]) => surfaceOf({ title: 'A surface', components });

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const message = (body: object) => ({ version: 'v0.9', ...body });
const messagesOf = (data: unknown, ...components: readonly object[]) => ({
  version: 'v0.9',
  catalogId,
  surfaceId: 's1',
  messages: [
    message({ createSurface: { surfaceId: 's1', catalogId } }),
    message({ updateComponents: { surfaceId: 's1', components } }),
    message({ updateDataModel: { surfaceId: 's1', path: '/', value: data } }),
  ],
});
const at = (path: string) => ({ path });
const options = market.options;
const resume = { event: { name: 'resume', context: { why: at('/why'), market: at('/market') } } };
const refund = (text: string, ...more: readonly object[]) =>
  messagesOf(
    { why: '', market: [], tags: ['north'], late: true, day: '2026-10-01', at: '2026-10-01T09:00' },
    { id: 'root', component: 'Column', children: ['card', 'row', ...more.map((_, n) => `more-${n}`)] },
    { id: 'card', component: 'Card', child: 'inside' },
    {
      id: 'inside',
      component: 'Column',
      children: ['title', 'text', 'line', 'why', 'market', 'tags', 'late', 'day', 'at'],
    },
    { id: 'title', component: 'Text', text, variant: 'h1' },
    { id: 'text', component: 'Text', text: 'The order came nine days late.', variant: 'caption' },
    { id: 'line', component: 'Divider' },
    {
      id: 'why',
      component: 'TextField',
      label: 'Why',
      value: at('/why'),
      variant: 'longText',
      checks: [{ condition: { call: 'required', args: { value: at('/why') } }, message: 'Say why.' }],
    },
    { id: 'market', component: 'ChoicePicker', label: 'Market', options, value: at('/market') },
    {
      id: 'tags',
      component: 'ChoicePicker',
      variant: 'multipleSelection',
      label: 'Tags',
      options,
      value: at('/tags'),
    },
    { id: 'late', component: 'CheckBox', label: 'It was late', value: at('/late') },
    { id: 'day', component: 'DateTimeInput', label: 'Day', value: at('/day'), enableDate: true },
    { id: 'at', component: 'DateTimeInput', label: 'Time', value: at('/at'), enableTime: true },
    { id: 'row', component: 'Row', children: ['send', 'ask', 'nobody'] },
    { id: 'send', component: 'Button', child: 'send-text', action: resume },
    { id: 'send-text', component: 'Text', text: 'Send' },
    { id: 'ask', component: 'Button', child: 'ask-text', action: { event: { name: 'exchange' } } },
    { id: 'ask-text', component: 'Text', text: 'Ask back' },
    ...more.map((component, n) => ({ id: `more-${n}`, ...component })),
  );

export const surface = family('surface', 'A2UI surface', [
  story('normal', 'A form with two ways on', { interrupt: clarification }, () => surfaceOf(kickoff)),
  story('no-interrupt', 'Bound to nothing', () => surfaceOf(kickoff)),
  story('empty', 'No component', () => surfaceOf({ components: [] })),
  story(
    'partial',
    'Still being written',
    { partial: { isPartial: true, index: 1, total: 3 }, interrupt: clarification },
    () => withComponents({ component: 'text', text: 'More is on its way.' }, when, confirm),
  ),
  story('huge', '480 components', () =>
    withComponents(
      ...Array.from({ length: 239 }, (_unused, at) => [
        { component: 'text', text: longText(30) },
        { component: 'field.text', id: `field-${at}`, label: `Field ${at}`, required: at % 7 === 0 },
      ]).flat(),
      confirm,
    ),
  ),
  story('too-large', '600 components', () =>
    withComponents(
      ...Array.from({ length: 600 }, (_unused, at) => ({ component: 'text', text: `Line ${at}` })),
    ),
  ),
  story('hostile', 'Scripts in every text', () =>
    surfaceOf({
      title: hostileTexts[0],
      components: [
        ...hostileTexts.map((text) => ({ component: 'text', text })),
        { component: 'heading', text: hostileTexts[1], level: 1 },
        { component: 'field.text', id: '__proto__', label: hostileTexts[1], placeholder: hostileTexts[0] },
        { component: 'field.text', id: 'constructor', label: 'constructor' },
        {
          component: 'field.select',
          id: 'toString',
          label: 'toString',
          options: [{ value: 'a', label: hostileTexts[3] }],
        },
        confirm,
      ],
    }),
  ),
  story('foreign-component', 'A component that is not in the catalogue', () =>
    withComponents(
      { component: 'text', text: 'Good' },
      { component: 'iframe', src: 'https://attacker.example/' },
      confirm,
    ),
  ),
  story('foreign-target', 'A button that leads elsewhere', () =>
    withComponents({ ...confirm, action: { target: 'https://attacker.example/' } }),
  ),
  story('foreign-version', 'Another catalogue', () => ({ catalogVersion: '1.0.0', surface: kickoff })),
  story('collision', 'A field called action', { interrupt: clarification }, () =>
    withComponents({ component: 'field.text', id: 'action', label: 'Action' }, confirm),
  ),
  story('same-ids', 'Two fields of one name', { interrupt: clarification }, () =>
    withComponents(when, { ...when, label: 'Another date' }, confirm),
  ),
  story('untrusted', 'Untrusted, at an approval', { trust: 'untrusted', interrupt: approval }, () =>
    surfaceOf(kickoff),
  ),
  story(
    'untrusted-question',
    'Untrusted, at a question',
    { trust: 'untrusted', interrupt: clarification },
    () => surfaceOf(kickoff),
  ),
  story('messages', 'Messages: all ten components', { interrupt: clarification }, () =>
    refund('Approve the refund?'),
  ),
  story(
    'messages-untrusted',
    'Messages: untrusted, at an approval',
    { trust: 'untrusted', interrupt: approval },
    () => refund('Approve the refund?'),
  ),
  story('messages-hostile', 'Messages: scripts in every text', () =>
    refund(hostileTexts[0] ?? '', ...hostileTexts.map((text) => ({ component: 'Text', text })), {
      component: 'TextField',
      label: hostileTexts[1],
      validationRegexp: '(a+)+$',
    }),
  ),
  story('messages-foreign-component', 'Messages: an image', () =>
    refund('An image', { component: 'Image', url: 'https://attacker.example/' }),
  ),
  story('messages-foreign-version', 'Messages: another version', () => ({
    ...refund('Another version'),
    version: 'v0.10',
  })),
  story('rtl', 'Right to left', () =>
    surfaceOf({
      title: arabic,
      components: [
        { component: 'text', text: hebrew },
        { component: 'field.text', id: 'name', label: arabic, required: true },
        { component: 'action.button', id: 'go', label: 'تأكيد', action: { target: 'resume' } },
      ],
    }),
  ),
]);
