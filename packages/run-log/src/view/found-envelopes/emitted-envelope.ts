import type { EvidenceReader } from '../envelope-evidence/evidence-reader.ts';
import { type ModelText, modelTextBefore } from '../envelope-evidence/model-text.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { runBounds } from '../run-bounds.ts';
import { envelopesInText } from './text-envelopes.ts';

/** The text that a model wrote at the node of an event before it; null when there is none. */
export function textBefore(log: LoadedLog, chunks: EvidenceReader, row: number): Promise<ModelText | null> {
  const node = log.index.columns.node[row] as number;
  return modelTextBefore(log, chunks, runBounds(log, row), node, log.order.indexOf(row));
}

/** What an envelope in a text must have to be the one that is looked for. */
export interface Wanted {
  readonly correlationId: string | null;
  readonly envelopeType: string | null;
}

/**
 * The envelope as the model emitted it, for an event of which the host kept less: the one of the text before the event
 * with its correlationId or, where that is not known, the only one of its kind. Not masked; null when there is none.
 */
export async function emittedEnvelope(
  log: LoadedLog,
  chunks: EvidenceReader,
  row: number,
  { correlationId, envelopeType }: Wanted,
): Promise<Record<string, unknown> | null> {
  const text = await textBefore(log, chunks, row);
  if (text === null) return null;
  const found = envelopesInText(text.written).filter(
    ({ type }) => envelopeType === null || type === envelopeType,
  );
  if (correlationId !== null) return found.find((one) => one.correlationId === correlationId) ?? null;
  return found.length === 1 ? (found[0] ?? null) : null;
}
