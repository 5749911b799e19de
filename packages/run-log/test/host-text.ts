/** A plain reading of what a host says of a run: its status, and every error, without the engine. */
import { isRecord } from '@openwop-inspector/base';

interface Text {
  /** In one line, as written. */
  readonly text: string;
  /** Codes of the error that the run ended with. */
  readonly endedWith: readonly string[];
}

type Value = Readonly<Record<string, unknown>>;

/** The words of a JSON document, of a stream, or of lines of JSON. */
export function hostText(text: string): Text {
  const documents = valuesOf(text);
  const [document] = documents;
  const run = isRecord(document?.run) ? document.run : (document ?? {});
  const events = documents.flatMap(eventsOf).sort((a, b) => numberOf(a) - numberOf(b));
  const ended =
    errorOf(run.error) ?? errorOf(payloadOf(events.findLast(({ type }) => type === 'run.failed')));
  const reported = [
    typeof run.status === 'string' ? `status ${run.status}` : null,
    events.findLast(({ type }) => /^run\.(completed|failed|cancelled)$/.test(String(type)))?.type ?? null,
    ...events.filter(({ type }) => type === 'node.failed').map((event) => nodeText(event)),
    ended === null ? null : `${ended.code}: ${ended.message ?? ''}`.slice(0, 120),
  ];
  return {
    text: reported.filter((one) => one !== null).join(' | '),
    endedWith: ended === null ? [] : [ended.code],
  };
}

function valuesOf(text: string): readonly Value[] {
  const whole = parsed(text);
  if (Array.isArray(whole)) return [{ events: whole }];
  if (isRecord(whole)) return [whole];
  return text
    .split('\n')
    .map((line) => parsed(line.replace(/^data: ?/, '')))
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isRecord)
    .map((event) => ({ events: [event] }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function eventsOf({ events }: Value): readonly Value[] {
  return Array.isArray(events) ? events.filter(isRecord) : [];
}

const numberOf = ({ sequence, seq }: Value): number => Number(sequence ?? seq ?? 0);

const payloadOf = (event: Value | undefined): unknown => event?.payload ?? event?.data;

function errorOf(value: unknown): { code: string; message: string | null } | null {
  if (!isRecord(value)) return null;
  const error = isRecord(value.error) ? value.error : value;
  if (typeof error.code !== 'string') return null;
  return { code: error.code, message: typeof error.message === 'string' ? error.message : null };
}

function nodeText(event: Value): string {
  return `node ${String(event.nodeId)} ${errorOf(payloadOf(event))?.code ?? ''}`;
}
