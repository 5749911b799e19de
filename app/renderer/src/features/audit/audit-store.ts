/**
 * The audit of the log in scope. The session worker brings the evidence a page at a time, the acceptor's worker judges it
 * (schemas are compiled there and nowhere else, and stopped when they take too long), the window only counts.
 */
import {
  type AuditFile,
  AuditPass,
  type AuditReport,
  againstBaseline,
  auditJson,
  baselineText,
  type FindingGroup,
  FindingGroups,
  type FindingPlace,
  junitReport,
  type LogAudit,
  MAX_ENVELOPES,
  markdownReport,
  readAuditFile,
  sarifReport,
  takeRules,
} from '@openwop-inspector/audit';
import { errorText, type MaskedText, masker } from '@openwop-inspector/base';
import { announce, pickText } from '@openwop-inspector/ui';
import { acceptor } from '../../acceptor-worker/acceptor-client.ts';
import { noteFailures, showHint } from '../../shared/hint-store.ts';
import { saveBytes, saveText } from '../../shared/save-actions.ts';
import { useInfoStore } from '../../shared/settings-store.ts';
import { askWorker } from '../../worker/client.ts';
import { goToAcceptor } from '../acceptor/open-acceptor.ts';
import { sessionRecord } from '../sessions/session-record.ts';
import { sessionOf, useSessionsStore } from '../sessions/sessions-store.ts';
import { selectEvent, showView, viewOf } from '../sessions/view-store.ts';
import { type AuditFinding, auditFindings } from './audit-rows.ts';

/** What an audit came to. */
export interface AuditResult {
  readonly audit: LogAudit;
  /** All that was found, what a baseline names too. */
  readonly groups: readonly FindingGroup[];
  readonly findings: readonly AuditFinding[];
  /** Kinds of findings that the baseline names, and its entries that name nothing any more; null without one. */
  readonly known: { readonly hidden: number; readonly unused: number } | null;
  /** Findings of kinds beyond the stored ones. */
  readonly leftOut: number;
  /** Envelopes that the acceptor took too long for. */
  readonly tookTooLong: number;
}

/**
 * Of one session. `run` is what it is about, null for all runs; `events` how many there were. One that is running has
 * what was found so far; null before the first envelope.
 */
export type Audit = { readonly run: string | null; readonly events: number } & (
  | ({ readonly kind: 'running'; readonly result: AuditResult | null } & Record<'done' | 'total', number>)
  | { readonly kind: 'done'; readonly result: AuditResult }
  | { readonly kind: 'failed'; readonly reason: string }
);

/** A file under the name it was chosen by. */
type Chosen<Kind> = { readonly name: string } & Extract<AuditFile, { readonly kind: Kind }>;

/** What a log is checked against besides the protocol: files of its host and of its team. None at first. */
class AuditFiles {
  readonly discovery: Chosen<'discovery'> | null = null;
  readonly schemas: Chosen<'schemas'> | null = null;
  readonly baseline: Chosen<'baseline'> | null = null;
  /** What was wrong with the file that was chosen last: a sentence. */
  readonly problem: string | null = null;
  /** Shows what the baseline names too, as known. */
  readonly showsKnown: boolean = false;
}

const { of: auditOf, put: putAudit, ...audits } = sessionRecord<Audit | null>(null);
const { of: auditFilesOf, change: changeAuditFiles, ...files } = sessionRecord(new AuditFiles());

export const useAudit = audits.use;
export const useAuditFiles = files.use;

/** Envelopes judged per request: some tens of milliseconds, and far below the time limit of the acceptor. */
const PAGE = 20;
/** The same for the first request, so that a run shows findings of its own at once. */
const FIRST_PAGE = 4;

/** How often findings are listed after the first page, while an audit runs. */
const FOUND_EVERY_MS = 300;

/** Sessions whose audit is to end at the next page. */
const stopping = new Set<string>();

/** Ends the audit that is under way; what was found until then is displayed. */
export function stopAudit(sessionId: string): void {
  stopping.add(sessionId);
}

/** Audits what the views are about, unless that was done or is under way. */
export function ensureAudit(sessionId: string): void {
  const audit = auditOf(sessionId);
  if (audit === null || audit.run !== viewOf(sessionId).run) void startAudit(sessionId);
}

/** Audits what the views are about, in place of any audit of the session before. */
export async function startAudit(sessionId: string): Promise<void> {
  stopping.delete(sessionId);
  const { run } = viewOf(sessionId);
  const about = { run, events: sessionOf(sessionId)?.summary?.events ?? 0 };
  let own: Audit = { ...about, kind: 'running', done: 0, total: 0, result: null };
  putAudit(sessionId, own);
  // Another audit of the session, or its close, ends this one.
  const isOurs = (): boolean => auditOf(sessionId) === own && viewOf(sessionId).run === run;
  const say = (next: Audit): void => {
    own = next;
    putAudit(sessionId, next);
  };
  try {
    const result = await auditPages(sessionId, isOurs, (done, total, found) => {
      const last = found ?? (own.kind === 'running' ? own.result : null);
      say({ ...about, kind: 'running', done, total, result: last });
    });
    if (result === null || !isOurs()) return;
    say({ ...about, kind: 'done', result });
    announce(result.audit.wasStopped ? 'The audit was stopped' : 'Audited');
  } catch (error) {
    if (isOurs()) say({ ...about, kind: 'failed', reason: errorText(error) });
  }
}

/** Null when the request is outdated; rejects when the acceptor cannot answer. */
async function auditPages(
  sessionId: string,
  isOurs: () => boolean,
  notify: (done: number, total: number, found: AuditResult | null) => void,
): Promise<AuditResult | null> {
  const groups = new FindingGroups();
  const { discovery, schemas } = auditFilesOf(sessionId);
  const context = {
    ...(discovery === null ? {} : { host: discovery.declared.host }),
    ...(schemas === null ? {} : { schemas: schemas.schemas }),
  };
  const published = await acceptor.ask('published', {
    discovery: discovery === null ? null : { file: discovery.name, document: discovery.document },
    schemas: schemas === null ? null : { file: schemas.name, schemas: schemas.schemas },
  });
  if (!isOurs()) return null;
  if (published.kind === 'failed') throw new Error(published.reason);
  if (published.kind === 'stopped') throw new Error('The lint of what the host publishes took too long.');
  groups.addAll(published.result);
  const pass = new AuditPass({ file: sessionOf(sessionId)?.name ?? '', groups });
  let tookTooLong = 0;
  let total = 0;
  let wasStopped = false;
  let foundAt = Number.NEGATIVE_INFINITY;
  const found = (log: Pick<LogAudit, 'hostName' | 'runs' | 'hasErrors'>): AuditResult => {
    const file = sessionOf(sessionId)?.name ?? '';
    const audit = { ...pass.result(total, wasStopped), ...log, file };
    return sifted(sessionId, { audit, groups: groups.all(), leftOut: groups.leftOut, tookTooLong });
  };
  for (let offset = 0, limit = FIRST_PAGE; pass.taken < MAX_ENVELOPES; offset += limit, limit = PAGE) {
    const page = await askWorker('auditPage', { sessionId, offset, limit });
    if (!isOurs()) return null;
    total = page.total;
    wasStopped = stopping.delete(sessionId);
    if (page.isEnd || wasStopped) break;
    const evidence = page.evidence.flatMap((one) => (pass.isNew(one.key) ? [one.evidence] : []));
    const requested = await acceptor.ask('audit', { evidence, context });
    if (!isOurs()) return null;
    if (requested.kind === 'failed') throw new Error(requested.reason);
    if (requested.kind === 'stopped') tookTooLong += evidence.length;
    else for (const audited of requested.result) pass.take(audited);
    const isDue = performance.now() - foundAt > FOUND_EVERY_MS;
    if (isDue) foundAt = performance.now();
    const soFar = isDue ? found({ hostName: null, runs: 0, hasErrors: false }) : null;
    notify(pass.taken, Math.max(total, pass.taken), soFar);
  }
  await whenChecked(sessionId);
  if (!isOurs()) return null;
  wasStopped = stopping.delete(sessionId) || wasStopped;
  const problems = await askWorker('auditRules', { sessionId });
  return found(takeRules(pass, problems, await askWorker('summary', { sessionId })));
}

/** Resolves when the checks of a log, which find broken rules, have ended or the audit is to end. A live log has no end. */
function whenChecked(sessionId: string): Promise<void> {
  const isDue = (): boolean => {
    const session = sessionOf(sessionId);
    const checks = session?.source.kind === 'live' ? undefined : session?.summary?.checks;
    const isRunning = checks?.known === false && checks.reasons.some(({ code }) => code === 'running');
    return !isRunning || stopping.has(sessionId);
  };
  return new Promise((resolve) => {
    if (isDue()) return resolve();
    const leave = useSessionsStore.subscribe(() => {
      if (!isDue()) return;
      leave();
      resolve();
    });
  });
}

/** The findings by the baseline that is chosen now: what it names is hidden, or displayed as known. */
function sifted(sessionId: string, result: Omit<AuditResult, 'findings' | 'known'>): AuditResult {
  const { baseline, showsKnown } = auditFilesOf(sessionId);
  const { audit, groups } = result;
  if (baseline === null) return { ...result, findings: auditFindings(groups, audit), known: null };
  const left = againstBaseline(groups, baseline.baseline);
  const { hidden = [], unused = 0 } = left.baseline ?? {};
  const findings = auditFindings(left.groups, audit, showsKnown ? hidden : []);
  return { ...result, findings, known: { hidden: hidden.length, unused } };
}

function siftAgain(sessionId: string): void {
  const audit = auditOf(sessionId);
  if (audit?.kind === 'done') putAudit(sessionId, { ...audit, result: sifted(sessionId, audit.result) });
}

/** Shows or hides what the baseline names. */
export function toggleKnown(sessionId: string): void {
  changeAuditFiles(sessionId, { showsKnown: !auditFilesOf(sessionId).showsKnown });
  siftAgain(sessionId);
}

/** Lets the user choose a file that the log is compared with. */
export async function chooseAuditFile(sessionId: string): Promise<void> {
  const picked = await pickText('Discovery document, schemas or baseline');
  if (picked !== null) takeAuditFile(sessionId, picked.name, picked.text);
}

/** Takes a file by what is in it; one that is none of the three is named and changes nothing. */
function takeAuditFile(sessionId: string, name: string, text: string): void {
  const file = readAuditFile(name, text);
  const { schemas: before } = auditFilesOf(sessionId);
  const added = file.kind === 'schemas' ? { schemas: { ...before?.schemas, ...file.schemas } } : {};
  if (file.kind === 'refused') changeAuditFiles(sessionId, { problem: `${name}: ${file.why}` });
  else changeFile(sessionId, file.kind, { name, ...file, ...added });
}

type FileKind = 'discovery' | 'schemas' | 'baseline';

/** Audits again, but for another baseline, which chooses among the findings that are there. */
function changeFile(sessionId: string, kind: FileKind, file: object | null): void {
  changeAuditFiles(sessionId, { problem: null, [kind]: file });
  if (kind === 'baseline') siftAgain(sessionId);
  else void startAudit(sessionId);
}

/** Takes dropped files; false, and nothing is taken, when one of them says nothing of being for an audit. */
export async function takeAuditFiles(sessionId: string, files: readonly File[]): Promise<boolean> {
  const texts = await Promise.all(files.map((file) => file.text()));
  const isOurs = files.every(({ name }, at) => {
    const read = readAuditFile(name, texts[at] ?? '');
    return read.kind !== 'refused' || read.isMeant;
  });
  if (!isOurs) return false;
  for (const [at, { name }] of files.entries()) takeAuditFile(sessionId, name, texts[at] ?? '');
  return true;
}

/** Puts a chosen file away again. */
export const dropAuditFile = (sessionId: string, kind: FileKind): void => changeFile(sessionId, kind, null);

export type EventPlace = Pick<FindingPlace, 'eventId' | 'runId' | 'sequence'>;

/** Selects the event of a finding; false when it is not loaded. */
export async function selectPlace(sessionId: string, place: EventPlace): Promise<boolean> {
  const { eventId, runId, sequence } = place;
  const row = await askWorker('find', {
    sessionId,
    ...(eventId === null ? {} : { eventId }),
    ...(runId === null ? {} : { runId }),
    ...(sequence === null ? {} : { sequence }),
  });
  if (row === null) showHint('This event is no longer loaded.');
  else selectEvent(sessionId, row.ordinal);
  return row !== null;
}

/** Goes to the event that a finding shows at. */
export async function showPlace(sessionId: string, place: FindingPlace): Promise<void> {
  if (await selectPlace(sessionId, place)) showView(sessionId, 'events');
}

/** Takes the envelope that a finding shows at to the acceptor. */
export async function openInAcceptor(sessionId: string, place: FindingPlace): Promise<void> {
  if (await selectPlace(sessionId, place)) await goToAcceptor();
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

interface Form {
  readonly title: string;
  /** Proposed name of the file. */
  readonly file: string;
  readonly text: (report: AuditReport) => string;
}

/** The forms in which an audit is saved. */
export const AUDIT_FORMS = {
  markdown: { title: 'Report as Markdown', file: 'audit.md', text: markdownReport },
  sarif: {
    title: 'SARIF 2.1.0',
    file: 'audit.sarif.json',
    text: (report) => json(sarifReport(report, useInfoStore.getState().version)),
  },
  junit: { title: 'JUnit XML', file: 'audit-junit.xml', text: junitReport },
  json: { title: 'Everything as JSON', file: 'audit.json', text: (report) => json(auditJson(report)) },
  baseline: {
    title: 'All findings of now as a baseline',
    file: 'audit-baseline.json',
    text: ({ groups, baseline }) => baselineText([...groups, ...(baseline?.hidden ?? [])]),
  },
} as const satisfies Readonly<Record<string, Form>>;

export type AuditForm = keyof typeof AUDIT_FORMS;

/** Saves the audit in one form. Must be called while a click or key is fresh. */
export async function saveAudit(sessionId: string, form: AuditForm): Promise<void> {
  const audit = auditOf(sessionId);
  if (audit?.kind !== 'done') return;
  const text = auditText(form, audit.result, auditFilesOf(sessionId).baseline?.baseline ?? null);
  const { file } = AUDIT_FORMS[form];
  if (form !== 'junit')
    return saveText({ suggestedName: file, text, kind: form === 'markdown' ? form : 'json' });
  // No kind of text ends in .xml, for browsers show such files as pages; as bytes the shell gives it a safe ending.
  const answer = await saveBytes(file, new Blob([text]));
  if (answer.kind === 'saved') announce(`Saved as ${answer.name}`);
  else if (answer.kind === 'problem') noteFailures([{ name: 'Save', message: answer.message }]);
}

/** One form of the report. Values are masked before they are written, so that JSON stays JSON. */
export function auditText(
  form: AuditForm,
  { audit, groups, leftOut }: Pick<AuditResult, 'audit' | 'groups' | 'leftOut'>,
  baseline: Parameters<typeof againstBaseline>[1] | null,
): MaskedText {
  const left = baseline === null ? { groups, baseline: null } : againstBaseline(groups, baseline);
  // A masked copy has the shape of what it is a copy of.
  const report = masker.value({ logs: [audit], ...left, leftOut }).value as unknown as AuditReport;
  return masker.text(AUDIT_FORMS[form].text(report));
}
