import type { ShellCommand } from '@openwop-inspector/shell-contract';
import type { MenuItemConstructorOptions } from 'electron';

export interface MenuParts {
  readonly platform: string;
  readonly withDeveloperTools: boolean;
  /** Carries out an entry in the window. */
  readonly command: (name: ShellCommand) => void;
}

/**
 * The application's menu. Entries of our own are carried out by the window, so that a menu, a key and the palette do
 * the same thing. On Linux and Windows the accelerators are only shown: the window hears the keys itself, as it does
 * in a browser, and would otherwise act twice. On a Mac they cannot be only shown: single letters are left out there.
 */
export function menuTemplate({
  platform,
  withDeveloperTools,
  command,
}: MenuParts): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const entry = (label: string, name: ShellCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => command(name),
    ...(accelerator === undefined || (isMac && !accelerator.includes('+'))
      ? {}
      : { accelerator, registerAccelerator: false }),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const chord = (key: string): string => `CommandOrControl+${key}`;
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        entry('&Open files…', 'open', chord('O')),
        entry('Open a &folder…', 'open-folder', chord('Shift+O')),
        entry('Attach to a &live host…', 'hosts', chord('L')),
        separator,
        entry('Sa&ve the session to a file…', 'save-session', chord('S')),
        entry('&Export a report or events…', 'export', chord('E')),
        entry('&Save the capture…', 'save-capture'),
        separator,
        entry('Copy the event as &Markdown', 'copy-markdown', 'Shift+M'),
        entry('Copy the filter as a comman&d', 'copy-command'),
        separator,
        entry('Add &notes from a file…', 'open-notes'),
        entry('Save the no&tes to a file…', 'save-notes'),
        separator,
        entry('&Close session', 'close-session', chord('W')),
        entry('Open the last closed session aga&in', 'reopen-session', chord('Shift+T')),
        isMac ? { role: 'close', accelerator: 'Command+Shift+W' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&Go',
      submenu: [
        entry('&Back', 'back', 'Alt+Left'),
        entry('F&orward', 'forward', 'Alt+Right'),
        separator,
        entry('The &failure', 'failure', 'F'),
        entry('&Next failure or problem', 'next-problem', 'N'),
        entry('&Previous failure or problem', 'previous-problem', 'P'),
        separator,
        entry('The &cause', 'cause', 'C'),
        entry('The &effect', 'effect', 'E'),
        entry('Where the chain sta&rts', 'chain-start', 'R'),
        entry('Where the &taint came from', 'taint', 'U'),
        separator,
        entry('Ne&xt session', 'next-session', 'Control+Tab'),
        entry('Previo&us session', 'previous-session', 'Control+Shift+Tab'),
        entry('The &start screen', 'start'),
      ],
    },
    {
      label: '&View',
      submenu: [
        entry('&Events', 'view-events', '1'),
        entry('&Causes', 'view-causes', '2'),
        entry('&Nodes', 'view-nodes', '3'),
        entry('En&velopes', 'view-envelopes', '4'),
        entry('&Problems', 'view-problems', '5'),
        entry('&Audit', 'view-audit', '6'),
        separator,
        entry('&Filter', 'filter', '/'),
        entry('Searc&h in payloads', 'search-payloads', chord('Shift+F')),
        entry('Ne&xt hit in the payloads', 'next-hit', 'F3'),
        entry('Previo&us hit in the payloads', 'previous-hit', 'Shift+F3'),
        entry('Steps, failures, ever&ything', 'level', 'S'),
        entry('Fold or unfold all strea&ms', 'streams', 'Shift+L'),
        entry('Dim or hide what the filter leave&s out', 'dims', 'Shift+D'),
        entry('Colourin&g rules…', 'colours', 'Shift+B'),
        {
          label: 'Listed &by',
          submenu: [
            entry('&As recorded, run by run', 'order-recorded'),
            entry('&Time across runs', 'order-time'),
            entry('&Duration, longest first', 'order-duration'),
            entry('T&okens, most first', 'order-tokens'),
            entry('&Cost, highest first', 'order-cost'),
          ],
        },
        {
          label: 'Columns',
          submenu: [
            entry('T&ime since start', 'column-time'),
            entry('Cloc&k time', 'column-clock'),
            entry('&Run', 'column-run'),
            entry('&Node', 'column-node'),
            entry('T&ype', 'column-type'),
            entry('&Duration', 'column-duration'),
            entry('T&okens', 'column-tokens'),
            entry('&Cost', 'column-cost'),
          ],
        },
        entry('Sho&w all events', 'clear-filter'),
        entry('Notes and boo&kmarks', 'tab-notes', 'Shift+N'),
        entry('&Runs', 'runs', 'Shift+R'),
        entry('A&ll runs', 'all-runs', '0'),
        separator,
        entry('Change the &theme', 'theme'),
        entry('Change the &density', 'density'),
        entry('Zoom &in', 'zoom-in', chord('Plus')),
        entry('Zoom &out', 'zoom-out', chord('-')),
        entry('Actual si&ze', 'zoom-reset', chord('0')),
        separator,
        { role: 'togglefullscreen' },
        ...(withDeveloperTools ? [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    {
      label: '&Tools',
      submenu: [
        entry('&Find an action or a place…', 'palette', chord('K')),
        separator,
        entry('Write a &note on the event', 'note', 'M'),
        entry('Take the last change &back', 'undo', chord('Z')),
        entry('&Make the change again', 'redo', chord('Shift+Z')),
        separator,
        entry('Open in the &acceptor', 'acceptor', 'A'),
        entry('Play the model &turn', 'turn', 'T'),
        entry('Ask the model &gate', 'gate', 'Q'),
        entry('Lint a &discovery document', 'discovery'),
        separator,
        entry('&Compare with another run', 'compare', 'Shift+C'),
        entry('Pick the &event, then compare another with it', 'event-pair', '='),
        entry('Hold the envelopes against other &hosts', 'portability', 'Shift+H'),
      ],
    },
    {
      label: '&Live',
      submenu: [
        entry('&Follow the newest event, or pause the view', 'follow', '.'),
        entry('Fetch what is &missing', 'fetch-missing'),
        entry('&Reconnect to the host', 'reconnect'),
        entry('&Detach from the host', 'detach'),
        entry('For&k from here', 'fork'),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    { role: 'help', submenu: [entry('&Keys', 'keys', '?'), entry('&About OpenWOP Inspector', 'about')] },
  ];
}
