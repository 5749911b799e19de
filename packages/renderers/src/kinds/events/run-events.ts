/** Lifecycle of a run (run-events 3.2.1). */
import { durationField, idField, namesField, numberField, textField, valuePart } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say } from '../sheet/say.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';
import { errorFacts } from './error-facts.ts';

const started: EventReader = (payload) => {
  const owner = payload.within('owner');
  return {
    lead: {
      glyph: 'running',
      tone: 'plain',
      badge: 'Started',
      words: say`The run of ${called('workflow', 'a workflow', payload.peekText('workflowId'))} began.`,
    },
    fields: [
      idField(payload, 'workflowId', 'Workflow'),
      idField(payload, 'transport', 'Came in by'),
      idField(payload, 'engineVersion', 'Engine version'),
      ...(owner === null ? [] : ownerFields(owner)),
      namesField(payload, 'tags', 'Tags'),
    ],
    parts: [
      valuePart(payload, 'inputs', 'Inputs'),
      valuePart(payload, 'metadata', 'Metadata', { open: false }),
    ],
  };
};

function ownerFields(owner: Members) {
  return [
    idField(owner, 'tenant', 'Tenant'),
    idField(owner, 'workspace', 'Workspace'),
    idField(owner, 'principal', 'Principal'),
  ];
}

const completed: EventReader = (payload) => ({
  lead: { glyph: 'ok', tone: 'ok', badge: 'Completed', words: own('The run ended well.') },
  fields: [durationField(payload, 'durationMs', 'Duration')],
  // One host writes `output` (run-events 3.2.1).
  parts: [valuePart(payload, 'outputs', 'Outputs'), valuePart(payload, 'output', 'Output')],
});

const failed: EventReader = (payload) => {
  const node = payload.peekText('failedNodeId');
  const error = errorFacts(payload);
  const at = node === null ? [] : say` at node ${node}`;
  return {
    lead: {
      glyph: 'failed',
      tone: 'error',
      badge: 'Failed',
      words:
        error.code === null
          ? say`The run ended with an error${at}.`
          : say`The run failed${at}: ${error.code}.`,
    },
    fields: [
      ...error.fields,
      idField(payload, 'failedNodeId', 'Failed node'),
      durationField(payload, 'durationMs', 'Duration'),
    ],
    parts: error.parts,
  };
};

const cancelled: EventReader = (payload) => {
  const parent = payload.peekText('parentRunId');
  return {
    lead: {
      glyph: 'cancelled',
      tone: 'warning',
      badge: 'Cancelled',
      words:
        parent === null
          ? say`The run was cancelled.`
          : say`The run was cancelled because its parent run ${parent} was.`,
    },
    fields: [
      textField(payload, 'reason', 'Reason'),
      idField(payload, 'cancelledBy', 'Cancelled by'),
      idField(payload, 'parentRunId', 'Parent run'),
      durationField(payload, 'durationMs', 'Duration'),
    ],
  };
};

const resuming: EventReader = (payload) => ({
  lead: {
    glyph: 'running',
    tone: 'plain',
    badge: 'Resuming',
    words: own('An explicit resume was dispatched.'),
  },
  fields: [idField(payload, 'fromStatus', 'From status')],
});

const paused: EventReader = (payload) => ({
  lead: {
    glyph: 'waiting',
    tone: 'warning',
    badge: 'Paused',
    words: own('The run stands still until it is resumed.'),
  },
  fields: [textField(payload, 'reason', 'Reason')],
});

const resumed: EventReader = (payload) => ({
  lead: { glyph: 'running', tone: 'plain', badge: 'Resumed', words: own('The run goes on.') },
  // The schema defines no fields; hosts write these (run-events 3.2.1).
  fields: [idField(payload, 'resumedAtNode', 'At node'), idField(payload, 'resumedBy', 'Resumed by')],
});

const restored: EventReader = (payload) => ({
  lead: {
    glyph: 'running',
    tone: 'note',
    badge: 'Restored',
    words: own('The state was rebuilt from the log.'),
  },
  fields: [
    numberField(payload, 'snapshotSeq', 'Snapshot at'),
    idField(payload, 'engineVersion', 'Engine version'),
  ],
});

const deadLettered: EventReader = (payload) => ({
  lead: {
    glyph: 'failed',
    tone: 'error',
    badge: 'Given up',
    words: own('The run was put aside after its last attempt.'),
  },
  fields: [
    textField(payload, 'reason', 'Reason'),
    numberField(payload, 'attempts', 'Attempts'),
    idField(payload, 'nodeId', 'Node'),
    idField(payload, 'runId', 'Run'),
  ],
});

export const runEvents = eventSheets('run', 'Run', {
  'run.started': started,
  'run.completed': completed,
  'run.failed': failed,
  'run.cancelled': cancelled,
  'run.resuming': resuming,
  'run.paused': paused,
  'run.resumed': resumed,
  'run.restored-from-snapshot': restored,
  'run.dead_lettered': deadLettered,
});
