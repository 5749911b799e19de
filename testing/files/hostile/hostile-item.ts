import { deflateSync } from 'node:zlib';
import { pngFile } from '../../media.ts';

/** One thing that means harm, as an event of a log, and what the user must still be able to read. */
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

/** What an envelope item may say next to its payload. */
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
  const meta = { source: 'ai-generation', ts: '2026-03-02T09:00:00Z', contentTrust: trust, rendering };
  const members = [
    `"type":${JSON.stringify(kind)}`,
    '"schemaVersion":1',
    `"envelopeId":${JSON.stringify(`env ${name}`.slice(0, 100))}`,
    `"correlationId":${JSON.stringify(`c ${name}`.slice(0, 100))}`,
    `"meta":${JSON.stringify(meta)}`,
  ];
  if (partial !== undefined) members.push(`"partial":${JSON.stringify(partial)}`);
  members.push(`"payload":${payload}`);
  return {
    name,
    type: 'log.appended',
    payload: `{"level":"info","message":${JSON.stringify(name)},"envelope":{${members.join(',')}}}`,
    shows,
  };
}

/** An event with a payload of its own. */
export const eventItem = (name: string, type: string, payload: string, shows: RegExp): HostileItem => ({
  name,
  type,
  payload,
  shows,
});

/** `levels` lists, one in the other. */
export const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** A black and wholly transparent PNG, one bit a pixel, so that a large one takes few bytes. */
export function blackPng(width: number, height: number): Buffer {
  const row = 1 + Math.ceil(width / 8);
  return Buffer.from(pngFile(width, height, [1, 0], deflateSync(Buffer.alloc(row * height))));
}
