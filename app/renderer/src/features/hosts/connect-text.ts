/** Texts of the connection screen about a host: checks of the doctor, tokens, versions, advertised capabilities. */
import { countOf, formatDuration } from '@openwop-inspector/base';
import type {
  Advertised,
  DoctorCheckId,
  DoctorReport,
  HostDiscovery,
  HostError,
  ListedRun,
  RunList,
} from '@openwop-inspector/host-client';
import { type RunStatus, runStatus } from '@openwop-inspector/protocol';
import { displayText } from '@openwop-inspector/renderers';
import type {
  HostAddressReply,
  RecentRun,
  SavedHost,
  ShellInfo,
  TokenState,
} from '@openwop-inspector/shell-contract';
import type { IconName } from '@openwop-inspector/ui';

/** Names of the checks, in the order they run. */
export const CHECK_NAMES: Readonly<Record<DoctorCheckId, string>> = {
  address: 'Address',
  reachability: 'Reachability',
  tls: 'TLS',
  discovery: 'Discovery document',
  version: 'Protocol version',
  auth: 'Token',
  scope: 'Right to read runs',
  run: 'Run',
  poll: 'JSON log',
  stream: 'Event stream',
  bundle: 'Debug bundle',
};

/** The outcome of an examination in one sentence. */
export function reportSentence({ checks, fault, durationMs }: DoctorReport): string {
  const took = formatDuration(durationMs);
  if (fault !== null) return `The fault is at: ${CHECK_NAMES[fault]}.`;
  const tried = checks.filter(({ verdict }) => verdict !== 'not-tried').length;
  const left = checks.length - tried;
  const remarks = checks.filter(({ verdict }) => verdict === 'remark').length;
  const said = remarks === 0 ? '' : `, ${countOf(remarks, 'remark')}`;
  const open = left === 0 ? '' : `, ${left} not tried`;
  return `No fault in ${countOf(tried, 'check')}${said}${open}, ${took}.`;
}

/** Storage and lifetime of the token; never the token. */
export function tokenText({ store, variable }: TokenState, shell: ShellInfo['shell']): string {
  return {
    none: 'No token. Without one most hosts answer with their discovery document alone.',
    session: `The token is stored until ${shell === 'desktop' ? 'the application' : 'the server of this window'} ends.`,
    'system-store': 'The token is stored, encrypted by the system.',
    environment: `The token is read from the environment variable ${variable ?? ''} whenever it is needed.`,
  }[store];
}

/** Why a typed token cannot be stored longer; null when it can. */
export function cannotKeepText(info: Pick<ShellInfo, 'canKeepTokens' | 'shell'>): string | null {
  if (info.canKeepTokens) return null;
  return info.shell === 'desktop'
    ? 'The system has no encrypted store here, so it cannot be stored longer. An environment variable can.'
    : 'In a browser it cannot be stored longer. An environment variable can.';
}

/** The parsed parts of a pasted text, piece by piece. */
export function understoodText(reply: Extract<HostAddressReply, { readonly ok: true }>): readonly string[] {
  const { address, host, holdsToken } = reply;
  return [
    address.runId === null ? 'It names no run.' : 'It names a run.',
    holdsToken ? 'The address contained a token. It stays in the shell and is stored with this host.' : '',
    host === null ? '' : 'This host is saved already.',
  ].filter((words) => words !== '');
}

/** The line that replaces the pasted text, which may have contained a token. */
export function addressText({ address }: Extract<HostAddressReply, { readonly ok: true }>): string {
  const { baseUrl, runId } = address;
  return runId === null ? baseUrl : `${baseUrl}/v1/runs/${encodeURIComponent(runId)}`;
}

/** Compatibility of our version and the host's. */
export const VERSION_WORDS: Readonly<Record<HostDiscovery['versionVerdict'], string>> = {
  same: 'understood',
  'newer-minor': 'newer in its minor number: new parts are displayed as received',
  stop: 'another major version: it cannot be attached to',
  'not-said': 'not said',
};

type Feature = keyof HostDiscovery['features'];

/** Capabilities a host may advertise, by name on the wire, and how the window uses them. */
export const FEATURES: readonly { readonly id: Feature; readonly name: string; readonly use: string }[] = [
  { id: 'stream', name: 'stream', use: 'events as they happen' },
  { id: 'debugBundle', name: 'debugBundle', use: 'the whole run in one answer' },
  { id: 'interrupts', name: 'interrupts', use: 'answering open questions' },
  { id: 'replay', name: 'replay', use: 'forking from an event' },
  { id: 'pauseResume', name: 'runs.pauseResume', use: 'pausing and resuming' },
  { id: 'feedback', name: 'feedback', use: 'annotations' },
  { id: 'a2uiSurface', name: 'a2uiSurface', use: 'interactive surfaces' },
  { id: 'crossHostCausation', name: 'crossHostCausation', use: 'causes on other hosts' },
];

/** Glyph of an advertised capability; always displayed with its word. */
export const ADVERTISED_ICON = {
  yes: 'ok',
  no: 'runCancelled',
  'not advertised': 'unknown',
} as const satisfies Record<Advertised, string>;

type Limit = keyof HostDiscovery['limits'];

/** Limits in the order they are displayed, with their names on the wire. */
export const LIMITS: readonly Limit[] = [
  'clarificationRounds',
  'schemaRounds',
  'envelopesPerTurn',
  'maxNodeExecutions',
  'maxRunDurationMs',
];

/** A declared limit for display. */
export function limitText(limit: Limit, value: number | null): string {
  if (value === null) return 'not declared';
  return limit === 'maxRunDurationMs' ? formatDuration(value) : String(value);
}

/** Facts of a failed request in addition to its sentence: the host's own response. */
export function errorFacts(error: HostError): readonly (readonly [name: string, value: string])[] {
  const facts = [
    ['status', String(error.status ?? 'no answer')],
    ['code', error.code ?? ''],
    ['message', error.hostMessage ?? ''],
    ['correlationId', error.correlationId ?? ''],
    ['Retry-After', error.retryAfterMs === null ? '' : formatDuration(error.retryAfterMs)],
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

/** A run to attach to. */
export interface RunRow extends ListedRun {
  /** When it was last attached to; null for never. */
  readonly attachedAtMs: number | null;
}

/**
 * Runs that were attached to before, newest first, then those that only the host lists, in its order. Values from the
 * host are newer than the saved ones.
 */
export function runRows(recent: readonly RecentRun[], list: RunList | null): readonly RunRow[] {
  const listed = new Map(list?.kind === 'runs' ? list.runs.map((run) => [run.runId, run] as const) : []);
  const stored = recent.map(({ runId, workflowId, status, attachedAtMs }): RunRow => {
    const now = listed.get(runId);
    return {
      runId,
      workflowId: now?.workflowId ?? workflowId,
      status: now?.status ?? status,
      startedAt: now?.startedAt ?? null,
      attachedAtMs,
    };
  });
  const known = new Set(recent.map(({ runId }) => runId));
  const others = [...listed.values()].filter(({ runId }) => !known.has(runId));
  return [...stored, ...others.map((run): RunRow => ({ ...run, attachedAtMs: null }))];
}

/** Rows of one status, by the host's current values; null is no filter. Hosts may ignore the requested status. */
export function runsOfStatus(rows: readonly RunRow[], wanted: RunStatus | null): readonly RunRow[] {
  if (wanted === null) return rows;
  return rows.filter(({ status }) => status !== null && runStatus(status) === wanted);
}

/** Rows that contain a text in any of their names; blanks are no filter. */
export const narrowedRuns = (rows: readonly RunRow[], text: string): readonly RunRow[] =>
  narrowed(rows, text, ({ runId, workflowId, status }) => [runId, workflowId, status]);

/** Hosts whose name or address contains a text. */
export const narrowedHosts = (hosts: readonly SavedHost[], text: string): readonly SavedHost[] =>
  narrowed(hosts, text, ({ name, baseUrl }) => [name, baseUrl]);

type NamesOf<Row> = (row: Row) => readonly (string | null)[];

function narrowed<Row>(rows: readonly Row[], text: string, namesOf: NamesOf<Row>): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) => namesOf(row).some((name) => name?.toLowerCase().includes(wanted)));
}

/** Glyph of a run's status; the host's word is displayed next to it. Unknown ones have a glyph of their own. */
export function runStatusIcon(status: string | null) {
  const known = status === null ? null : runStatus(status);
  return known === null ? 'unknown' : STATUS_ICONS[known];
}

const STATUS_ICONS = {
  completed: 'ok',
  failed: 'failed',
  cancelled: 'runCancelled',
  cancelling: 'runCancelled',
  running: 'running',
  pending: 'running',
  paused: 'waiting',
  'waiting-approval': 'waiting',
  'waiting-input': 'waiting',
  'waiting-external': 'waiting',
} as const satisfies Record<RunStatus, IconName>;

const LISTED = 4;

/** Target of one click; `runId` null for a host without an attached run. */
export interface LiveRun {
  readonly hostId: string;
  readonly runId: string | null;
  readonly attachedAtMs: number | null;
  /** "run on host", safe to display. */
  readonly name: string;
}

/** The latest four, newest first, then hosts without a run while there is space. */
export function recentLiveRuns(hosts: readonly SavedHost[]): readonly LiveRun[] {
  const runs = hosts
    .flatMap((host) => host.recentRuns.map((run) => liveRun(host, run.runId, run.attachedAtMs)))
    .sort((a, b) => (b.attachedAtMs ?? 0) - (a.attachedAtMs ?? 0));
  const without = hosts
    .filter(({ recentRuns }) => recentRuns.length === 0)
    .map((host) => liveRun(host, null, null));
  return [...runs, ...without].slice(0, LISTED);
}

function liveRun({ hostId, name }: SavedHost, runId: string | null, attachedAtMs: number | null): LiveRun {
  return { hostId, runId, attachedAtMs, name: displayText(runId === null ? name : `${runId} on ${name}`) };
}
