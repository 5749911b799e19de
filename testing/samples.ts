/** The files of `samples/`: what their index lists, their text, and the events of the run in one. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** From this folder, and from `dist`, where the demonstration host is built to. */
const FOLDER = fileURLToPath(new URL('../samples', import.meta.url));

/** An entry of the index. */
export interface Sample {
  readonly sampleId: string;
  readonly file: string;
  /** One line for the start screen, sentence case, no full stop. */
  readonly title: string;
}

/** A run event (run-events.md section 1). */
export interface RunEventDoc {
  readonly eventId: string;
  readonly runId: string;
  /** Contiguous inside one run. */
  readonly sequence: number;
  readonly type: string;
  readonly nodeId?: string | undefined;
  readonly payload: unknown;
  /** RFC 3339 in UTC, milliseconds. */
  readonly timestamp: string;
  readonly causationId?: string | undefined;
  /** How far the content may be believed; absent means trusted. */
  readonly contentTrust?: 'trusted' | 'untrusted' | undefined;
}

/** An event as a file has it: a debug bundle calls the payload `data`, and an absent node null. */
interface FileEvent extends Omit<RunEventDoc, 'nodeId' | 'payload'> {
  readonly nodeId?: string | null;
  readonly payload?: unknown;
  readonly data?: unknown;
}

/** All samples in the order of the start screen. The first is the one that opens by default. */
export const SAMPLES: readonly Sample[] = JSON.parse(readFileSync(`${FOLDER}/index.json`, 'utf8'));

/** The text of a sample, unpacked. Throws a RangeError for an id that the index does not have. */
export function sampleText(sampleId: string): string {
  const found = SAMPLES.find((sample) => sample.sampleId === sampleId);
  if (found === undefined) throw new RangeError(`there is no sample ${sampleId}`);
  const bytes = readFileSync(`${FOLDER}/${found.file}`);
  return (found.file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The events of a sample run, whatever shape its file has. */
export function sampleEvents(sampleId: string): readonly RunEventDoc[] {
  const text = sampleText(sampleId);
  // One event a line in every shape: in a document with a comma after it, in a stream with `data: ` before it.
  const lines = text.split('\n').map((line) => line.replace(/^data: /, '').replace(/,$/, ''));
  const events = lines.filter((line) => line.startsWith('{"eventId":'));
  return events.map((line) => {
    const { nodeId, payload, data, ...event }: FileEvent = JSON.parse(line);
    return { ...event, nodeId: nodeId ?? undefined, payload: payload ?? data };
  });
}
