/** The declarations of hosts that the window keeps: added from files and live hosts, removed, and put back. */
import { plainLine } from '@openwop-inspector/protocol';
import { announce } from '@openwop-inspector/ui';
import type { SavedHost } from '../acceptor-worker/run-jobs.ts';
import { type AddedDeclarations, addDeclarations, type ReadText } from '../model/declarations.ts';
import { rememberHosts } from './bench-memory.ts';
import { useBenchStore } from './bench-store.ts';
import { filesFromInput } from './files-from-input.ts';
import { type DroppedFolder, pickedFolder } from './folder-files.ts';
import { useHostsStore } from './hosts-store.ts';
import { useLiveStore } from './live-store.ts';
import { declarationNews, NO_NEWS, tellNews } from './portability-store.ts';

/** Longest file that may be a declaration, in bytes: a discovery document is stored up to 1 MiB. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum number of files read from a folder. */
const MAX_FILES = 2_000;

/** Lets the person choose files, or a folder of them. */
export async function pickDeclarations(isFolder: boolean): Promise<void> {
  const files = await filesFromInput(isFolder, isFolder ? 'Folder of declarations' : 'Declarations to add');
  if (files.length === 0) return;
  await (isFolder ? takeDeclarations([pickedFolder(files)], []) : takeDeclarations([], files));
}

/** Adds what files and folders declare; each that declares nothing is reported by name. */
export async function takeDeclarations(
  folders: readonly DroppedFolder[],
  files: readonly File[],
): Promise<void> {
  const inFolders = folders.flatMap(({ name, files: inside }) =>
    inside.flatMap((one) =>
      one.kind === 'file' ? [{ name: `${name}/${one.path ?? one.file.name}`, file: one.file }] : [],
    ),
  );
  const all = [...inFolders, ...files.map((file) => ({ name: file.name, file }))];
  const texts = await Promise.all(all.slice(0, MAX_FILES).map(({ name, file }) => textOf(name, file)));
  const left = all
    .slice(MAX_FILES)
    .map(({ name }): ReadText => ({ file: name, why: 'left out: too many files' }));
  const remarks = folders.flatMap(({ name, remarks: reported }) =>
    reported.map((why): ReadText => ({ file: name, why })),
  );
  keep(addDeclarations(useBenchStore.getState().hosts, [...texts, ...left, ...remarks]));
}

async function textOf(name: string, file: File): Promise<ReadText> {
  if (file.size > MAX_BYTES) return { file: name, why: 'too large for a declaration' };
  try {
    return { file: name, text: await file.text() };
  } catch {
    return { file: name, why: 'it cannot be read' };
  }
}

function keep({ hosts, added, junk }: AddedDeclarations): void {
  if (added.length > 0) putHosts(hosts);
  tellNews({ ...NO_NEWS, added, junk });
  announce(`${added.length} added, ${junk.length} left out`);
}

function putHosts(hosts: readonly SavedHost[]): void {
  useBenchStore.setState({ hosts });
  void rememberHosts();
}

/** A host that the window has talked to, with its discovery document as it gave it, masked. */
export interface TalkedTo {
  readonly name: string;
  readonly documentText: string;
}

/** Hosts that a run is attached at, and those that were tested, each once. */
export function useTalkedTo(): readonly TalkedTo[] {
  const entries = useLiveStore((state) => state.entries);
  const work = useHostsStore((state) => state.work);
  const found = new Map<string, TalkedTo>();
  const attached = Object.values(entries).map(({ live }) => live.discovery);
  const tested = Object.values(work).map(({ examination }) =>
    examination?.kind === 'done' ? examination.report.discovery : null,
  );
  for (const discovery of [...attached, ...tested])
    if (discovery !== null) found.set(`${discovery.name}\n${discovery.documentText}`, discovery);
  return [...found.values()];
}

/** Adds what a host that the window has talked to declares. */
export function takeTalkedTo({ name, documentText }: TalkedTo): void {
  keep(addDeclarations(useBenchStore.getState().hosts, [{ file: name, text: documentText }]));
}

/** Removes a declaration; it can be put back until something else is changed. */
export function removeDeclaration(name: string): void {
  const { hosts } = useBenchStore.getState();
  const at = hosts.findIndex((one) => one.name === name);
  const host = hosts[at];
  if (host === undefined) return;
  putHosts(hosts.filter((one) => one !== host));
  tellNews({ ...NO_NEWS, removed: { host, at } });
  announce(`${plainLine(name)} removed. It can be put back.`);
}

/** Puts the declaration back that was removed last. */
export function undoRemoval(): void {
  const { removed } = declarationNews();
  if (removed === null) return;
  const others = useBenchStore.getState().hosts.filter(({ name }) => name !== removed.host.name);
  putHosts(others.toSpliced(removed.at, 0, removed.host));
  tellNews(NO_NEWS);
  announce(`${plainLine(removed.host.name)} is back`);
}

/** Dismisses the messages about the last files. */
export function dismissNews(): void {
  tellNews(NO_NEWS);
}
