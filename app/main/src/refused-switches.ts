/**
 * Switches that an installed application starts with. Chromium has some thousand, and many take away what keeps content
 * confined: a port for a debugger, a proxy, extensions, the sandbox. So the few that the user may need are named, and
 * every other one is refused.
 */
const allowed: ReadonlySet<string> = new Set([
  // Our own.
  'smoke-test',
  'token-env',
  'user-data-dir',
  // How the window is drawn, and in which language.
  'disable-gpu',
  'disable-dev-shm-usage',
  'force-device-scale-factor',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'gtk-version',
  'use-gl',
  'use-angle',
  // Which keyring holds the tokens; one that is none is noticed (token-vault.ts).
  'password-store',
  // Windows notes with it when a program was requested to start.
  'original-process-start-time',
]);

export interface SwitchSurroundings {
  readonly platform: string;
  /** Chromium's sandbox cannot work for root, who therefore may do without. */
  readonly isRoot: boolean;
}

/**
 * Names of the switches among the arguments of a start that an installed application does not take, each once. Behind
 * `--` nothing is a switch.
 */
export function refusedSwitches(argv: readonly string[], { platform, isRoot }: SwitchSurroundings) {
  const end = argv.indexOf('--');
  const given = argv
    .slice(1, end === -1 ? undefined : end)
    .flatMap((argument) => switchName(argument, platform));
  const refused = given.filter((name) => !allowed.has(name) && !(isRoot && name === 'no-sandbox'));
  return [...new Set(refused)];
}

/** What Chromium takes for the name of a switch: behind one dash or two, on Windows behind a slash too. */
function switchName(argument: string, platform: string): readonly string[] {
  const prefix = platform === 'win32' ? /^(?:--?|\/)/ : /^--?/;
  if (!prefix.test(argument) || /^-+$/.test(argument)) return [];
  // macOS gives a program that the Finder starts the number of its process.
  if (platform === 'darwin' && /^-psn_\d+_\d+$/.test(argument)) return [];
  const name = argument.replace(prefix, '').split('=', 1)[0] ?? '';
  return [platform === 'win32' ? name.toLowerCase() : name];
}

/** Why the application does not start. */
export function refusalText(names: readonly string[]): string {
  const listed = names.map((name) => `--${name.replaceAll(/[^\w-]/g, '?').slice(0, 60)}`).join(', ');
  return `The inspector does not start with ${listed}: what content may do depends on it. Start it without.`;
}
