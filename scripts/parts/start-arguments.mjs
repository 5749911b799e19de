import { resolve } from 'node:path';

const switches = ['--browser', '--desktop', '--no-open'];

/**
 * Reads the arguments of `npm start`. Files are resolved against `folder`; after `--` everything is a file.
 *
 * @param {readonly string[]} args
 * @param {string} folder
 * @returns {{ kind: 'wrong', why: string } |
 *   { kind: 'read', mode: 'any' | 'browser' | 'desktop', mayOpen: boolean, files: readonly string[] }}
 */
export function readStartArguments(args, folder) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const before = args.slice(0, end);
  const options = before.filter((arg) => arg.startsWith('-'));
  const files = [...before.filter((arg) => !arg.startsWith('-')), ...args.slice(end + 1)];

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
    files: files.map((file) => resolve(folder, file)),
  };
}
