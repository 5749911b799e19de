/**
 * Which hosts would take the envelopes of the log in scope, and the declarations of these hosts. The session worker brings
 * the evidence a page at a time, the acceptor's worker judges it at each host, the window only counts.
 */
import {
  MAX_ENVELOPES,
  MAX_HOSTS,
  PortabilityGrid,
  type PortabilityRow,
  readDeclaration,
} from '@openwop-inspector/audit';
import { errorText, formatCount, parsedJson } from '@openwop-inspector/base';
import type { HostDiscovery } from '@openwop-inspector/host-client';
import { plainLine } from '@openwop-inspector/protocol';
import { announce, pickFromInput } from '@openwop-inspector/ui';
import { create } from 'zustand';
import { acceptor } from '../../acceptor-worker/acceptor-client.ts';
import type { SavedHost } from '../../acceptor-worker/run-jobs.ts';
import { askWorker } from '../../worker/client.ts';
import { openAtHost } from '../acceptor/bench-open.ts';
import { saveHosts, useBenchHosts } from '../acceptor/bench-store.ts';
import { useHostWorks } from '../hosts/hosts-store.ts';
import { useLiveStore } from '../live/live-store.ts';
import { type DroppedFolder, pickedFolder } from '../sessions/folder-files.ts';
import { sessionRecord } from '../sessions/session-record.ts';
import { sessionOf } from '../sessions/sessions-store.ts';
import { changeView, showView, viewOf } from '../sessions/view-store.ts';
import { type EventPlace, selectPlace } from './audit-store.ts';

/** What the envelopes came to at the hosts. */
export interface PortabilityResult {
  /** The hosts in the order of the check: one for each cell of a row, in this order. */
  readonly hosts: readonly SavedHost[];
  readonly rows: readonly PortabilityRow[];
  readonly envelopes: number;
  /** Envelopes beyond a limit, after a stop, or that took too long. */
  readonly leftOut: number;
  readonly wasStopped: boolean;
}

/** One session's grid. */
export interface Portability {
  /** The run that it is about, null for all. */
  readonly run: string | null;
  readonly state:
    | { readonly kind: 'running'; readonly done: number; readonly total: number }
    | { readonly kind: 'done'; readonly result: PortabilityResult }
    | { readonly kind: 'failed'; readonly reason: string };
  /** The visible cell, by kind and name of the host; null for the first that refuses. */
  readonly cell: { readonly kind: string; readonly host: string } | null;
}

/** What was left out of the files that were given last, and what was removed last. */
interface DeclarationNews {
  readonly added: readonly string[];
  readonly junk: readonly { readonly file: string; readonly why: string }[];
  readonly removed: { readonly host: SavedHost; readonly at: number } | null;
}

const NO_NEWS: DeclarationNews = { added: [], junk: [], removed: null };

const { of: portabilityOf, put: putPortability, ...grids } = sessionRecord<Portability | null>(null);

export const { use: usePortability, change: changePortability } = grids;

export const useDeclarationNews = create<DeclarationNews>()(() => NO_NEWS);

/** Envelopes judged per request. */
const PAGE = 40;

/** Sessions whose grid is to end at the next page. */
const stopping = new Set<string>();

/** Ends what is under way; what was found until then is displayed. */
export function stopPortability(sessionId: string): void {
  stopping.add(sessionId);
}

/** Checks against the saved hosts, unless just this was checked already. */
export function ensurePortability(sessionId: string): void {
  const current = portabilityOf(sessionId);
  const { hosts } = useBenchHosts.getState();
  const isSame =
    current !== null &&
    current.run === viewOf(sessionId).run &&
    (current.state.kind !== 'done' || current.state.result.hosts === hosts);
  if (!isSame && hosts.length > 0) void askHosts(sessionId);
}

/** Asks the hosts that are saved, in place of whatever is under way. */
export async function askHosts(sessionId: string): Promise<void> {
  stopping.delete(sessionId);
  const { run } = viewOf(sessionId);
  const { hosts } = useBenchHosts.getState();
  const { cell = null } = portabilityOf(sessionId) ?? {};
  let own: Portability['state'] = { kind: 'running', done: 0, total: 0 };
  putPortability(sessionId, { run, cell, state: own });
  // Another question about the session, other hosts, or its close, end this one.
  const isOurs = (): boolean =>
    portabilityOf(sessionId)?.state === own && useBenchHosts.getState().hosts === hosts;
  const say = (state: Portability['state']): void => {
    own = state;
    changePortability(sessionId, { state });
  };
  const tell = (done: number, total: number): void => say({ kind: 'running', done, total });
  try {
    const result = await askPages(sessionId, hosts, isOurs, tell);
    if (result === null || !isOurs()) return;
    say({ kind: 'done', result });
    announce(result.wasStopped ? 'Stopped' : 'All hosts checked');
  } catch (error) {
    if (isOurs()) say({ kind: 'failed', reason: errorText(error) });
  }
}

/** Null when the request is outdated. */
async function askPages(
  sessionId: string,
  hosts: readonly SavedHost[],
  isOurs: () => boolean,
  tell: (done: number, total: number) => void,
): Promise<PortabilityResult | null> {
  const grid = new PortabilityGrid();
  const seen = new Set<string>();
  const file = sessionOf(sessionId)?.name ?? '';
  let tookTooLong = 0;
  let total = 0;
  let wasStopped = false;
  for (let offset = 0; grid.taken < MAX_ENVELOPES; offset += PAGE) {
    const page = await askWorker('auditPage', { sessionId, offset, limit: PAGE });
    if (!isOurs()) return null;
    total = page.total;
    wasStopped = stopping.delete(sessionId);
    if (page.isEnd || wasStopped) break;
    const evidence = page.evidence.flatMap(({ key, evidence: one }) => {
      if (seen.has(key)) return [];
      seen.add(key);
      return [one];
    });
    const requested = await acceptor.ask('portability', { evidence, hosts });
    if (!isOurs()) return null;
    if (requested.kind === 'failed') throw new Error(requested.reason);
    if (requested.kind === 'stopped') tookTooLong += evidence.length;
    else
      for (const { kind, place, verdicts } of requested.result) grid.take(kind, { file, ...place }, verdicts);
    tell(grid.taken, Math.max(total, grid.taken));
  }
  const isCut = wasStopped || grid.taken >= MAX_ENVELOPES;
  const leftOut = grid.leftOut + tookTooLong + (isCut ? Math.max(0, total - grid.taken) : 0);
  return { hosts, rows: grid.rows(), envelopes: grid.taken, leftOut, wasStopped };
}

/** Goes to the event of an example. */
export async function showExample(sessionId: string, place: EventPlace): Promise<void> {
  if (!(await selectPlace(sessionId, place))) return;
  changeView(sessionId, { bench: null });
  showView(sessionId, 'events');
}

/** Takes an example to the acceptor, in the context of its run and with what the host declares. */
export async function tryExample(sessionId: string, place: EventPlace, { host }: SavedHost): Promise<void> {
  if (await selectPlace(sessionId, place)) await openAtHost(sessionId, host);
}

/** Longest file that may be a declaration, in bytes: a discovery document is stored up to 1 MiB. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum number of files read from a folder. */
const MAX_FILES = 2_000;

/** Lets the person choose files, or a folder of them. */
export async function pickDeclarations(isFolder: boolean): Promise<void> {
  const title = isFolder ? 'Folder of declarations' : 'Declarations to add';
  const files = await pickFromInput(title, { isFolder });
  if (files.length === 0) return;
  await (isFolder ? takeDeclarations([pickedFolder(files)], []) : takeDeclarations([], files));
}

/** Adds what files and folders declare; each that declares nothing is reported by name. */
export async function takeDeclarations(folders: readonly DroppedFolder[], files: readonly File[]) {
  const inFolders = folders.flatMap(({ name, files: inside }) =>
    inside.flatMap((one) =>
      one.kind === 'file' ? [{ name: `${name}/${one.path ?? one.file.name}`, file: one.file }] : [],
    ),
  );
  const all = [...inFolders, ...files.map((file) => ({ name: file.name, file }))];
  const texts = await Promise.all(all.slice(0, MAX_FILES).map(({ name, file }) => textOf(name, file)));
  const left = all.slice(MAX_FILES).map(({ name }) => ({ file: name, why: 'left out: too many files' }));
  const remarks = folders.flatMap((one) => one.remarks.map((why) => ({ file: one.name, why })));
  keep([...texts, ...left, ...remarks]);
}

async function textOf(name: string, file: File): Promise<ReadText> {
  if (file.size > MAX_BYTES) return { file: name, why: 'too large for a declaration' };
  try {
    return { file: name, text: await file.text() };
  } catch {
    return { file: name, why: 'it cannot be read' };
  }
}

function keep(texts: readonly ReadText[]): void {
  const { hosts, added, junk } = addDeclarations(useBenchHosts.getState().hosts, texts);
  if (added.length > 0) saveHosts(hosts);
  useDeclarationNews.setState({ ...NO_NEWS, added, junk });
  announce(`${added.length} added, ${junk.length} left out`);
}

/** A host that the window has talked to, with its discovery document as it gave it, masked. */
type TalkedTo = Pick<HostDiscovery, 'name' | 'documentText'>;

/** Hosts that a run is attached at, and those that were tested, each once. */
export function useTalkedTo(): readonly TalkedTo[] {
  const entries = useLiveStore();
  const work = useHostWorks();
  const found = new Map<string, TalkedTo>();
  const attached = Object.values(entries).map((entry) => entry?.live.discovery ?? null);
  const tested = Object.values(work).map(({ examination }) =>
    examination?.kind === 'done' ? examination.report.discovery : null,
  );
  for (const discovery of [...attached, ...tested])
    if (discovery !== null) found.set(`${discovery.name}\n${discovery.documentText}`, discovery);
  return [...found.values()];
}

/** Adds what a host that the window has talked to declares. */
export function takeTalkedTo({ name, documentText }: TalkedTo): void {
  keep([{ file: name, text: documentText }]);
}

/** Removes a declaration; it can be put back until something else is changed. */
export function removeDeclaration(name: string): void {
  const { hosts } = useBenchHosts.getState();
  const at = hosts.findIndex((one) => one.name === name);
  const host = hosts[at];
  if (host === undefined) return;
  saveHosts(hosts.filter((one) => one !== host));
  useDeclarationNews.setState({ ...NO_NEWS, removed: { host, at } });
  announce(`${plainLine(name)} removed. It can be put back.`);
}

/** Puts the declaration back that was removed last. */
export function undoRemoval(): void {
  const { removed } = useDeclarationNews.getState();
  if (removed === null) return;
  const others = useBenchHosts.getState().hosts.filter(({ name }) => name !== removed.host.name);
  saveHosts(others.toSpliced(removed.at, 0, removed.host));
  dismissNews();
  announce(`${plainLine(removed.host.name)} is back`);
}

/** Dismisses the messages about the last files. */
export function dismissNews(): void {
  useDeclarationNews.setState(NO_NEWS);
}

/** A file that was read; `why` when it could not be. */
type ReadText = { readonly file: string } & ({ readonly text: string } | { readonly why: string });

/** Adds declarations from files, up to fifty hosts. A different host of the same name is named with its file. */
export function addDeclarations(hosts: readonly SavedHost[], texts: readonly ReadText[]) {
  let all = hosts;
  const added: string[] = [];
  const junk: { readonly file: string; readonly why: string }[] = [];
  for (const one of texts) {
    const file = plainLine(one.file);
    const read = 'why' in one ? one.why : declaredIn(file, one.text);
    const name = typeof read === 'string' ? file : nameFor(read, file, all);
    const at = all.findIndex((host) => host.name === name);
    if (typeof read === 'string') junk.push({ file, why: read });
    else if (at === -1 && all.length >= MAX_HOSTS)
      junk.push({ file, why: `left out: at most ${formatCount(MAX_HOSTS)} hosts are inspected` });
    else {
      const host = { name, host: read.host };
      all = at === -1 ? [...all, host] : all.with(at, host);
      added.push(name);
    }
  }
  return {
    hosts: all,
    /** Names of those that were added, or replaced one of the same name. */
    added,
    /** Each file that is not a declaration, with the reason. */
    junk,
  };
}

type Declared = Pick<SavedHost, 'host'> & { readonly own: string | null };

function declaredIn(file: string, text: string): Declared | string {
  const document = parsedJson(text);
  if (document === undefined) return 'this is not JSON';
  const read = readDeclaration(file, document);
  if (read === null) return 'not a host declaration: it says nothing about envelopes';
  return { own: read.own === null ? null : plainLine(read.own), host: read.declaration };
}

/** The same host with the same declaration is the same; with another one it is distinguished by its file. */
function nameFor({ own, host }: Declared, file: string, hosts: readonly SavedHost[]): string {
  if (own === null) return file;
  const known = hosts.find(({ name }) => name === own);
  const isSame = known === undefined || JSON.stringify(known.host) === JSON.stringify(host);
  return isSame ? own : `${own} (${file})`;
}
