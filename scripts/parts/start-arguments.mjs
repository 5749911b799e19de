import { resolve } from 'node:path';

const switches = ['--browser', '--desktop', '--no-open'];
const variableSwitch = '--token-env';

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
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const { rest: before, names, wrong } = takeVariables(args.slice(0, end));
  if (wrong) return { kind: 'wrong', why: `${variableSwitch} takes the name of a variable.` };
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
    tokenVariables: names,
  };
}

/** Takes `--token-env NAME` and `--token-env=NAME` out of arguments. */
function takeVariables(args) {
  const rest = [];
  const names = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === variableSwitch) names.push(args[++at] ?? '');
    else if (arg.startsWith(`${variableSwitch}=`)) names.push(arg.slice(variableSwitch.length + 1));
    else rest.push(arg);
  }
  return { rest, names, wrong: names.some((name) => !/^[A-Z_][A-Z0-9_]{0,100}$/.test(name)) };
}
