/** Summaries of state, output, logging, limits, leases and replay (run-events 3.2.4 to 3.2.6, 3.2.12). */
import { countOf, formatDuration } from '@openwop-inspector/base';
import { type PreventedKind, preventedOutcome } from '@openwop-inspector/protocol';
import { type Fields, joined, type Summaries, shortId } from './fields.ts';

function chunk(p: Fields): string {
  const text = p.value('chunk');
  const isEmpty = text === '';
  return joined(
    isEmpty ? 'empty chunk' : p.quoted('chunk', 110),
    p.text('channel') && `channel ${p.text('channel')}`,
    p.value('isLast') === true && 'last',
    p.child('meta').text('finishReason'),
  );
}

function lease(p: Fields): string {
  return joined(
    p.text('host'),
    p.text('leaseId') && `lease ${shortId(p.text('leaseId'))}`,
    p.text('expiresAt') && `until ${p.text('expiresAt')}`,
    p.text('previousHost') && `before ${p.text('previousHost')}`,
  );
}

/** "schema: observed 3, limit 2". */
function breach(p: Fields): string {
  const limits = joined(
    p.count('observed') && `observed ${p.count('observed')}`,
    p.count('limit') && `limit ${p.count('limit')}`,
  );
  return [p.text('kind'), limits].filter((text) => text !== '').join(': ');
}

/** What became of an envelope that was not taken. */
const PREVENTED: Readonly<Record<PreventedKind, string>> = {
  blocked: 'blocked: untrusted content must not answer an approval',
  discarded: 'discarded: the node does not take this kind',
  refused: 'refused',
  reported: 'the model reported an error',
};

function logged(p: Fields): string {
  const fields = p.child('fields');
  const outcome = preventedOutcome('log.appended', p.whole);
  if (outcome !== null)
    return joined(
      PREVENTED[outcome.kind],
      fields.first('refusedType', 'envelopeType'),
      p.text('message', 120),
    );
  const kind = fields.text('envelopeType');
  const level = p.text('level');
  return joined(
    [level, p.text('message', 120)].filter((text) => text !== '').join(': '),
    kind && `envelope ${kind}`,
  );
}

export const stateSummaries: Summaries = {
  'channel.written': (p) =>
    joined(
      p.first('channel', 'channelName'),
      p.text('reducer'),
      p.value('value') === undefined ? p.brief('entry') : p.brief('value'),
      p.duration('ttlMs') && `for ${p.duration('ttlMs')}`,
    ) || null,
  'variable.changed': (p) => {
    const next = p.value('next') === undefined ? '' : `now ${p.brief('next', 60)}`;
    return (
      joined(p.text('name'), next, p.value('previous') !== undefined && `was ${p.brief('previous', 40)}`) ||
      null
    );
  },
  'artifact.created': (p) =>
    joined(
      p.text('artifactType'),
      p.text('version') && `version ${p.text('version')}`,
      p.quoted('summary'),
      p.text('artifactId') && shortId(p.text('artifactId')),
      p.value('registered') === false && 'not registered',
    ) || null,
  'output.chunk': chunk,
  'ai.message.chunk': chunk,
  'log.appended': (p) => logged(p) || null,
  'version.pinned': (p) =>
    joined(p.text('changeId'), p.count('version') && `version ${p.count('version')}`) || null,
  'memory.written': (p) =>
    joined(
      p.text('memoryRef'),
      p.list('tags').length > 0 ? p.names('tags', 2) : p.text('memoryId') && shortId(p.text('memoryId')),
    ) || null,
  'memory.compacted': (p) =>
    joined(
      p.text('memoryRef'),
      p.number('sourceCount') !== null &&
        `${countOf(p.number('sourceCount') ?? 0, 'entry', 'entries')} into one`,
      p.count('byteSize') && `${p.count('byteSize')} bytes`,
      p.text('trigger'),
    ) || null,
  'agent.memory.consolidated': (p) =>
    joined(
      p.text('memoryRef'),
      p.count('inputCount') && `${p.count('inputCount')} entries into ${p.count('outputCount') || '?'}`,
      p.text('trigger'),
    ) || null,
  'commitment.fired': (p) =>
    joined(
      p.text('condition') && `by ${p.text('condition')}`,
      p.text('commitmentId') && `commitment ${shortId(p.text('commitmentId'))}`,
      p.text('enqueuedRunId') && `started run ${shortId(p.text('enqueuedRunId'))}`,
    ) || null,
  'workspace.updated': (p) =>
    joined(p.text('path'), p.count('version') && `version ${p.count('version')}`) || null,
};

export const engineSummaries: Summaries = {
  'cap.breached': (p) => breach(p) || null,
  'workflow.restored': (p) =>
    joined(
      'restored on a fresh engine',
      p.count('fromSnapshotSeq') && `from sequence ${p.count('fromSnapshotSeq')}`,
    ),
  'workflow.loopback-limit': (p) =>
    joined(
      p.number('iterations') !== null && `sent back ${countOf(p.number('iterations') ?? 0, 'time')}`,
      p.count('limit') && `limit ${p.count('limit')}`,
    ) || null,
  'workflow.stalled': (p) =>
    joined(
      p.number('stalledForMs') === null
        ? 'no progress'
        : `no progress for ${formatDuration(p.number('stalledForMs') ?? 0)}`,
      p.text('lastNodeId') && `last at ${p.text('lastNodeId')}`,
    ),
  'lease.acquired': (p) => lease(p) || null,
  'lease.renewed': (p) => lease(p) || null,
  'lease.lost': (p) => lease(p) || null,
  'lease.handed-off': (p) =>
    joined(
      p.text('toHost') && `from ${p.text('fromHost') || '?'} to ${p.text('toHost')}`,
      p.text('leaseId') && `lease ${shortId(p.text('leaseId'))}`,
      p.text('reason'),
    ) || null,
  'replay.diverged': (p) =>
    joined(
      p.text('divergenceKind') || 'diverged',
      p.text('divergencePoint') && `at ${p.text('divergencePoint')}`,
      p.count('atSequence') && `sequence ${p.count('atSequence')}`,
      p.text('sourceRunId') && `of run ${shortId(p.text('sourceRunId'))}`,
    ),
  'replay.divergedAtRefusal': (p) =>
    joined(
      p.text('originalEnvelopeKind') &&
        `was ${p.text('originalEnvelopeKind')}, now ${p.text('replayEnvelopeKind') || '?'}`,
      p.count('atSequence') && `sequence ${p.count('atSequence')}`,
      p.text('refusalReason'),
    ) || null,
};
