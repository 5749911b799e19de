/** Output and storage of a run: state, chunks, log, artifacts, memory (run-events 3.2.4, 3.2.12). */
import { countOf, isRecord } from '@openwop-inspector/base';
import { type PreventedKind, preventedOutcome } from '@openwop-inspector/protocol';
import type { EventDescription } from '../description.ts';
import { type Fields, line } from '../fields.ts';
import { type EventReader, type LeadForm, lead, phrase, sheet } from '../sheet/event-sheet.ts';
import { derivedField, fieldOf, fieldsOf, valuePart } from '../sheet/fields.ts';
import { called, type Members, own, say, type Text } from '../sheet/members.ts';

const LEVELS: ReadonlyMap<string, LeadForm> = new Map([
  ['debug', 'log plain Debug'],
  ['info', 'log note Info'],
  ['warn', 'warning warning Warning'],
  ['error', 'failed error Error'],
]);

const logSheet: EventReader = (payload) => ({
  lead: lead(LEVELS.get(payload.peekText('level') ?? '') ?? 'log plain Log', carried(payload)),
  fields: fieldsOf(payload, 'level nodeId'),
  parts: [
    valuePart(payload, 'message'),
    (payload.peek('fields') ?? null) === null ? null : valuePart(payload, 'fields'),
  ],
});

/** What became of an envelope that was not taken, for a line and for a sentence (acceptor S8, S11, 3.3). */
const PREVENTED: Readonly<Record<PreventedKind, readonly [line: string, sentence: string]>> = {
  blocked: [
    'blocked: untrusted content must not answer an approval',
    'An envelope was blocked: untrusted content must not answer an approval.',
  ],
  discarded: [
    'discarded: the node does not take this kind',
    'An envelope was discarded: the node does not take its kind.',
  ],
  refused: ['refused', 'An envelope was refused, and the run went on.'],
  reported: ['the model reported an error', 'The model answered with an error envelope; it fails nothing.'],
};

/** A line of the log is also how an accepted envelope is recorded (run-events 3.2.4, envelope 4). */
function carried(payload: Members): Text {
  const fields = payload.within('fields');
  const names = ['code', 'refusedType', 'envelopeType', 'refusalMode'];
  const outcome = preventedOutcome('log.appended', {
    level: payload.peekText('level'),
    message: payload.peekText('message'),
    fields: Object.fromEntries(names.map((name) => [name, fields?.peekText(name)])),
  });
  if (outcome !== null) return own(PREVENTED[outcome.kind][1]);
  const type = fields?.peekText('envelopeType') ?? null;
  return type === null
    ? own('A line of the log.')
    : say`A log line that represents an envelope of kind ${type}.`;
}

function logSummary(p: Fields): readonly string[] {
  const fields = p.child('fields');
  const outcome = preventedOutcome('log.appended', p.whole);
  if (outcome !== null)
    return [PREVENTED[outcome.kind][0], fields.first('refusedType', 'envelopeType'), p.text('message', 120)];
  const said = [p.text('level'), p.text('message', 120)].filter(Boolean).join(': ');
  return [said, fields.after('envelope', 'envelopeType')];
}

const chunkSheet: EventReader = (payload) => {
  const isLast = payload.peek('isLast') === true;
  return {
    lead: isLast
      ? lead('stream plain Last chunk', 'The output of the model ends here.')
      : lead('stream plain Chunk', 'A piece of the output of the model; more follows.'),
    fields: fieldsOf(payload, 'channel isLast nodeId runId'),
    parts: [
      valuePart(payload, 'chunk', undefined, { look: 'mono' }),
      valuePart(payload, 'meta', undefined, { open: false }),
    ],
  };
};

const artifactSheet: EventReader = (payload, event) => ({
  lead: phrase('artifact ok Artifact', '{Artifact artifactId/An artifact} was made.')(payload, event),
  fields: [
    fieldOf(payload, 'artifactType', { label: 'Type' }),
    ...fieldsOf(payload, 'artifactId version summary'),
    payload.has('registered')
      ? fieldOf(payload, 'registered')
      : derivedField('Type is registered', 'Yes, because nothing says otherwise'),
    ...fieldsOf(payload, 'registrationSource nodeId'),
  ],
});

/** Types of the families `state` and `memory`. */
export const outputEvents = {
  'channel.written': {
    summary: (p) => [
      p.first('channel', 'channelName'),
      p.text('reducer'),
      p.value('value') === undefined ? p.brief('entry') : p.brief('value'),
      p.duration('ttlMs', 'for'),
    ],
    // One host writes `channelName` and `entry` (run-events 5.3).
    sheet: sheet(
      'output',
      (payload) => {
        const name = payload.peekText('channel') ?? payload.peekText('channelName');
        return lead(
          'state plain Channel',
          say`Something was written to ${called('channel', 'a channel', name)}.`,
        );
      },
      'channel channelName reducer writtenAt ttlMs nodeId schemaVersion sourceEngineId sourceRunId',
      { values: 'value entry' },
    ),
  },
  'variable.changed': {
    summary: (p) => [
      p.text('name'),
      p.value('next') !== undefined && `now ${p.brief('next', 60)}`,
      p.value('previous') !== undefined && `was ${p.brief('previous', 40)}`,
    ],
    sheet: sheet(
      'output',
      phrase('state plain Variable', '{Variable name/A variable} was changed.'),
      'name previous next nodeId',
    ),
  },
  'artifact.created': {
    glyph: 'artifact',
    envelope: { part: 'accepted' },
    effect: 'payload',
    summary: line(
      '{artifactType}; version {version}; {summary:quoted}; {artifactId:id}; {registered:either /not registered}',
    ),
    sheet: ['output', artifactSheet],
  },
  'output.chunk': {
    glyph: 'stream',
    stream: 'output',
    envelope: { role: 'chunk' },
    summary: (p) => [
      p.value('chunk') === '' ? 'empty chunk' : p.quoted('chunk', 110),
      p.after('channel', 'channel'),
      p.flag('isLast', 'last'),
      p.child('meta').text('finishReason'),
    ],
    sheet: ['output', chunkSheet],
  },
  'log.appended': {
    glyph: 'log',
    // A log line at level `error` that records an accepted `error` envelope is a report by a model, not a failure.
    tone: (p: Fields) => {
      const level = p.text('level');
      if (level !== 'error') return level === 'warn' ? 'warning' : 'normal';
      const fields = p.value('fields');
      return isRecord(fields) && typeof fields.envelopeType === 'string' ? 'warning' : 'failed';
    },
    abnormal: (payload: unknown) => {
      const outcome = preventedOutcome('log.appended', payload);
      return outcome === null ? null : outcome.kind === 'reported' ? 'failure' : 'refusal';
    },
    recovers: true,
    envelope: { role: 'maybe' },
    effect: 'payload',
    summary: logSummary,
    sheet: ['output', logSheet],
  },
  'version.pinned': { summary: line('{changeId}; version {version:count}') },
  'memory.written': {
    effect: 'memory',
    summary: (p) => [
      p.text('memoryRef'),
      p.list('tags').length > 0 ? p.names('tags', 2) : p.idAfter('', 'memoryId'),
    ],
  },
  'memory.compacted': {
    effect: 'memory',
    summary: line(
      '{memoryRef}; {sourceCount:amount entry/entries} into one; {byteSize:count} bytes; {trigger}',
    ),
  },
  'agent.memory.consolidated': {
    summary: line('{memoryRef}; {inputCount:count} entries into {outputCount:count?}; {trigger}'),
  },
  'commitment.fired': {
    summary: line('by {condition}; commitment {commitmentId:id}; started run {enqueuedRunId:id}'),
  },
  'workspace.updated': { effect: 'memory', summary: line('{path}; version {version:count}') },
  'ui.a2ui-surface': {
    envelope: { role: 'surface', part: 'accepted' },
    summary: (p) => {
      const messages = p.list('messages');
      if (messages.length > 0)
        return ['A2UI surface', p.text('surfaceId'), countOf(messages.length, 'message')];
      const surface = p.child('surface');
      return [
        surface.quoted('title') || 'surface',
        countOf(surface.list('components').length, 'component'),
        p.after('catalogue', 'catalogVersion'),
      ];
    },
  },
} satisfies Record<string, EventDescription>;
