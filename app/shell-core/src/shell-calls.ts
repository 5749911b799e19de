import { randomUUID } from 'node:crypto';
import { join, relative } from 'node:path';
import { isRecord, listOr, masker } from '@openwop-inspector/base';
import {
  type BeginSaveReply,
  type CallName,
  type FileProblem,
  isCallName,
  MAX_NOTES_BYTES,
  MAX_STORED_BYTES,
  type OpenedFile,
  type OpenFilesReply,
  type Request,
  type SaveTextReply,
  type Settings,
  type ShellInfo,
} from '@openwop-inspector/shell-contract';
import { type CallHandlers, done } from './call-handlers.ts';
import type { LiveParts } from './live/live-context.ts';
import { createLiveService, type LiveService } from './live/live-service.ts';
import { type ContentLoader, createContentLoader } from './loading/content-loader.ts';
import type { Log } from './log.ts';
import { createOpenFiles } from './open-files.ts';
import { type AskAboutRequest, createPermissions } from './permissions.ts';
import { readRequest } from './read-request.ts';
import { createRecentFiles } from './recent-files.ts';
import { type AskWhereToSave, createFileSaver, type FileSaver, notSaved } from './save-file.ts';
import { createTextStore, type JsonStore, readJsonFile } from './stores.ts';

interface BegunSave {
  readonly parts: WritableStreamDefaultWriter<Uint8Array>;
  readonly written: Promise<SaveTextReply>;
}

/** One of the sample runs that come with the application. */
interface Sample {
  readonly sampleId: string;
  readonly title: string;
  /** Absolute path. */
  readonly path: string;
}

/** What the calls work with. A shell differs from the other only in these. */
export interface ShellParts {
  /** The vault says whether tokens can be stored. */
  readonly info: Omit<ShellInfo, 'canKeepTokens'>;
  readonly settings: JsonStore<Settings>;
  readonly samplesFolder: string;
  /** Paths of files to open at the start. */
  readonly startupPaths: readonly string[];
  /** Asks the person for files; an empty list when there is no dialog or it was cancelled. */
  readonly pickPaths: () => Promise<readonly string[]>;
  /** Asks the person where a file goes; null where the shell has no dialog for it. */
  readonly askWhereToSave: AskWhereToSave | null;
  /** Asks the person about a link and does what they say; null where the window asks by itself. */
  readonly askAboutLink: AskAboutLink | null;
  /** Asks the person before the first request to an origin, and before a variable is read; null without dialogs. */
  readonly askAboutRequest: AskAboutRequest | null;
  /** Origins of this machine that content may be loaded from. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** Called when files were opened without the window asking. */
  readonly filesOpened: (reply: OpenFilesReply) => void;
  readonly live: LiveParts;
  readonly log: Log;
}

/** Asks whether a link is opened or copied. Given as the window sent it: the scheme has not been checked. */
export type AskAboutLink = (
  address: string,
) => Promise<{ readonly opened: boolean; readonly copied: boolean }>;

/** What became of a call. Only `answered` has done anything. */
export type CallAnswer =
  | { readonly kind: 'answered'; readonly reply: unknown }
  | { readonly kind: 'unknown-call' }
  | { readonly kind: 'bad-request'; readonly why: string };

/** The calls of the contract, answered the same way in both shells. */
export type ShellCallService = ReturnType<typeof createShellCallService>;

const notOpened = (name: string, message: string): OpenFilesReply => ({
  opened: [],
  failed: [{ name: masker.text(name), message: masker.text(message) }],
});

/** The parts, and what is made of them: files, and what lies in the folder of the settings. */
type Shell = ShellParts & ReturnType<typeof storesOf>;

function storesOf({ live: { configFolder }, log }: ShellParts) {
  return {
    openFiles: createOpenFiles(),
    recentFiles: createRecentFiles(join(configFolder, 'recent.json'), log),
    /** One document a log. */
    notes: createTextStore(join(configFolder, 'notes'), MAX_NOTES_BYTES, log),
    /** For all logs. */
    texts: createTextStore(join(configFolder, 'kept'), MAX_STORED_BYTES, log),
  };
}

/** Creates the service of one shell. */
export function createShellCallService(given: ShellParts) {
  const parts: Shell = { ...given, ...storesOf(given) };
  let waitingPaths: readonly string[] = parts.startupPaths;
  let windowListens = false;
  const permissions = createPermissions(parts.askAboutRequest, parts.live.tokenVariables);
  const loader = createContentLoader({ ...parts, permit: permissions.permit });
  const saver = createFileSaver(parts.askWhereToSave, parts.info.platform, parts.log);
  const partsSaver = createPartsSaver(saver);
  const { openFiles, log } = parts;
  const canSave = parts.askWhereToSave !== null;
  const live = createLiveService(parts.live, { openFiles, saver, canSave, permissions, log });
  const ownHandlers = createHandlers(parts, loader, saver, partsSaver, () => {
    const paths = waitingPaths;
    waitingPaths = [];
    windowListens = true;
    return paths;
  });
  const handlers: CallHandlers = { ...ownHandlers, ...live.calls };
  return {
    openFiles,
    /**
     * Takes a call as it came over the wire: neither the name nor the request has been checked. `gone` aborts when nobody
     * waits for the answer any more.
     */
    async answer(name: unknown, value: unknown, gone?: AbortSignal): Promise<CallAnswer> {
      if (!isCallName(name)) return { kind: 'unknown-call' };
      return answerWith(handlers, name, value, gone);
    },
    /** Opens files on behalf of something outside the window; they wait when no window has requested its files yet. */
    async openFromOutside(paths: readonly string[]): Promise<void> {
      if (windowListens) parts.filesOpened(await openPaths(parts, paths));
      else waitingPaths = [...waitingPaths, ...paths];
    },
    /** Takes the address of a host or a run from a deep link or a second start; it waits as files do. */
    openAddress: (text: string): Promise<void> => live.openAddress(text),
    /**
     * Says that the window begins again or is gone: what comes from outside waits for it again, its loads end. Live
     * sessions go on.
     */
    windowRestarts(): void {
      windowListens = false;
      loader.cancelAll();
      partsSaver.dropAll();
      live.windowRestarts();
    },
    /** Ends the live sessions. What came, and settings that a window sent before, are on the disk then. */
    async end(): Promise<void> {
      await Promise.all([live.end(), parts.settings.read()]);
    },
  };
}

async function answerWith<N extends CallName>(
  handlers: CallHandlers,
  name: N,
  value: unknown,
  gone?: AbortSignal,
): Promise<CallAnswer> {
  const reading = readRequest(name, value);
  if (!reading.ok) return { kind: 'bad-request', why: reading.why };
  return { kind: 'answered', reply: await handlers[name](reading.request, gone) };
}

function createHandlers(
  parts: Shell,
  loader: ContentLoader,
  saver: FileSaver,
  partsSaver: ReturnType<typeof createPartsSaver>,
  takeStartupPaths: () => readonly string[],
): Omit<CallHandlers, keyof LiveService['calls']> {
  const { openFiles, recentFiles, settings, notes, texts } = parts;
  return {
    'shell/info': async () => ({ ...parts.info, canKeepTokens: parts.live.vault.refusal() === null }),
    'files/startup': async () => openPaths(parts, takeStartupPaths()),
    'files/pick': async () => openPaths(parts, await parts.pickPaths()),
    'files/reopen': async ({ recentId }) => {
      const path = await recentFiles.pathOf(recentId);
      return path === null
        ? notOpened('recent file', 'This entry is no longer in the recent list.')
        : openPaths(parts, [path]);
    },
    'files/samples': async () =>
      (await listSamples(parts.samplesFolder, parts.log)).map(({ sampleId, title }) => ({ sampleId, title })),
    'files/open-sample': async ({ sampleId }) => {
      const samples = await listSamples(parts.samplesFolder, parts.log);
      const sample = samples.find((candidate) => candidate.sampleId === sampleId);
      return sample === undefined
        ? notOpened('sample run', 'There is no sample of that name in this installation.')
        : openPaths(parts, [sample.path]);
    },
    'files/save-text': (request) => saver.saveText(request),
    'files/save-bytes': (request) => saver.saveBytes(request),
    'files/begin-save': ({ suggestedName }) => partsSaver.begin(suggestedName),
    'files/save-part': (request) => partsSaver.part(request),
    'files/end-save': (request) => partsSaver.end(request),
    'files/close': done(({ fileId }) => {
      // A capture is closed with its session.
      if (openFiles.growthOf(fileId) === null) openFiles.close(fileId);
    }),
    'content/load-once': (request, gone) => loader.load(request, gone),
    'content/cancel-load': done(({ loadId }) => loader.cancel(loadId)),
    'links/open': async ({ address }) =>
      parts.askAboutLink === null
        ? { handled: false }
        : { handled: true, ...(await parts.askAboutLink(address)) },
    // What is stored in the folder of the settings.
    'recent/list': () => recentFiles.list(),
    'recent/note': done(async ({ fileId, events, tone }) => {
      const path = openFiles.pathOf(fileId);
      if (path !== null) await recentFiles.note(path, events, tone);
    }),
    'recent/clear': done(() => recentFiles.clear()),
    'notes/read': async ({ key }) => {
      const read = await notes.read(key);
      return read.kind === 'text' ? read.text : null;
    },
    'notes/write': ({ key, text }) => notes.write(key, text),
    'texts/read': ({ name }) => texts.read(name),
    'texts/write': ({ name, text }) => texts.write(name, text),
    'settings/read': () => settings.read(),
    'settings/write': done((wanted) => settings.update(() => wanted)),
  };
}

async function openPaths(parts: Shell, paths: readonly string[]): Promise<OpenFilesReply> {
  const opened: OpenedFile[] = [];
  const failed: FileProblem[] = [];
  for (const given of paths) {
    const opening = await parts.openFiles.open(given);
    if (opening.kind === 'failed') {
      failed.push(opening.problem);
      parts.log({ event: 'file-failed' });
      continue;
    }
    const path = parts.openFiles.pathOf(opening.file.fileId);
    const isStored = path !== null && !isInside(parts.samplesFolder, path);
    opened.push({ ...opening.file, recentId: isStored ? await parts.recentFiles.opened(path) : null });
  }
  return { opened, failed };
}

/** Samples are always one click away; they would only crowd the recent list. */
function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && way !== path;
}

/**
 * Reads `index.json` of the samples' folder: `[{ sampleId, file, title }]` in display order, the first being what
 * opens by default. Entries that are not of that form, or whose file is not directly in the folder, are left out.
 * A missing folder has no samples.
 */
async function listSamples(folder: string, log: Log): Promise<readonly Sample[]> {
  const reading = await readJsonFile(join(folder, 'index.json'), 64 * 1024);
  if (reading.kind !== 'read') {
    log({ event: 'store-unusable', code: reading.kind === 'missing' ? 'no-samples' : reading.code });
    return [];
  }
  return listOr(reading.value).flatMap((entry) =>
    isRecord(entry) && isName(entry.sampleId) && isName(entry.file) && typeof entry.title === 'string'
      ? [{ sampleId: entry.sampleId, title: entry.title, path: join(folder, entry.file) }]
      : [],
  );
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^\w[\w.-]{0,99}$/.test(value);

/** Creates the answers. A part is answered when the file has taken it, so that no more than one waits in memory. */
export function createPartsSaver(saver: Pick<FileSaver, 'saveParts'>) {
  const begun = new Map<string, BegunSave>();

  async function drop(saveId: string): Promise<void> {
    const save = begun.get(saveId);
    begun.delete(saveId);
    await save?.parts.abort('not whole').catch(() => undefined); // it failed already
    await save?.written;
  }

  return {
    begin(suggestedName: string): Promise<BeginSaveReply> {
      for (const saveId of begun.keys()) void drop(saveId);
      return new Promise((resolve, reject) => {
        const written = saver.saveParts(suggestedName, () => {
          const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
          const saveId = randomUUID();
          const parts = writable.getWriter();
          begun.set(saveId, { parts, written });
          // A file that could not be made takes no part, and who waits for that hears of it.
          void written.finally(() => readable.cancel()).catch(() => undefined); // it was read
          resolve({ begun: true, saveId });
          return readable;
        });
        // Where it was begun this is the end of it, and nobody waits here any more.
        written.then((reply) => {
          if (!reply.saved) resolve({ begun: false, ...reply });
        }, reject);
      });
    },
    async part({ saveId, bytes }: Request<'files/save-part'>): Promise<boolean> {
      const save = begun.get(saveId);
      if (save === undefined) return false;
      return save.parts.write(bytes).then(
        () => true,
        () => false,
      );
    },
    async end({ saveId, isWhole }: Request<'files/end-save'>): Promise<SaveTextReply> {
      const save = begun.get(saveId);
      if (save === undefined) return notSaved('not-written', 'The unfinished file is gone; save it again.');
      if (!isWhole) {
        await drop(saveId);
        return { saved: false, reason: 'cancelled' };
      }
      begun.delete(saveId);
      await save.parts.close().catch(() => undefined); // why it failed is in the answer
      return save.written;
    },
    /** Whoever sent the parts is gone: nothing of what was begun is left. */
    dropAll(): void {
      for (const saveId of begun.keys()) void drop(saveId);
    },
  };
}
