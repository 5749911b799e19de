import { maskMark } from '@openwop-inspector/base';

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
