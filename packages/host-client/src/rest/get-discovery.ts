import type { HostAnswer } from '../answers/host-error.ts';
import type { HostConnection, JsonAnswer, RequestParts } from '../connection.ts';

/**
 * Largest discovery document that is read. Real ones have a few tens of KiB; whoever reads one lists kinds and versions,
 * compares them and draws the whole as a tree.
 */
const MAX_BYTES = 1024 * 1024;

/**
 * Asks for the discovery document (bundles-and-transport.md section 5.2). One of more than 1 MiB is not read: the answer
 * is the error `answer_too_large`, which says so.
 */
export function getDiscovery(
  connection: HostConnection,
  parts: Pick<RequestParts, 'signal' | 'timeoutMs' | 'withToken'> = {},
): Promise<HostAnswer<JsonAnswer>> {
  return connection.getJson('/.well-known/openwop', { ...parts, maxBytes: MAX_BYTES });
}
