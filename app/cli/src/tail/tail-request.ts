import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorText } from '@openwop-inspector/base';
import { dim, line } from '@openwop-inspector/base/document';
import {
  getDiscovery,
  type HostConnection,
  type HostError,
  readDiscovery,
} from '@openwop-inspector/host-client';
import { createCaptureFile } from '@openwop-inspector/host-client/node';
import type { ByteSource } from '@openwop-inspector/run-log';
import type { HostOptions } from '../open/host-options.ts';
import type { Surroundings } from '../open/open-log.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { complain, Refusal, remark } from '../verbs/complain.ts';

/** A tail whose arguments make sense. */
export interface TailRequest extends HostOptions {
  readonly runId: string;
  /** `terminal` for the end of the run, or a type of events, `*` standing for anything. */
  readonly until: string;
}

/** Errors of a first request that no later one would mend. */
const FINAL: ReadonlySet<HostError['kind']> = new Set([
  'unreachable',
  'certificate',
  'redirect',
  'out-of-time',
]);

/**
 * Asks the host for its discovery document, which a run can be followed without. Rejects with a `Refusal` only when
 * nothing can be followed there: nobody answers, or another major version of the protocol.
 */
export async function greet(host: HostConnection, { terminal, signal }: Surroundings) {
  const answer = await getDiscovery(host, { withToken: false, signal });
  if (!answer.ok) {
    // What is there and cannot be read is reported; that a host shows nothing to strangers is usual.
    if (answer.error.kind === 'not-understood') remark(terminal, answer.error.message);
    if (!FINAL.has(answer.error.kind) || signal.aborted) return { discovery: null };
    throw new Refusal(answer.error.message);
  }
  const discovery = readDiscovery(answer.value.json, host.baseUrl);
  if (discovery.versionVerdict !== 'stop') return { discovery };
  const version = discovery.protocolVersion ?? 'unknown';
  throw new Refusal(`the host speaks version ${version} of the protocol. This inspector speaks 1.x and 2.x`);
}

/** Says why a host refused, and where the token comes from when that was the reason. */
export function complainOfHost(terminal: Terminal, error: HostError | null, otherwise: string): void {
  const hint = line(dim('The token is read from an environment variable: --token-env NAME'));
  complain(terminal, error?.message ?? otherwise, error?.status === 401 ? [hint] : []);
}

/** The capture of a session as a file of its own, which the session writes and which is read here as a log. */
export type CaptureFile = Awaited<ReturnType<typeof storedCapture>>;

/** Makes an empty capture in a temporary folder that only this person can read. */
export async function storedCapture(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-'));
  const path = join(folder, 'run.capture.ndjson');
  await (await createCaptureFile(path)).close();
  const handle = await open(path, 'r');
  let size = 0;
  const source: ByteSource = {
    name,
    origin: 'spool',
    get sizeBytes() {
      return size;
    },
    async read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, offset + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
  };
  return {
    source,
    path,
    /** Says how far it is written. */
    grownTo(sizeBytes: number) {
      size = Math.max(size, sizeBytes);
    },
    /** Bytes written so far. */
    size: () => size,
    /** Copies the file; rejects as the system does. */
    saveAs: (target: string) => copyFile(path, target),
    /** Removes the file unless it is to stay. */
    async close(removes = true) {
      await handle.close();
      if (removes) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Why a file cannot be written, in the words of the system; null when it can. What is there is not touched. */
export async function whyNotWritable(path: string): Promise<string | null> {
  try {
    const isThere = existsSync(path);
    await (await open(path, 'a', 0o600)).close();
    if (!isThere) await rm(path);
    return null;
  } catch (error) {
    return errorText(error);
  }
}
