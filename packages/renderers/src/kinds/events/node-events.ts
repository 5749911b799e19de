/** Lifecycle of a node (run-events 3.2.2); suspending and resuming stand with the interrupts. */
import { durationField, idField, numberField, textField, valuePart } from '../sheet/fields.ts';
import { called, own, say } from '../sheet/say.ts';
import type { Lead } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';
import { errorFacts } from './error-facts.ts';
import { nodeWords } from './node-name.ts';

const started: EventReader = (payload, event) => {
  const attempt = payload.peekNumber('attempt');
  const type = payload.peekText('typeId');
  return {
    lead: {
      glyph: 'running',
      tone: 'plain',
      badge: 'Started',
      words: say`${nodeWords(payload, event)} began${type === null ? null : say` as ${type}`}${
        attempt === null || attempt < 2 ? null : say`, attempt ${attempt}`
      }.`,
    },
    fields: [
      idField(payload, 'nodeId', 'Node'),
      idField(payload, 'typeId', 'Type'),
      numberField(payload, 'attempt', 'Attempt'),
    ],
  };
};

const completed: EventReader = (payload, event) => ({
  lead:
    payload.peekText('outcome') === 'rejected'
      ? rejected
      : { glyph: 'ok', tone: 'ok', badge: 'Completed', words: say`${nodeWords(payload, event)} ended well.` },
  fields: [
    idField(payload, 'nodeId', 'Node'),
    idField(payload, 'outcome', 'Outcome'),
    textField(payload, 'reason', 'Reason'),
    durationField(payload, 'durationMs', 'Duration'),
  ],
  parts: [valuePart(payload, 'decision', 'Decision'), valuePart(payload, 'outputs', 'Outputs')],
});

const rejected: Lead = {
  glyph: 'warning',
  tone: 'warning',
  badge: 'Rejected',
  words: own('The node ended because the answer it waited for was a rejection.'),
};

const failed: EventReader = (payload, event) => {
  const error = errorFacts(payload);
  const node = nodeWords(payload, event);
  return {
    lead: {
      glyph: 'failed',
      tone: 'error',
      badge: 'Failed',
      words: error.code === null ? say`${node} ended with an error.` : say`${node} failed: ${error.code}.`,
    },
    fields: [
      ...error.fields,
      idField(payload, 'nodeId', 'Node'),
      idField(payload, 'typeId', 'Type'),
      numberField(payload, 'attempt', 'Attempt'),
      numberField(payload, 'attempts', 'Attempts'),
    ],
    parts: error.parts,
  };
};

const suspendFailed: EventReader = (payload, event) => {
  const error = errorFacts(payload);
  return {
    lead: {
      glyph: 'failed',
      tone: 'error',
      badge: 'Not suspended',
      words: say`${nodeWords(payload, event)} was to wait, and that could not be stored or signed.`,
    },
    fields: [...error.fields, idField(payload, 'nodeId', 'Node')],
    parts: error.parts,
  };
};

const retried: EventReader = (payload, event) => {
  const error = errorFacts(payload, 'lastError');
  const attempt = payload.peekNumber('attempt');
  return {
    lead: {
      glyph: 'retry',
      tone: 'warning',
      badge: 'Retried',
      words: say`${nodeWords(payload, event)} is tried again${attempt === null ? null : say`, attempt ${attempt}`}.`,
    },
    fields: [
      numberField(payload, 'attempt', 'Attempt'),
      durationField(payload, 'delayMs', 'Delay'),
      ...error.fields,
      idField(payload, 'nodeId', 'Node'),
    ],
    parts: error.parts,
  };
};

const skipped: EventReader = (payload, event) => ({
  lead: {
    glyph: 'skipped',
    tone: 'plain',
    badge: 'Skipped',
    words: say`${nodeWords(payload, event)} did not run.`,
  },
  fields: [idField(payload, 'nodeId', 'Node'), textField(payload, 'reason', 'Reason')],
});

const cancelled: EventReader = (payload, event) => ({
  lead: {
    glyph: 'cancelled',
    tone: 'warning',
    badge: 'Cancelled',
    words: say`${nodeWords(payload, event)} was cancelled.`,
  },
  fields: [idField(payload, 'nodeId', 'Node'), textField(payload, 'reason', 'Reason')],
});

const dispatched: EventReader = (payload, event) => ({
  lead: {
    glyph: 'running',
    tone: 'plain',
    badge: 'Dispatched',
    words: say`${nodeWords(payload, event)} started ${called(
      'a child run of',
      'a child run',
      payload.peekText('childWorkflowId'),
    )}.`,
  },
  fields: [
    idField(payload, 'childRunId', 'Child run'),
    idField(payload, 'childWorkflowId', 'Child workflow'),
    idField(payload, 'childStatus', 'Child status'),
  ],
});

export const nodeEvents = eventSheets('node', 'Node', {
  'node.started': started,
  'node.completed': completed,
  'node.failed': failed,
  'node.suspend-failed': suspendFailed,
  'node.retried': retried,
  'node.skipped': skipped,
  'node.cancelled': cancelled,
  'node.dispatched': dispatched,
});
