import { jsonTokens } from '@openwop-inspector/acceptor-core';

/** A JSON object on one line with members added, and the names that the object had itself and gave up for them. */
export interface ExtendedObject {
  readonly json: string;
  readonly replaced: readonly string[];
}

/**
 * Adds members to the end of a JSON object given as text, and takes out those of the same name. Everything else stays
 * character by character, apart from space between tokens. The text must be a valid JSON object. O(length).
 */
export function withMembers(text: string, members: Readonly<Record<string, unknown>>): ExtendedObject {
  const kept: string[] = [];
  const replaced: string[] = [];
  let depth = 0;
  let member: string[] = [];
  const finish = (): void => {
    const [key] = member;
    if (key === undefined) return;
    const name: unknown = JSON.parse(key);
    if (typeof name === 'string' && Object.hasOwn(members, name)) replaced.push(name);
    else kept.push(member.join(''));
    member = [];
  };
  for (const token of jsonTokens(text)) {
    const isOpening = token.text === '{' || token.text === '[';
    const isClosing = token.text === '}' || token.text === ']';
    if (isClosing) depth--;
    if ((depth === 1 && token.text === ',') || (depth === 0 && isClosing)) finish();
    else if (depth > 0) member.push(token.text);
    if (isOpening) depth++;
  }
  for (const [name, value] of Object.entries(members))
    kept.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return { json: `{${kept.join(',')}}`, replaced };
}
