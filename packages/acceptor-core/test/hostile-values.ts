/** Values that an acceptor may meet, for the property tests. */
import fc from 'fast-check';

const meta = { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' };
const envelopeOf = (type: string, schemaVersion: number, payload: unknown) => ({
  type,
  schemaVersion,
  envelopeId: 'e1',
  correlationId: 'c1',
  nodeId: 'n1',
  payload,
  meta,
});
const field = { component: 'field.text', id: 'a', label: 'A' };

/** One envelope of each kind that is accepted unchanged. */
const soundEnvelopes: readonly Readonly<Record<string, unknown>>[] = [
  envelopeOf('error', 1, { code: 'validation_failed', message: 'm', details: { any: [1, { x: null }] } }),
  envelopeOf('clarification.request', 1, {
    questions: [
      { id: 'q1', question: 'Which?', schema: { type: 'string' }, context: { hint: 'x' } },
      { id: 'q2', question: 'How many?' },
    ],
    contextType: 'form',
  }),
  envelopeOf('schema.request', 1, { envelopeType: 'media.image', reason: 'unsure' }),
  envelopeOf('schema.response', 1, { envelopeType: 'media.image', ack: true }),
  envelopeOf('media.image', 1, { url: 'https://h.example/x', bytes: 3, base64: 'QUFB', alt: 'x' }),
  envelopeOf('ui.a2ui-surface', 1, {
    catalogVersion: '0.9.1',
    surface: {
      components: [
        field,
        field,
        { component: 'action.button', id: 'b', label: 'B', action: { target: 'resume' } },
      ],
    },
  }),
  envelopeOf('vendor.acme.prd.create', 2, { title: 'T', note: null }),
  {
    ...envelopeOf('error', 1, { code: 'c', message: 'm' }),
    partial: { isPartial: false, index: 1, total: 2 },
    meta: { ...meta, contentTrust: 'untrusted', rendering: { display: 'hologram' }, traceparent: 'zzz' },
  },
];

/** Names that reach prototypes where lookups are careless, and names of the protocol in wrong places. */
const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'type',
  'payload',
  'id',
  'a/b~c',
  '',
];
const hostileScalars = [
  null,
  0,
  -0,
  -1,
  1.5,
  2 ** 53,
  Number.POSITIVE_INFINITY,
  true,
  '',
  'x'.repeat(300),
  '\ud800',
  '😀'.repeat(129),
  '__proto__',
  'toString',
  'error',
  'clarification.request',
  '2026-13-45T99:99:99Z',
];
const hostileMember = fc.oneof(
  fc.constantFrom<unknown>(...hostileScalars),
  fc.constantFrom<unknown>([], {}, [[]], { polluted: true }, [null, {}]),
  fc.jsonValue({ maxDepth: 2 }),
);

type Change = (value: unknown) => unknown;

/** Changes one place that the path leads to; numbers choose among the keys that are there. */
function changedAt(value: unknown, path: readonly number[], change: Change): unknown {
  if (typeof value !== 'object' || value === null || path.length === 0) return change(value);
  const keys = Object.keys(value);
  const key = keys[(path[0] ?? 0) % Math.max(1, keys.length)];
  if (key === undefined) return change(value);
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    name === key ? changedAt(member, path.slice(1), change) : member,
  ]);
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

function without(value: unknown, choice: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  const gone = keys[choice % Math.max(1, keys.length)];
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== gone));
}

function withMember(value: unknown, key: string, member: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [key || 'x']: member };
  return Object.fromEntries([...Object.entries(value), [key, member]]);
}

const change: fc.Arbitrary<Change> = fc.oneof(
  hostileMember.map(
    (member): Change =>
      () =>
        member,
  ),
  fc.nat(20).map(
    (choice): Change =>
      (value) =>
        without(value, choice),
  ),
  fc.tuple(fc.constantFrom(...hostileKeys), hostileMember).map(
    ([key, member]): Change =>
      (value) =>
        withMember(value, key, member),
  ),
  fc.nat(70).map(
    (levels): Change =>
      (value) =>
        nested(value, levels),
  ),
);

function nested(value: unknown, levels: number): unknown {
  let deep = value;
  for (let level = 0; level < levels; level++) deep = level % 2 === 0 ? [deep] : { d: deep };
  return deep;
}

/** A sound envelope after up to three changes anywhere in it. */
export const mutatedEnvelope: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom(...soundEnvelopes),
    fc.array(fc.tuple(fc.array(fc.nat(9), { maxLength: 5 }), change), { maxLength: 3 }),
  )
  .map(([sound, changes]) =>
    changes.reduce<unknown>((value, [path, one]) => changedAt(value, path, one), sound),
  );

/** Anything that JavaScript can hold, also in the place of a payload. */
export const hostileEnvelope: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  fc
    .anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSparseArray: true,
      withTypedArray: true,
    })
    .map((payload) => ({ ...soundEnvelopes[0], payload })),
);

/** Texts: JSON, fenced, in prose, cut off, twice, with byte order mark, or nothing of the kind. */
export const hostileText: fc.Arbitrary<string> = fc
  .tuple(mutatedEnvelope, fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(9), fc.nat(400))
  .map(([envelope, noise, form, cut]) => {
    const json = JSON.stringify(envelope) ?? '';
    const forms = [
      json,
      `${noise}\n\`\`\`json\n${json}\n\`\`\`\n${noise}`,
      `${noise}${json}${noise}`,
      json.slice(0, cut),
      `[${json},${json}]`,
      `\uFEFF${json}`,
      '['.repeat(cut * 50),
      '{"a":'.repeat(cut * 50),
      noise,
      `${json.slice(cut)}${json}`,
    ];
    return forms[form] ?? noise;
  });

/** The value, frozen to the ground. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

/** The same value with the keys of its objects in another order. */
export function shuffledKeys(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item, index) => shuffledKeys(item, seed + index));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [
    key,
    shuffledKeys(member, seed + key.length),
  ]);
  const start = entries.length === 0 ? 0 : seed % entries.length;
  return Object.fromEntries([...entries.slice(start), ...entries.slice(0, start)].reverse());
}
