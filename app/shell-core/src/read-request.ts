/**
 * Run-time checks of what the window asks: nothing past this file sees an unchecked value. Objects are closed, texts
 * have a form or a longest length, so that a call cannot carry anything that was not meant.
 */

import {
  type Checks,
  hasExactly,
  hasOnly,
  isCount,
  isExactly,
  isFlag,
  isNullOr,
  isOneOf,
  isRecord,
  isString,
  isTextLike,
  isTextTo,
  isVariableName,
} from '@openwop-inspector/base';
import { LISTED_STATUSES, type RunAction } from '@openwop-inspector/host-client';
import {
  type CallName,
  MAX_NOTES_BYTES,
  MAX_NOTES_KEY,
  MAX_SAVED_PART,
  MAX_STORED_BYTES,
  type Request,
  STORED_NAMES,
} from '@openwop-inspector/shell-contract';
import { isBaseUrl, isRunId } from './live/live-texts.ts';
import { isTone } from './recent-files.ts';
import { isSettings } from './settings.ts';

/** What JSON of a call may have at most; texts count with the names of members. */
const maxDepth = 64;

const maxValues = 20_000;

const maxCharacters = 256 * 1024;

interface Parts {
  readonly characters: number;
  readonly members: readonly unknown[];
}

const isText = isTextTo(4096);

const isTextOrNull = isNullOr(isText);

const isLongTextOrNull = isNullOr(isTextTo(65_536));

const isReference = isNullOr(isTextLike(/^[\w.:-]{1,100}$/));

const isTrust = isOneOf('trusted', 'untrusted');

/** Members of each kind of action next to `kind`; values are checked by the client that makes the request of them. */
const kinds: { readonly [K in RunAction['kind']]: Checks } = {
  'resolve-interrupt': {
    interruptKind: isText,
    nodeId: isTextOrNull,
    tokenRef: isReference,
    resumeValue: isBoundedJson,
    valueOrigin: isOneOf('person', 'surface', 'content'),
    contentTrust: isTrust,
  },
  exchange: {
    nodeId: isTextOrNull,
    value: isBoundedJson,
    contentTrust: isTrust,
    interruptKind: isTextOrNull,
  },
  fork: {
    mode: isOneOf('replay', 'branch'),
    fromSeq: isCount,
    runOptionsOverlay: (value) => value === null || (isRecord(value) && isBoundedJson(value)),
  },
  cancel: { reason: isTextOrNull },
  pause: {
    reason: isTextOrNull,
    drainPolicy: isOneOf('drain-current-node', 'immediate'),
  },
  resume: { reason: isTextOrNull },
  annotate: { target: isTargetOrNull, signal: isSignal, note: isLongTextOrNull },
};

/** A request after checking. `why` names the call and the form that was expected, never the value. */
type RequestReading<N extends CallName> =
  | { readonly ok: true; readonly request: Request<N> }
  | { readonly ok: false; readonly why: string };

type Check<N extends CallName> = (value: unknown) => value is Request<N>;

const isNothing = (value: unknown): value is null => value === null;
const isSuggestedName = isTextTo(255);
const isSavedTextKind = isOneOf('json', 'markdown', 'report');
const isBytes = (value: unknown): value is Uint8Array<ArrayBuffer> => value instanceof Uint8Array;
const isPart = (value: unknown): value is Uint8Array<ArrayBuffer> =>
  isBytes(value) && value.length <= MAX_SAVED_PART;
const isAddress = isTextTo(8192);
const isId = isTextLike(/^[\w.-]{1,100}$/);

const isRunStatus = isOneOf(...LISTED_STATUSES);
const isTyped = isTextTo(16_384);
const isHostName = isTextTo(200);
const isNotesKey = isTextTo(MAX_NOTES_KEY);
const isStoredName = isOneOf(...STORED_NAMES);
const isOfLive = isExactly({ liveId: isId });
const isOfCapture = isExactly({ captureId: isId });
const isOfHost = isExactly({ hostId: isId });

/** One check a call; a call without one does not compile. */
const checks: { readonly [N in CallName]: Check<N> } = {
  'shell/info': isNothing,
  'files/startup': isNothing,
  'files/pick': isNothing,
  'files/samples': isNothing,
  'files/reopen': isExactly({ recentId: isId }),
  'files/open-sample': isExactly({ sampleId: isId }),
  // How long the text may be is answered in words (save-text.ts): the user may come to it without a fault of the window.
  'files/save-text': isExactly({ suggestedName: isSuggestedName, text: isString, kind: isSavedTextKind }),
  'files/save-bytes': isExactly({ suggestedName: isSuggestedName, bytes: isBytes }),
  'files/begin-save': isExactly({ suggestedName: isSuggestedName }),
  'files/save-part': isExactly({ saveId: isId, bytes: isPart }),
  'files/end-save': isExactly({ saveId: isId, isWhole: isFlag }),
  'files/close': isExactly({ fileId: isId }),
  'content/load-once': isExactly({ loadId: isId, address: isAddress }),
  'content/cancel-load': isExactly({ loadId: isId }),
  'links/open': isExactly({ address: isAddress }),
  'hosts/list': isNothing,
  'hosts/read-address': isExactly({ text: isTyped }),
  'hosts/save': isExactly({ baseUrl: isBaseUrl, name: isNullOr(isHostName) }),
  'hosts/remove': isOfHost,
  'hosts/set-token': isTokenRequest,
  'hosts/set-authority': isExactly({ hostId: isId, choose: isFlag }),
  'hosts/examine': isExactly({ examineId: isId, hostId: isId, runId: isNullOr(isRunId) }),
  'hosts/cancel-examine': isExactly({ examineId: isId }),
  'hosts/runs': isExactly({ hostId: isId, status: isNullOr(isRunStatus) }),
  'hosts/startup': isNothing,
  'live/attach': isExactly({ hostId: isId, runId: isRunId, a2uiDelta: isFlag }),
  'live/cancel-attach': isExactly({ hostId: isId, runId: isRunId }),
  'live/find': isOfLive,
  'live/fetch-missing': isOfLive,
  'live/reconnect': isOfLive,
  'live/detach': isOfLive,
  'live/close': isOfLive,
  'live/save-capture': isOfLive,
  'live/interrupts': isOfLive,
  'live/preview': isExactly({ liveId: isId, action: isRunAction }),
  'live/act': isExactly({ liveId: isId, previewId: isId }),
  'live/actions': isOfLive,
  'captures/list': isNothing,
  'captures/open': isOfCapture,
  'captures/delete': isOfCapture,
  'captures/delete-all': isNothing,
  'recent/list': isNothing,
  'recent/note': isExactly({ fileId: isId, events: isCount, tone: isTone }),
  'recent/clear': isNothing,
  'notes/read': isExactly({ key: isNotesKey }),
  'notes/write': isExactly({ key: isNotesKey, text: isNullOr(isTextTo(MAX_NOTES_BYTES)) }),
  'texts/read': isExactly({ name: isStoredName }),
  'texts/write': isExactly({ name: isStoredName, text: isNullOr(isTextTo(MAX_STORED_BYTES)) }),
  'settings/read': isNothing,
  'settings/write': isSettings,
};

/** Checks the request of a call. */
export function readRequest<N extends CallName>(name: N, value: unknown): RequestReading<N> {
  const check: Check<N> = checks[name];
  if (check(value)) return { ok: true, request: value };
  return { ok: false, why: `The request of ${name} does not have the form the contract gives it.` };
}

/** A typed token or the name of a variable, or neither; never both. */
function isTokenRequest(value: unknown): value is Request<'hosts/set-token'> {
  const form = {
    hostId: isId,
    token: isNullOr(isTyped),
    variable: isNullOr(isVariableName),
    remember: isFlag,
  };
  return hasExactly(value, form) && isRecord(value) && (value.token === null || value.variable === null);
}

/** An action as the contract has it: closed, of a known kind, with texts and JSON of bounded size. */
export function isRunAction(value: unknown): value is RunAction {
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(kinds, value.kind)) return false;
  const { kind } = value;
  const members: Checks | undefined = new Map<string, Checks>(Object.entries(kinds)).get(kind);
  return members !== undefined && hasExactly(value, { ...members, kind: (given) => given === kind });
}

function isTargetOrNull(value: unknown): boolean {
  return value === null || hasOnly(value, { eventId: isText, nodeId: isText });
}

function isSignal(value: unknown): boolean {
  return (
    isRecord(value) &&
    isOneOf('rating', 'correction', 'label', 'flag')(value.kind) &&
    hasOnly(value, { kind: isText, rating: isCount, label: isText, correction: isLongTextOrNull })
  );
}

/**
 * True for what JSON can say, within bounds: over IPC a value may also hold maps, dates or itself. O(values), and it
 * stops at the first bound that is passed.
 */
function isBoundedJson(value: unknown): boolean {
  let values = 0;
  let characters = 0;
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    values++;
    if (values > maxValues || next.depth > maxDepth) return false;
    const parts = partsOf(next.value);
    if (parts === null) return false;
    characters += parts.characters;
    if (characters > maxCharacters || parts.members.length + waiting.length > maxValues) return false;
    for (const member of parts.members) waiting.push({ value: member, depth: next.depth + 1 });
  }
  return true;
}

/** Null for what is no JSON. */
function partsOf(value: unknown): Parts | null {
  switch (typeof value) {
    case 'string':
      return { characters: value.length, members: [] };
    case 'boolean':
      return { characters: 0, members: [] };
    case 'number':
      return Number.isFinite(value) ? { characters: 0, members: [] } : null;
    case 'object':
      return value === null ? { characters: 0, members: [] } : membersOf(value);
    default:
      return null;
  }
}

function membersOf(value: object): Parts | null {
  if (Array.isArray(value)) return { characters: 0, members: value };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return null;
  const names = Object.keys(value);
  return { characters: names.reduce((sum, name) => sum + name.length, 0), members: Object.values(value) };
}
