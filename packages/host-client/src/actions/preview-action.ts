import { jsonText, maskMark } from '@openwop-inspector/base';
import type { RequestPreview, RunAction } from '../answers/actions.ts';
import type { HostConnection } from '../connection.ts';
import type { TokenBook } from '../interrupts/token-book.ts';
import { cleanBase } from '../rest/request-url.ts';
import { actionRequest } from './action-request.ts';
import { type Refusal, refuseLocally } from './refuse-locally.ts';

/** An `ActionPreview` before the shell has given it an id. */
export type PreviewedAction = { readonly allowed: true; readonly request: RequestPreview } | Refusal;

/**
 * The exact request that an action would send, with tokens hidden, or why it is not sent. Nothing is sent.
 * `holdsToken` false leaves the `Authorization` header out, as the request would.
 */
export function previewAction(
  connection: HostConnection,
  runId: string,
  action: RunAction,
  tokens: TokenBook,
  holdsToken = true,
): PreviewedAction {
  const refused = refuseLocally(action, tokens);
  if (refused !== null) return refused;
  const { shownPath, body, withToken } = actionRequest(runId, action, tokens);
  const url = connection.mask(`${cleanBase(connection.baseUrl)}${shownPath}`);
  const headers: (readonly [string, string])[] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
  ];
  if (withToken && holdsToken) headers.push(['Authorization', `Bearer ${maskMark('session-token')}`]);
  const text = connection.mask(jsonText(body) ?? '');
  const curl = curlText({ url, headers, body: text });
  return { allowed: true, request: { method: 'POST', url, headers, body: text, curl } };
}

/** What a command for a terminal is made of; the address with its token hidden, as it is shown. */
export interface CurlParts {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/**
 * The request as a command. Tokens are variables of the shell: `$OPENWOP_TOKEN`, and `$OPENWOP_INTERRUPT_TOKEN` in the
 * address of a token endpoint. Everything else stands in single quotes, which nothing inside can end.
 */
export function curlText({ url, headers, body }: CurlParts): string {
  const address = url.split(maskMark('interrupt-token')).map(quoted).join('"$OPENWOP_INTERRUPT_TOKEN"');
  const lines = headers.map(([name, value]) =>
    name === 'Authorization'
      ? '--header "Authorization: Bearer $OPENWOP_TOKEN"'
      : `--header ${quoted(`${name}: ${value}`)}`,
  );
  return [`curl --globoff --request POST ${address}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

function quoted(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`;
}
