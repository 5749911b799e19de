import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HostAddress } from './resolve-host.ts';

/** Everything that is told about us. Nothing that is packed is asked for, so that what comes is as long as it says. */
const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'OpenWOP-Inspector' };

/**
 * Sends one GET to one of the given addresses, over a connection of its own: no cookies, no credentials, no referrer,
 * no proxy. The name is not resolved again, so that what was checked is what is asked. Certificates are verified,
 * whatever the surroundings say. Resolves when the headers have come; the receiver must read or destroy the answer.
 */
export function askOnce(
  url: URL,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions & { readonly rejectUnauthorized: true } = {
    method: 'GET',
    headers,
    agent: false,
    lookup: answerFrom(addresses),
    signal,
    rejectUnauthorized: true,
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // The listeners stay: what breaks after the headers is told by the answer itself. A host that wants to go on in
    // another protocol is hung up on without an error.
    send(url, options, resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('The connection ended without an answer.')))
      .end();
  });
}

/** Stands in for the resolver: the addresses that were found and checked before. */
function answerFrom(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostName, { all }, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? '', first?.family ?? 4);
  };
}
