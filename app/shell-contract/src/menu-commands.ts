/** Commands of the window that the menu of a shell has, by their ids there. */
export const SHELL_COMMANDS = [
  ...([
    'open',
    'open-folder',
    'hosts',
    'save-session',
    'export',
    'save-capture',
    'copy-markdown',
    'copy-command',
    'open-notes',
    'save-notes',
    'close-session',
    'reopen-session',
  ] as const),
  ...(['back', 'forward', 'failure', 'next-problem', 'previous-problem', 'cause', 'effect'] as const),
  ...(['undo', 'redo', 'note', 'tab-notes'] as const),
  ...(['chain-start', 'taint', 'start', 'next-session', 'previous-session'] as const),
  ...(['view-events', 'view-causes', 'view-nodes', 'view-envelopes', 'view-problems', 'view-audit'] as const),
  ...(['filter', 'clear-filter', 'level', 'streams', 'runs', 'all-runs', 'theme', 'density'] as const),
  ...(['search-payloads', 'next-hit', 'previous-hit'] as const),
  ...([
    'dims',
    'colours',
    'order-recorded',
    'order-time',
    'order-duration',
    'order-tokens',
    'order-cost',
  ] as const),
  ...(['zoom-in', 'zoom-out', 'zoom-reset'] as const),
  ...(['palette', 'acceptor', 'turn', 'gate', 'discovery', 'compare', 'event-pair', 'portability'] as const),
  ...(['follow', 'fetch-missing', 'reconnect', 'detach', 'fork'] as const),
  ...(['keys', 'about'] as const),
] as const;

export type ShellCommand = (typeof SHELL_COMMANDS)[number];
