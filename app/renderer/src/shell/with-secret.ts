import { windowSecretHeader } from '@openwop-inspector/shell-contract';

/** Adds the secret of the window, where it has one, to the headers of a request to the shell. */
export function withSecret(headers: HeadersInit | undefined, secret: string | null): Headers {
  const all = new Headers(headers);
  if (secret !== null) all.set(windowSecretHeader, secret);
  return all;
}
