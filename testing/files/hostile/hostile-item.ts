/** One thing that means harm, as an event of a log, and what a person must still be able to read. */
export interface HostileItem {
  /** Unique. Family, then what it tries. */
  readonly name: string;
  /** Type of the event that carries it. */
  readonly type: string;
  /** JSON text of the payload, since some of it can stand in no literal and some is too deep to be written out. */
  readonly payload: string;
  /** Part of what the Rendered tab says about it. */
  readonly shows: RegExp;
}

/** What an envelope item may say beside its payload. */
interface EnvelopeParts {
  readonly kind?: string;
  readonly rendering?: unknown;
  readonly trust?: 'untrusted' | 'trusted';
  readonly partial?: unknown;
}

/** Called by every script in the corpus. A page that runs one is found out, by what the call leaves and by a request. */
export const SCRIPT = "canary('ran')";
export const MARKUP = `<script>${SCRIPT}</script><img src=x onerror="${SCRIPT}">`;

/** An event that holds a whole envelope. `payload` is JSON text. */
export function envelopeItem(
  name: string,
  payload: string,
  shows: RegExp,
  { kind = 'vendor.acme.note', rendering, trust = 'untrusted', partial }: EnvelopeParts = {},
): HostileItem {
  const meta = {
    source: 'ai-generation',
    ts: '2026-03-02T09:00:00Z',
    contentTrust: trust,
    ...(rendering === undefined ? {} : { rendering }),
  };
  const members = [
    `"type":${JSON.stringify(kind)}`,
    '"schemaVersion":1',
    `"envelopeId":${JSON.stringify(`env ${name}`.slice(0, 100))}`,
    `"correlationId":${JSON.stringify(`c ${name}`.slice(0, 100))}`,
    `"meta":${JSON.stringify(meta)}`,
    ...(partial === undefined ? [] : [`"partial":${JSON.stringify(partial)}`]),
    `"payload":${payload}`,
  ];
  return {
    name,
    type: 'log.appended',
    payload: `{"level":"info","message":${JSON.stringify(name)},"envelope":{${members.join(',')}}}`,
    shows,
  };
}

/** An event with a payload of its own. */
export function eventItem(name: string, type: string, payload: string, shows: RegExp): HostileItem {
  return { name, type, payload, shows };
}

/** `levels` lists, one in the other. */
export function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}
