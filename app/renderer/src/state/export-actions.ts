/** Exports from the window: a report, or events in a form for others. */
import { masker } from '@openwop-inspector/base';
import type { SaveAnswer } from '@openwop-inspector/renderers';
import { asksForNotes } from '@openwop-inspector/run-log';
import { fileBeside } from '../model/session-names.ts';
import type { ExportAnswer, ExportedForm, ExportQuestion } from '../worker/export-contract.ts';
import { askWorker } from '../worker/session-client.ts';
import { useInfoStore } from './info-store.ts';
import { notesOf } from './notes-store.ts';
import { saveBytes, saveTextAs } from './save-actions.ts';
import { sessionOf } from './sessions-store.ts';
import { viewOf } from './view-store.ts';

/** What a person chose in the dialog. */
export type ExportChoice = Pick<ExportQuestion, 'form' | 'scope' | 'filter' | 'allowed'>;

/** Makes the file, and tells how far it is. */
export async function makeExport(
  sessionId: string,
  choice: ExportChoice,
  onPart: (part: ExportAnswer) => void,
): Promise<ExportAnswer> {
  const isOfNotes = choice.scope === 'sight' && asksForNotes(choice.filter);
  const events = isOfNotes ? notesOf(sessionId).map(({ event }) => event) : [];
  const found = isOfNotes ? await askWorker('findAll', { sessionId, events }) : [];
  const question: ExportQuestion = {
    ...{ sessionId, ...choice },
    noted: found.filter((ordinal) => ordinal !== null).sort((a, b) => a - b),
    selected: viewOf(sessionId).selected,
    writtenBy: `OpenWOP Inspector ${useInfoStore.getState().version}`,
  };
  return askWorker('export', question, undefined, onPart);
}

export function stopExport(sessionId: string): void {
  askWorker('stopExport', { sessionId }).catch(() => undefined); // a worker that is gone makes nothing
}

const ENDINGS: Readonly<Record<ExportedForm, string>> = {
  report: 'html',
  ndjson: 'ndjson',
  parquet: 'parquet',
  'otlp-json': 'otlp.jsonl',
};

/** Saves what was made. Must be called while a click or key is fresh. */
export async function saveExport(
  sessionId: string,
  form: ExportedForm,
  content: Blob,
  onProgress: (done: number) => boolean,
): Promise<SaveAnswer> {
  const name = fileBeside(sessionOf(sessionId)?.name ?? '', ENDINGS[form]);
  if (form !== 'report') return saveBytes(name, content, onProgress);
  return saveTextAs({ suggestedName: name, text: masker.text(await content.text()), kind: 'report' });
}
