/**
 * The names of the contract as values. The preload script allows these and no others; it runs in the sandbox, so this
 * module imports nothing at run time.
 */
import type { CallName, EventName } from './calls.ts';

const everyCall: Record<CallName, true> = {
  'shell/info': true,
  'files/startup': true,
  'files/pick': true,
  'files/reopen': true,
  'files/samples': true,
  'files/open-sample': true,
  'files/save-text': true,
  'files/save-bytes': true,
  'files/begin-save': true,
  'files/save-part': true,
  'files/end-save': true,
  'files/close': true,
  'content/load-once': true,
  'content/cancel-load': true,
  'links/open': true,
  'hosts/list': true,
  'hosts/read-address': true,
  'hosts/save': true,
  'hosts/remove': true,
  'hosts/set-token': true,
  'hosts/set-authority': true,
  'hosts/examine': true,
  'hosts/cancel-examine': true,
  'hosts/runs': true,
  'hosts/startup': true,
  'live/attach': true,
  'live/cancel-attach': true,
  'live/find': true,
  'live/fetch-missing': true,
  'live/reconnect': true,
  'live/detach': true,
  'live/close': true,
  'live/save-capture': true,
  'live/interrupts': true,
  'live/preview': true,
  'live/act': true,
  'live/actions': true,
  'captures/list': true,
  'captures/open': true,
  'captures/delete': true,
  'captures/delete-all': true,
  'recent/list': true,
  'recent/note': true,
  'recent/clear': true,
  'notes/read': true,
  'notes/write': true,
  'kept/read': true,
  'kept/write': true,
  'settings/read': true,
  'settings/write': true,
};

const everyEvent: Record<EventName, true> = {
  'files-opened': true,
  'live-news': true,
  'host-address': true,
  'shell-notice': true,
  command: true,
};

export const callNames = Object.keys(everyCall) as readonly CallName[];
export const eventNames = Object.keys(everyEvent) as readonly EventName[];

const callsOfAPerson: ReadonlySet<CallName> = new Set<CallName>([
  'files/save-text',
  'files/save-bytes',
  'files/begin-save',
  'content/load-once',
  'links/open',
  'hosts/save',
  'hosts/set-token',
  'hosts/examine',
  'hosts/set-authority',
  'live/attach',
  'live/act',
  'live/save-capture',
  'captures/delete',
  'captures/delete-all',
]);

/** Calls that a page may make only while the user's click or key is fresh; each shell looks in its own way. */
export function needsGesture(name: CallName): boolean {
  return callsOfAPerson.has(name);
}

/** Tells a call of the contract from any other text; inherited names such as `toString` are none. */
export function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(everyCall, name);
}

export function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(everyEvent, name);
}
