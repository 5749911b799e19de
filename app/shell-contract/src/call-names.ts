/**
 * The names of the contract as values. The preload script allows these and no others; it runs in the sandbox, so this
 * module imports nothing at run time.
 */
import type { CallName, EventName } from './calls.ts';

/** When a page may make each call: at any time, or only while a click or key of the user is fresh. */
const everyCall: Record<CallName, 'any' | 'gesture'> = {
  'shell/info': 'any',
  'files/startup': 'any',
  'files/pick': 'any',
  'files/reopen': 'any',
  'files/samples': 'any',
  'files/open-sample': 'any',
  'files/save-text': 'gesture',
  'files/save-bytes': 'gesture',
  'files/begin-save': 'gesture',
  'files/save-part': 'any',
  'files/end-save': 'any',
  'files/close': 'any',
  'content/load-once': 'gesture',
  'content/cancel-load': 'any',
  'links/open': 'gesture',
  'hosts/list': 'any',
  'hosts/read-address': 'any',
  'hosts/save': 'gesture',
  'hosts/remove': 'any',
  'hosts/set-token': 'gesture',
  'hosts/set-authority': 'gesture',
  'hosts/examine': 'gesture',
  'hosts/cancel-examine': 'any',
  'hosts/runs': 'any',
  'hosts/startup': 'any',
  'live/attach': 'gesture',
  'live/cancel-attach': 'any',
  'live/find': 'any',
  'live/fetch-missing': 'any',
  'live/reconnect': 'any',
  'live/detach': 'any',
  'live/close': 'any',
  'live/save-capture': 'gesture',
  'live/interrupts': 'any',
  'live/preview': 'any',
  'live/act': 'gesture',
  'live/actions': 'any',
  'captures/list': 'any',
  'captures/open': 'any',
  'captures/delete': 'gesture',
  'captures/delete-all': 'gesture',
  'recent/list': 'any',
  'recent/note': 'any',
  'recent/clear': 'any',
  'notes/read': 'any',
  'notes/write': 'any',
  'texts/read': 'any',
  'texts/write': 'any',
  'settings/read': 'any',
  'settings/write': 'any',
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

/** Calls that a page may make only while the user's click or key is fresh; each shell looks in its own way. */
export function needsGesture(name: CallName): boolean {
  return everyCall[name] === 'gesture';
}

/** True for a call of the contract; inherited names such as `toString` are none. */
export function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(everyCall, name);
}

export function isEventName(name: unknown): name is EventName {
  return typeof name === 'string' && Object.hasOwn(everyEvent, name);
}
