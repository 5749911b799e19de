import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const OPTIONS = {
  browser: { type: 'boolean' },
  desktop: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  'token-env': { type: 'string', multiple: true },
};

/**
 * Reads the arguments of `npm start`. Files are resolved against `folder`; addresses of hosts and runs, and links to
 * them, are passed as they are. `--token-env NAME` names a variable that may become a token, and may be given again. After
 * `--` nothing is an option.
 *
 * @param {readonly string[]} args
 * @param {string} folder
 * @returns {{ kind: 'wrong', why: string } |
 *   { kind: 'read', mode: 'any' | 'browser' | 'desktop', mayOpen: boolean, files: readonly string[],
 *     addresses: readonly string[], tokenVariables: readonly string[] }}
 */
export function readStartArguments(args, folder) {
  const given = { args: [...args], options: OPTIONS, strict: false, allowPositionals: true, tokens: true };
  const { values, positionals, tokens } = parseArgs(given);
  const variables = values['token-env'] ?? [];
  if (!variables.every((name) => /^[A-Z_][A-Z0-9_]{0,100}$/.test(name)))
    return { kind: 'wrong', why: '--token-env takes the name of a variable.' };
  const unknown = tokens.find(({ kind, name }) => kind === 'option' && !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined) return { kind: 'wrong', why: `There is no option ${unknown.rawName}.` };
  if (values.browser && values.desktop)
    return { kind: 'wrong', why: 'Choose one of --browser and --desktop.' };
  const isAddress = (arg) => /^(?:https?|openwop-inspector):\/\//i.test(arg);
  return {
    kind: 'read',
    mode: values.desktop ? 'desktop' : values.browser ? 'browser' : 'any',
    mayOpen: !values['no-open'],
    files: positionals.filter((arg) => !isAddress(arg)).map((file) => resolve(folder, file)),
    addresses: positionals.filter(isAddress),
    tokenVariables: variables,
  };
}
