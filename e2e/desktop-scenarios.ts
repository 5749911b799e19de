/**
 * Which scenarios also run in the desktop shell in `npm test`, and why. The window is one bundle in both shells, so the
 * others run in Chromium alone; `npm run test:all` runs all of them in both. What lies in `scenarios/desktop` needs no
 * entry here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Group {
  /** What only the desktop shell can show. */
  readonly why: string;
  /** Per spec file, the beginnings of titles. */
  readonly scenarios: Readonly<Record<string, readonly string[]>>;
}

const GROUPS: readonly Group[] = [
  {
    why: 'One smoke scenario a screen, in the oldest supported engine and the dark theme. One visits every screen of a run.',
    scenarios: {
      acceptor: ['axe finds nothing on the bench'],
      accessibility: ['axe finds nothing on the screens of a run', 'axe finds nothing where'],
      agh: ['a conversation with every fault'],
      audit: ['an audit has three answers'],
      compare: ['two logs are compared by one key'],
      filter: ['filters select, are corrected'],
      envelopes: ['markdown, code, card, image', 'delta frames of a captured stream'],
      'payload-search': ['a text is searched in payloads'],
      simulators: ['a turn of a log is played'],
    },
  },
  {
    why: 'Files: dialogs, drops, folders, the recent list, reading by IPC, saving through the main process.',
    scenarios: {
      export: ['a report of the visible events', 'a file of any size is saved'],
      'foreign-files': ['files that cannot be opened', 'a file that changes', 'a file that vanishes'],
      acceptor: ['a trial is saved as a vector'],
      portability: ['envelopes are compared with a folder', 'what a host declares'],
      runs: ['a folder opens as one log'],
      'session-file': ['a session is saved by the keyboard'],
      sessions: [
        'files that are chosen together',
        'files are opened by dropping',
        'what was opened is in the recent',
        'names of files lose',
      ],
    },
  },
  {
    why: 'What the shell stores for the window, its clipboard, theme and pages.',
    scenarios: {
      appearance: ['the theme goes from the system'],
      'first-failure': ['the verdict is copied'],
      notes: ['notes of a log are listed'],
      reload: ['a reload keeps sessions', 'a filter that was saved'],
    },
  },
  {
    why: 'Live sessions: processes of the desktop shell, tokens in its vault, the crash of a session.',
    scenarios: {
      attach: ['a run is attached to', 'the token of a command', 'attaching to a host that does not answer'],
      live: ['a run is watched while it fails', 'questions and a surface', 'the doctor names a wrong token'],
      'stopped-session': ['a session that hangs', 'a capture that was neither'],
    },
  },
  {
    why: 'Confinement: the session of Electron enforces it, not the headers alone.',
    scenarios: {
      confinement: ['text never becomes code'],
      'surface-frame': ['the frame of a surface'],
      webrtc: [''],
    },
  },
];

/** Selects by `file title` those scenarios. Throws when an entry names a scenario that does not exist. */
export function desktopScenarios(scenariosFolder: string): RegExp {
  const names = GROUPS.flatMap(({ scenarios }) =>
    Object.entries(scenarios).flatMap(([file, titles]) => {
      const source = readFileSync(join(scenariosFolder, `${file}.spec.ts`), 'utf8');
      const isIn = (title: string): boolean =>
        ["test('", 'test(`'].some((test) => source.includes(test + title));
      const lost = titles.find((title) => !isIn(title));
      if (lost !== undefined) throw new Error(`${file}.spec.ts has no scenario "${lost}…"`);
      return titles.map((title) => `\\b${file}\\.spec\\.ts ${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
    }),
  );
  return new RegExp(`scenarios/desktop/|${names.join('|')}`);
}
