import { resolve } from 'node:path';

const switches = ['--browser', '--desktop', '--no-open'];

/**
 * Reads the arguments of `npm start`. Files are resolved against `folder`; addresses of hosts and runs, and links to
 * them, are kept as they are. After `--` nothing is an option.
 *
 * @param {readonly string[]} args
 * @param {string} folder
 * @returns {{ kind: 'wrong', why: string } |
 *   { kind: 'read', mode: 'any' | 'browser' | 'desktop', mayOpen: boolean, files: readonly string[],
 *     addresses: readonly string[] }}
 */
export function readStartArguments(args, folder) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const before = args.slice(0, end);
  const options = before.filter((arg) => arg.startsWith('-'));
  const given = [...before.filter((arg) => !arg.startsWith('-')), ...args.slice(end + 1)];
  const isAddress = (arg) => /^(?:https?|openwop-inspector):\/\//i.test(arg);

  const unknown = options.find((option) => !switches.includes(option));
  if (unknown !== undefined) return { kind: 'wrong', why: `There is no option ${unknown}.` };
  const has = (option) => options.includes(option);
  if (has('--browser') && has('--desktop')) {
    return { kind: 'wrong', why: 'Choose one of --browser and --desktop.' };
  }
  return {
    kind: 'read',
    mode: has('--desktop') ? 'desktop' : has('--browser') ? 'browser' : 'any',
    mayOpen: !has('--no-open'),
    files: given.filter((arg) => !isAddress(arg)).map((file) => resolve(folder, file)),
    addresses: given.filter(isAddress),
  };
}
