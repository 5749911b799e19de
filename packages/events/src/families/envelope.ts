/** Envelopes that went wrong, models, prompts and usage (run-events 3.2.7, 3.2.8). */
import { countOf as count, escapedToken, isRecord, member } from '@openwop-inspector/base';
import type { EventDescription } from '../description.ts';
import { Fields, line, spaced, wordIn } from '../fields.ts';
import { type EventReader, lead, nodeText, phrase, sheet } from '../sheet/event-sheet.ts';
import { fieldsOf, notice, plainValue, valuePart, wordField } from '../sheet/fields.ts';
import { called, type Members, own, say } from '../sheet/members.ts';
import type { SheetField, SheetPart, SheetValue, TableRow } from '../sheet/sheet.ts';

/** Reasons of a retry of an envelope: after an attempt in a line, and in a sentence. */
const REASONS: Readonly<Record<string, readonly [line: string, sentence: string]>> = {
  'schema-violation': ['after a schema violation', 'the payload did not fit its schema'],
  truncation: ['after truncation', 'the output was cut off'],
  'type-drift': ['after a wrong envelope type', 'the model emitted another kind than was requested'],
  'type-mismatch': ['after a wrong envelope type', 'the kind did not fit'],
  refusal: ['after a refusal', 'the model refused'],
  'parse-error': ['after text that was no JSON', 'the output was not JSON'],
  unknown: ['for a reason unknown', 'the host does not know why'],
};

const reasons = Object.fromEntries(Object.entries(REASONS).map(([reason, [, words]]) => [reason, words]));

const STOPS = {
  max_tokens: 'the limit of tokens was reached',
  length: 'the limit of length was reached',
  stop_sequence: 'a stop sequence came up',
  unknown: 'the provider does not say why',
};

const PATHS = {
  direct: 'read as it is',
  jsonrepair: 'broken JSON was repaired',
  'markdown-fence': 'taken out of a fenced block',
  'brace-walker': 'found between braces in text',
  custom: 'by a way of the host',
};

const retryAttempted = sheet(
  'envelope',
  phrase(
    'retry warning Tried again',
    '{Attempt #attempt/Another attempt} is made[, because {reason~}].',
    reasons,
  ),
  'attempt reason previousError nodeId',
  { meanings: { reason: reasons }, contentFree: true },
);

const retryExhausted = sheet(
  'envelope',
  phrase('failed error Retries used up', 'No valid envelope came[ in {#totalAttempts attempt}].'),
  'totalAttempts finalReason finalError nodeId',
  { meanings: { finalReason: reasons }, contentFree: true },
);

const refusedLead = phrase(
  'failed error Refused',
  '{Model model/The model} refused to answer. It is not prompted again.',
);

const refusal: EventReader = (payload, event) => {
  const text = payload.peek('refusalText') ?? null;
  return {
    lead: refusedLead(payload, event),
    fields: fieldsOf(payload, 'safetyCategory provider model nodeId'),
    parts: [
      typeof text === 'string'
        ? valuePart(payload, 'refusalText', 'Text of the refusal', { open: false })
        : null,
      notice(
        'plain',
        text === null
          ? 'The text of the refusal was not recorded.'
          : "The text is the model's own and was redacted by the host.",
      ),
    ],
    contentFree: true,
  };
};

const truncated = sheet(
  'envelope',
  phrase(
    'truncated warning Truncated',
    'The output was cut off[ after {#outputTokenCount token}][: {stopReason~}].',
    STOPS,
  ),
  'stopReason outputTokenCount tokensConsumed partialPayloadAvailable provider model nodeId',
  { meanings: { stopReason: STOPS }, contentFree: true },
);

const recovered = sheet(
  'envelope',
  phrase('retry note Recovered', 'The envelope was found in the output[: {path~}].', PATHS),
  'path byteOffset nodeId',
  { meanings: { path: PATHS }, contentFree: true },
);

const substitutedLead = phrase(
  'model warning Substituted',
  '{Model fallbackModel/A model} takes over from {model originalModel/another one}, before anything was sent.',
);

const substituted: EventReader = (payload, event) => ({
  lead: substitutedLead(payload, event),
  fields: fieldsOf(
    payload,
    'missingCapabilities originalProvider originalModel fallbackProvider fallbackModel nodeId',
  ),
  parts: [halfRedacted(payload)],
  contentFree: true,
});

/** The pair is redacted together or not at all; nothing is filled in from elsewhere (run-events 3.2.8). */
function halfRedacted(payload: Members): SheetPart | null {
  const hidden = ['fallbackProvider', 'fallbackModel'].filter((key) => payload.peek(key) === '[REDACTED]');
  if (hidden.length !== 1) return null;
  return notice('warning', 'Only one of provider and model is redacted; both or neither should be.');
}

const PROMPT_KINDS = {
  'system+user': 'a system and a user part',
  'system-only': 'a system part alone',
  'user-only': 'a user part alone',
  'agent-reasoning': 'for the reasoning of an agent',
};

const composed: EventReader = (payload, event) => {
  // By role. A host that writes one part alone repeats it as the composed whole, which is then folded.
  const roles = BODIES.filter(([key]) => payload.has(key));
  const bodies = roles.map(([key, title]) => {
    const isRepeated = key === 'composed' && roles.length > 1;
    return valuePart(payload, key, title, { look: 'prompt', open: !isRepeated });
  });
  const words = `The prompt of {node} was put together${sizes(payload)}.`;
  return {
    lead: phrase('prompt plain Prompt', words)(payload, event),
    fields: [
      wordField(payload, 'kind', PROMPT_KINDS),
      ...fieldsOf(payload, 'refs hash contentTrust nodeId causationHostId'),
    ],
    parts: [...(bodies.length === 0 ? [noBodies] : bodies), variablesTable(payload)],
  };
};

const BODIES = [
  ['systemPrompt', 'System'],
  ['userPrompt', 'User'],
  ['composed', 'As composed'],
] as const;

/** `: system 412, user 96 characters`. Hosts count no tokens here, and a guess would be taken for a fact. */
function sizes(payload: Members): string {
  const said = BODIES.slice(0, 2).flatMap(([key, title]) => {
    const length = payload.peekText(key)?.length ?? 0;
    return length === 0 ? [] : [`${title.toLowerCase()} ${count(length, 'character')}`];
  });
  return said.length === 0 ? '' : `: ${said.join(', ')}`;
}

const noBodies = notice(
  'plain',
  'The host recorded no bodies. It does so only with prompts.observability "full".',
);

/** Bindings and hashes of variables, joined by name. */
function variablesTable(payload: Members): SheetPart | null {
  const columns = ['variableBindings', 'variableHashes'].map((key) => {
    const isObject = isRecord(payload.peek(key));
    return { below: payload.pointerOf(key), values: isObject ? payload.take(key) : {} };
  });
  const names = new Set(columns.flatMap(({ values }) => (isRecord(values) ? Object.keys(values) : [])));
  if (names.size === 0) return null;
  const rows = [...names].map(
    (name): TableRow => [
      { value: { kind: 'id', text: name }, pointer: null },
      ...columns.map(({ below, values }) => ({
        value: cell(member(values, name), name),
        pointer: `${below}/${escapedToken(name)}`,
      })),
    ],
  );
  return { kind: 'table', title: 'Variables', columns: ['Name', 'Value', 'Hash'], rows };
}

function cell(value: unknown, name: string): SheetValue {
  if (value === undefined) return { kind: 'own', words: own('not recorded') };
  const plain = plainValue(value, name);
  return plain.kind === 'text' ? { kind: 'id', text: plain.text } : plain;
}

const promptResolved: EventReader = (payload, event) => {
  const found = payload.peekText('resolved');
  const node = nodeText(payload, event);
  return {
    lead: lead(
      `prompt ${found === null ? 'warning' : 'plain'} Prompt resolved`,
      found === null ? say`${node}: no layer gave a prompt.` : say`${node} takes ${found}.`,
    ),
    fields: fieldsOf(payload, 'kind resolved agentId nodeId causationHostId'),
    parts: [chainTable(payload)],
  };
};

/** The layers in their order. A list with other entries than layers is left to the other fields. */
function chainTable(payload: Members): SheetPart | null {
  const chain = payload.peek('chain');
  if (!Array.isArray(chain) || !chain.every(isRecord)) return null;
  payload.take('chain');
  const rows = chain.map((layer, at) =>
    ['layer', 'source', 'applied', 'reason'].map((key) => ({
      value: cell(member(layer, key), key),
      pointer: `${payload.pointerOf('chain')}/${at}/${key}`,
    })),
  );
  return { kind: 'table', title: 'Layers', columns: ['Layer', 'Source', 'Applied', 'Reason'], rows };
}

function tokens(payload: Members, key: string): string {
  const number = payload.peekNumber(key);
  return number === null ? 'an unknown number of tokens' : count(number, 'token');
}

/** An estimate by the host. Its field is named for US dollars; an additional currency is displayed raw. */
function costField(payload: Members): SheetField | null {
  const currency = payload.peekText('currency');
  payload.take('currency');
  if (!payload.has('costEstimateUsd')) {
    return currency === null
      ? null
      : { label: 'Currency', value: { kind: 'id', text: currency }, pointer: payload.pointerOf('currency') };
  }
  const value = costValue(payload.peekNumber('costEstimateUsd'), payload.take('costEstimateUsd'), currency);
  return { label: 'Cost, estimated', value, pointer: payload.pointerOf('costEstimateUsd') };
}

function costValue(cost: number | null, written: unknown, currency: string | null): SheetValue {
  if (cost !== null) return { kind: 'own', words: say`${cost} ${currency ?? own('USD')}` };
  const isScalar = typeof written !== 'object' || written === null;
  return isScalar ? plainValue(written, 'costEstimateUsd') : { kind: 'withheld' };
}

const LACKS = 'lacks {missingCapabilities:names3}';

const usedTokens = line('{model:model}; {inputTokens:count} in; {outputTokens:count} out');

/** Types of the families `envelope` and `model`. */
export const envelopeEvents = {
  // Types of the family `envelope`.
  'envelope.retry.attempted': {
    tone: 'warning',
    act: 'retryAttempted',
    envelope: { part: 'refused' },
    summary: (p) => {
      const reason = p.text('reason');
      const why = reason === '' ? '' : (wordIn(REASONS, reason)?.[0] ?? `after ${reason}`);
      const head = spaced(p.countAfter('attempt', 'attempt'), why);
      return [head, p.text('previousError', 110)].filter(Boolean).join(': ');
    },
    sheet: retryAttempted,
  },
  'envelope.retry.exhausted': {
    tone: 'failed',
    act: 'retryExhausted',
    abnormal: 'limit',
    recovers: true,
    envelope: { part: 'refusing' },
    summary: line('{totalAttempts:amount attempt}; last {finalReason}; {finalError:text110}'),
    sheet: retryExhausted,
  },
  'envelope.refusal': {
    glyph: 'failed',
    tone: 'failed',
    badge: { tone: 'error', word: 'Refused' },
    abnormal: 'refusal',
    recovers: true,
    envelope: { part: 'refusing' },
    summary: line('{model:model} refused; {safetyCategory}; {refusalText:quoted}'),
    sheet: ['envelope', refusal],
  },
  'envelope.truncated': {
    glyph: 'truncated',
    tone: 'warning',
    badge: { tone: 'warning', word: 'Truncated', icon: 'truncated' },
    act: 'truncated',
    abnormal: 'truncation',
    recovers: true,
    envelope: { part: 'refusing' },
    summary: line(
      '{stopReason} + at {outputTokenCount:count}; {partialPayloadAvailable:flag part saved}; {model:model}',
    ),
    sheet: truncated,
  },
  'envelope.nlToFormat.engaged': {
    tone: 'warning',
    summary: line('text turned into {originalEnvelopeType}; {fallbackCalls:amount further call}'),
    sheet: sheet(
      'envelope',
      phrase(
        'retry warning Reformatted',
        'A second call is made to bring the answer into {kind originalEnvelopeType/its kind}.',
      ),
      'originalEnvelopeType fallbackCalls nodeId',
      { contentFree: true },
    ),
  },
  'envelope.recovery.applied': {
    glyph: 'repair',
    badge: { tone: 'note', word: 'Recovered', icon: 'repair' },
    stream: 'aside',
    envelope: { part: 'before' },
    summary: line('{path} + at byte {byteOffset:count}'),
    sheet: recovered,
  },
  // Types of the family `model`.
  'model.capability.substituted': {
    tone: 'warning',
    summary: line(`{originalModel?} replaced by {fallbackModel}; ${LACKS}`),
    sheet: ['model', substituted],
  },
  'model.capability.insufficient': {
    tone: 'failed',
    abnormal: 'refusal',
    summary: line(`{model:model}; ${LACKS}; {fallbackAttempted:flag a fallback was tried}`),
    sheet: sheet(
      'model',
      phrase(
        'failed error Not capable',
        '{Model model/A model} lacks what the node needs, so no envelope follows.',
      ),
      'missingCapabilities fallbackAttempted provider model nodeId',
      { contentFree: true },
    ),
  },
  'prompt.composed': {
    summary: line('{kind}; {refs:length prompt}; {contentTrust:is untrusted/untrusted parts}'),
    sheet: ['prompt', composed],
  },
  'agent.promptResolved': {
    glyph: 'prompt',
    summary: (p) => {
      const layers = p.list('chain').map((layer) => new Fields(layer));
      const applied = layers.find((layer) => layer.value('applied') === true);
      return [p.text('kind'), p.text('resolved') || 'no prompt found', applied?.after('from', 'layer') ?? ''];
    },
    sheet: ['prompt', promptResolved],
  },
  'provider.usage': {
    act: 'usage',
    effect: 'model-call',
    summary: (p) => [
      usedTokens(p),
      p.number('costEstimateUsd') !== null && `${p.text('costEstimateUsd')} ${p.text('currency') || 'USD'}`,
      p.flag('cacheHit', 'from cache'),
    ],
    sheet: [
      'usage',
      // Only the members of the schema are displayed: other members by a host may be anything, and are named without
      // their value (security A, cost attributes by allow-list).
      (payload) => {
        const words = say`${called('Model', 'A model', payload.peekText('model'))} read ${own(tokens(payload, 'inputTokens'))} and wrote ${own(tokens(payload, 'outputTokens'))}.`;
        const counted =
          'provider model inputTokens outputTokens totalTokens cacheReadTokens cacheWriteTokens cacheHit';
        return {
          lead: lead('usage plain Usage', words),
          fields: [...fieldsOf(payload, counted), costField(payload), ...fieldsOf(payload, 'nodeId traceId')],
          contentFree: true,
        };
      },
    ],
  },
} satisfies Record<string, EventDescription>;
