import type { HostAnswer } from '../answers/host-error.ts';
import type { HostConnection, JsonAnswer, RequestParts } from '../connection.ts';
import { runPath } from './request-url.ts';

/**
 * Asks for the debug bundle of a run, which works on hosts that do not advertise it too (bundles-and-transport.md
 * section 5.2). `maxEvents` is an extension that some hosts ignore. At most 64 MiB; 60 s unless told otherwise.
 */
export function getBundle(
  connection: HostConnection,
  runId: string,
  { maxEvents, ...parts }: Pick<RequestParts, 'signal' | 'timeoutMs'> & { readonly maxEvents?: number } = {},
): Promise<HostAnswer<JsonAnswer>> {
  const query = maxEvents === undefined ? {} : { maxEvents: String(maxEvents) };
  return connection.getJson(runPath(runId, '/debug-bundle'), { timeoutMs: 60_000, ...parts, query });
}
