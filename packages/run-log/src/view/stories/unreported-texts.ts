/** Envelopes in model text of turns in which no event tells of one (envelope 10). */
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { hashText } from '../../scan/id-hash.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { runBounds } from '../run-bounds.ts';
import { EvidenceReader } from './evidence-reader.ts';
import { modelTextBefore } from './model-text.ts';
import type { StoryPass } from './story-pass.ts';
import { envelopesInText } from './text-envelopes.ts';

/** Texts and chunks read for one log, and chunks of one text. */
const MAX_TEXTS = 64;
const MAX_CHUNKS = 2_000;
const CHUNKS_OF_ONE = 500;

/** An envelope that stands in model text only. Its text is read again when somebody looks. */
export interface TextEnvelope {
  /** Display index and ordinal of the text's last chunk. */
  readonly index: number;
  readonly ordinal: number;
  /** Which of the text's envelopes, from 0. */
  readonly number: number;
}

/** Reads the texts, at most 64 of 2,000 chunks together, in display order. */
export async function textEnvelopesOf(
  log: LoadedLog,
  graph: CausalGraph,
  pass: Pick<StoryPass, 'unreported' | 'unreportedTotal'>,
): Promise<{ readonly found: readonly TextEnvelope[]; readonly leftOut: number }> {
  const found: TextEnvelope[] = [];
  let chunks = 0;
  let read = 0;
  for (const unreported of pass.unreported) {
    if (read >= MAX_TEXTS || chunks >= MAX_CHUNKS) break;
    if (unreported.chunks > CHUNKS_OF_ONE) continue;
    read++;
    chunks += unreported.chunks;
    const envelopes = await envelopesAt(log, unreported.lastChunk);
    const ordinal = log.order.ordinalAt(unreported.lastChunk);
    envelopes.forEach((envelope, number) => {
      if (!isTold(graph, envelope)) found.push({ index: unreported.lastChunk, ordinal, number });
    });
  }
  found.sort((left, right) => left.index - right.index || left.number - right.number);
  return { found, leftOut: pass.unreportedTotal - read };
}

/** The envelopes of the model text that ends at a display index, not masked. */
export async function envelopesAt(log: LoadedLog, index: number): Promise<Record<string, unknown>[]> {
  const row = log.order.ordinalAt(index);
  const node = log.index.columns.node[row] as number;
  const reader = new EvidenceReader(log, CHUNKS_OF_ONE);
  const text = await modelTextBefore(log, reader, runBounds(log, row), node, index + 1);
  return text === null ? [] : envelopesInText(text.written);
}

/** True when events tell of the envelope after all, elsewhere than in its turn. */
function isTold(graph: CausalGraph, envelope: Record<string, unknown>): boolean {
  const id = envelope.correlationId;
  if (typeof id !== 'string' || id === '') return false;
  const { a, b } = hashText(id);
  return graph.envelopes.some((one) => one.a === a && one.b === b && one.firstEvent >= 0);
}
