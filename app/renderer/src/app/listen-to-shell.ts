import type { ShellCommand } from '@openwop-inspector/shell-contract';
import { runCommand } from '../commands/commands.ts';
import { shell } from '../shell/bridge.ts';
import { receiveHostAddress } from '../state/hosts-door.ts';
import { receiveLiveNews, watchSelections } from '../state/live-actions.ts';
import { noteFailures } from '../state/notices-store.ts';
import { openFiles } from '../state/session-actions.ts';

/** Menu entries of the shell and the commands they mean here. */
const COMMAND_OF: Record<ShellCommand, string> = {
  open: 'open',
  'close-session': 'close-session',
  'next-session': 'next-session',
  palette: 'palette',
  keys: 'keys',
  about: 'about',
  'toggle-theme': 'theme',
  'zoom-in': 'zoom-in',
  'zoom-out': 'zoom-out',
  'zoom-reset': 'zoom-reset',
};

/** What a notice of the shell begins with, so that it stands there once. */
const UNEXPECTED = 'An unexpected error';

/** Takes files, addresses of hosts, news of live sessions and menu commands from the shell. */
export function listenToShell(): void {
  shell().on('files-opened', openFiles);
  shell().on('host-address', receiveHostAddress);
  shell().on('live-news', receiveLiveNews);
  shell().on('shell-notice', ({ message }) => noteFailures([{ name: UNEXPECTED, message }]));
  watchSelections();
  shell().on('command', ({ name }) => runCommand(COMMAND_OF[name]));
}
