import { isRecord, parsedJson } from '@openwop-inspector/base';
import { DIALECTS } from './dialects/dialects.ts';
import type { LiveHost } from './live-host.ts';

/** An answer of a host, read whole. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed body; an empty object when it is no JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Asks a host in its major, with its own key unless `headers` say otherwise. */
export const get = async (host: LiveHost, path: string, headers: Record<string, string> = {}) =>
  readAnswer(await fetch(`${host.origin}${path}`, { headers: { ...withKey(host), ...headers } }));

export async function post(host: LiveHost, path: string, body: unknown, key = host.key): Promise<HostAnswer> {
  const headers = { ...withKey(host), 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return readAnswer(
    await fetch(`${host.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
}

/** The whole of a stream that ends, as text. */
export const stream = async (host: LiveHost, path: string, headers: Record<string, string> = {}) =>
  get(host, path, { accept: 'text/event-stream', ...headers });

/** Data of the frames of a stream, parsed. */
export const frameData = (text: string): readonly unknown[] =>
  (text.match(/^data: .*/gm) ?? []).map((line) => JSON.parse(line.slice('data: '.length)));

function withKey({ key, dialect }: LiveHost): Record<string, string> {
  const version = DIALECTS[dialect].major === 2 ? { 'openwop-version': '2' } : {};
  return { authorization: `Bearer ${key}`, ...version };
}

async function readAnswer(response: Response): Promise<HostAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  const json = parsedJson(text);
  return { status, headers, text, json: isRecord(json) ? json : {} };
}

/** Waits until something is so, looking again whenever the event loop has gone round. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((again) => setTimeout(again, 5));
}
