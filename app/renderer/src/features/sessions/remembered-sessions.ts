/**
 * Which files were open and the visible place in each, for the length of this window's life: a reload opens them again
 * as long as the shell still serves them. Pasted and dropped content is not stored anywhere.
 */
import { listOr, ownString, parsedJson } from '@openwop-inspector/base';
import { noteFailures } from '../../shared/hint-store.ts';
import { rememberInWindow } from '../../shared/stored-texts.ts';
import { readViewLink, type ViewLink } from '../../shared/view-link.ts';
import { shell } from '../../shell/bridge.ts';
import { askShell } from '../../shell/window-access.ts';
import { openLiveSession } from '../live/live-actions.ts';
import { activateSession, openSource } from './session-actions.ts';
import { linkOf, noteLink, useSessionsStore } from './sessions-store.ts';
import { changeView } from './view-store.ts';

const KEY = 'inspector.sessions';

/** A file as saved in the store of the window. */
interface RememberedFile {
  readonly fileId: string;
  readonly url: string;
  readonly name: string;
  readonly hash: string;
  /** Of a live session, which continues in the shell while the window reloads; null for a file. */
  readonly liveId: string | null;
}

/** Stores the visible place of a session. */
export function rememberSession(sessionId: string, hash: string): void {
  noteLink(sessionId, hash);
  writeRemembered();
}

/** Writes the list of open files; called when sessions come and go as well. */
export function writeRemembered(): void {
  const files = useSessionsStore
    .getState()
    .sessions.flatMap(({ sessionId, name, reopen, source }): RememberedFile[] => {
      const hash = linkOf(sessionId);
      const liveId = source.kind === 'live' ? source.liveId : null;
      return reopen === null ? [] : [{ fileId: reopen.fileId, url: reopen.url, name, hash, liveId }];
    });
  rememberInWindow(KEY, files);
}

/** Reads the list of the last life; anything malformed is left out. */
export function readRemembered(text: string | null): readonly RememberedFile[] {
  return listOr(parsedJson(text ?? '[]')).flatMap((entry): RememberedFile[] => {
    const text = (name: string) => ownString(entry, name);
    const [fileId, url, name, hash] = [text('fileId'), text('url'), text('name'), text('hash')];
    const isLocal = url !== null && /^\/?file\/[\w.~-]+$/.test(url);
    if (fileId === null || !isLocal || name === null || hash === null) return [];
    return [{ fileId, url, name, hash, liveId: text('liveId') }];
  });
}

/**
 * Opens again what was open before a reload, and what the address of the window names. Files the shell no longer
 * serves are named as failures.
 */
export async function restoreSessions(): Promise<void> {
  const link = readViewLink(location.hash);
  if (link.file === null && link.bench !== null) changeView('', { bench: link.bench });
  const remembered = [...readRemembered(sessionStorage.getItem(KEY))];
  const linked = remembered.find((file) => file.url === link.file);
  if (link.file !== null && linked === undefined) remembered.push(fileOfLink(link, link.file));
  let visible: string | null = null;
  for (const file of remembered) {
    const isLinked = file.url === link.file;
    const sessionId = await reopen(file, isLinked ? link : readViewLink(file.hash));
    if (sessionId === null)
      noteFailures([{ name: file.name, message: 'It is no longer served after the reload. Open it again.' }]);
    else if (isLinked) visible = sessionId;
  }
  if (visible !== null) activateSession(visible);
}

function fileOfLink(link: ViewLink, url: string): RememberedFile {
  const fileId = url.slice(url.lastIndexOf('/') + 1);
  return { fileId, url, name: link.name ?? 'file', hash: '', liveId: null };
}

/** Opens a file at a place, and returns the id of its session; null when the shell no longer serves it. */
async function reopen(file: RememberedFile, restore: ViewLink): Promise<string | null> {
  const { name, liveId } = file;
  // A live session that the shell still runs; its capture is opened as a file otherwise.
  const live = liveId === null ? null : await orNull(shell().call('live/find', { liveId }));
  if (live !== null) return openLiveSession(live, restore);
  const found = await findFile(file, restore.recent);
  if (found === null) return null;
  const { fileId, url, recentId, sizeBytes } = found;
  return openSource({ kind: 'url', name, url, sizeBytes }, { fileId, url, recentId }, restore);
}

const orNull = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null);

/** The file as the shell serves it now: under the id it had, else, after a new start, by its entry in the recent list. */
async function findFile({ fileId, url }: RememberedFile, recentId: string | null) {
  const sizeBytes = await servedSize(url);
  if (sizeBytes !== null) return { fileId, url, recentId, sizeBytes };
  const reply = recentId === null ? null : await orNull(shell().call('files/reopen', { recentId }));
  return reply?.opened[0] ?? null;
}

/** Size of a file in bytes, or null when the shell does not serve it any more. Reads nothing of it. */
async function servedSize(url: string): Promise<number | null> {
  const response = await orNull(askShell(url, { method: 'HEAD' }));
  const size = Number(response?.headers.get('content-length') ?? 'none');
  return response?.ok && Number.isInteger(size) ? size : null;
}
