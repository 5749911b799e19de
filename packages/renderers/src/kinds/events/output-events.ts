/** What a run puts out: log lines, chunks, artifacts, variables, channels (run-events 3.2.4). */
import { type PreventedKind, preventedOutcome } from '@openwop-inspector/protocol';
import {
  anyField,
  flagField,
  idField,
  numberField,
  saidField,
  textField,
  valuePart,
} from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say } from '../sheet/say.ts';
import type { Lead, SheetGlyph, SheetPart, Tone } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';

const LEVELS: ReadonlyMap<string, readonly [SheetGlyph, Tone, string]> = new Map([
  ['debug', ['log', 'plain', 'Debug']],
  ['info', ['log', 'note', 'Info']],
  ['warn', ['warning', 'warning', 'Warning']],
  ['error', ['failed', 'error', 'Error']],
]);

const log: EventReader = (payload) => {
  const [glyph, tone, badge] = LEVELS.get(payload.peekText('level') ?? '') ?? ['log', 'plain', 'Log'];
  return {
    lead: { glyph, tone, badge, words: carried(payload) },
    fields: [idField(payload, 'level', 'Level'), idField(payload, 'nodeId', 'Node')],
    parts: [valuePart(payload, 'message', 'Message'), fieldsPart(payload)],
  };
};

/** What became of an envelope that was not taken (acceptor S8, S11, 3.3). */
const PREVENTED: Readonly<Record<PreventedKind, string>> = {
  blocked: 'An envelope was blocked: untrusted content must not answer an approval.',
  discarded: 'An envelope was discarded: the node does not take its kind.',
  refused: 'An envelope was refused, and the run went on.',
  reported: 'The model answered with an error envelope; it fails nothing.',
};

/** A line of the log is also how an accepted envelope is recorded (run-events 3.2.4, envelope 4). */
function carried(payload: Members) {
  const fields = payload.within('fields');
  const members = ['code', 'refusedType', 'envelopeType', 'refusalMode'] as const;
  const outcome = preventedOutcome('log.appended', {
    level: payload.peekText('level'),
    message: payload.peekText('message'),
    fields: Object.fromEntries(members.map((name) => [name, fields?.peekText(name)])),
  });
  if (outcome !== null) return own(PREVENTED[outcome.kind]);
  const type = payload.within('fields')?.peekText('envelopeType') ?? null;
  return type === null
    ? own('A line of the log.')
    : say`A line of the log that stands for an envelope of kind ${type}.`;
}

function fieldsPart(payload: Members): SheetPart | null {
  const fields = payload.peek('fields');
  if (fields === undefined || fields === null) return null;
  return valuePart(payload, 'fields', 'Fields');
}

const chunk: EventReader = (payload) => {
  const isLast = payload.peek('isLast') === true;
  return {
    lead: {
      glyph: 'stream',
      tone: 'plain',
      badge: isLast ? 'Last chunk' : 'Chunk',
      words: isLast
        ? own('The output of the model ends here.')
        : own('A piece of the output of the model; more follows.'),
    },
    fields: [
      idField(payload, 'channel', 'Channel'),
      flagField(payload, 'isLast', 'Last'),
      idField(payload, 'nodeId', 'Node'),
      idField(payload, 'runId', 'Run'),
    ],
    parts: [
      valuePart(payload, 'chunk', 'Text', { look: 'mono' }),
      valuePart(payload, 'meta', 'Meta', { open: false }),
    ],
  };
};

const artifact: EventReader = (payload) => ({
  lead: {
    glyph: 'artifact',
    tone: 'ok',
    badge: 'Artifact',
    words: say`${called('Artifact', 'An artifact', payload.peekText('artifactId'))} was made.`,
  },
  fields: [
    idField(payload, 'artifactType', 'Type'),
    idField(payload, 'artifactId', 'Artifact'),
    idField(payload, 'version', 'Version'),
    textField(payload, 'summary', 'Summary'),
    payload.has('registered')
      ? flagField(payload, 'registered', 'Type is registered')
      : saidField('Type is registered', 'Yes, because nothing says otherwise'),
    idField(payload, 'registrationSource', 'Registered by'),
    idField(payload, 'nodeId', 'Node'),
  ],
});

const variable: EventReader = (payload) => ({
  lead: stateLead(
    'Variable',
    say`${called('Variable', 'A variable', payload.peekText('name'))} was changed.`,
  ),
  fields: [
    idField(payload, 'name', 'Name'),
    anyField(payload, 'previous', 'Before'),
    anyField(payload, 'next', 'After'),
    idField(payload, 'nodeId', 'Node'),
  ],
});

/** One host writes `channelName` and `entry` (run-events 5.3). */
const channel: EventReader = (payload) => {
  const name = payload.peekText('channel') ?? payload.peekText('channelName');
  return {
    lead: stateLead('Channel', say`Something was written to ${called('channel', 'a channel', name)}.`),
    fields: [
      idField(payload, 'channel', 'Channel'),
      idField(payload, 'channelName', 'Channel'),
      idField(payload, 'reducer', 'Reducer'),
      idField(payload, 'writtenAt', 'Written at'),
      numberField(payload, 'ttlMs', 'Kept for', 'ms'),
      idField(payload, 'nodeId', 'Node'),
      numberField(payload, 'schemaVersion', 'Schema version'),
      idField(payload, 'sourceEngineId', 'Source engine'),
      idField(payload, 'sourceRunId', 'Source run'),
    ],
    parts: [valuePart(payload, 'value', 'Value'), valuePart(payload, 'entry', 'Value')],
  };
};

function stateLead(badge: string, words: Lead['words']): Lead {
  return { glyph: 'state', tone: 'plain', badge, words };
}

export const outputEvents = eventSheets('output', 'Output and state', {
  'log.appended': log,
  'output.chunk': chunk,
  'artifact.created': artifact,
  'variable.changed': variable,
  'channel.written': channel,
});
