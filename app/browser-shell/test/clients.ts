import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gestureHeader, type WindowOpened, windowSecretHeader } from '@openwop-inspector/shell-contract';

/** The headers of a window that was opened with an address. */
export async function windowOf({ url }: { readonly url: string }): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(new URL('/window', url), {
    method: 'POST',
    body: JSON.stringify({ key: keyIn(url) }),
    headers: { 'content-type': 'application/json' },
  });
  const { secret }: WindowOpened = await response.json();
  return { [windowSecretHeader]: secret, [gestureHeader]: '1', 'content-type': 'application/json' };
}

/** The key in an address of the shell; '' without one. */
export const keyIn = (url: string) => /^#key=([\w-]{43})$/.exec(new URL(url).hash)?.[1] ?? '';

/** Sends what no client would send; gives what comes back until the connection ends. */
export async function sendRaw(request: string, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(request);
  return text(socket);
}
