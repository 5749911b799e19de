/**
 * Run-time checks of what the window asks: nothing past this file sees an unchecked value. Objects are closed, texts
 * have a form or a longest length, so that a call cannot carry anything that was not meant.
 */

import {
  type Checks,
  hasExactly,
  hasOnly,
  isCount,
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
  KEPT_NAMES,
  MAX_KEPT_BYTES,
  MAX_NOTES_BYTES,
  MAX_NOTES_KEY,
  MAX_SAVED_PART,
  type Request,
  type SavedTextKind,
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

/** Members of each kind of action beside `kind`; values are checked by the client that makes the request of them. */
const kinds: { readonly [K in RunAction['kind']]: Checks } = {
  'resolve-interrupt': {
    interruptKind: isText,
    nodeId: isTextOrNull,
    tokenRef: isReference,
    resumeValue: isBoundedJson,
    valueOrigin: (value) => value === 'person' || value === 'surface' || value === 'content',
    contentTrust: isTrust,
  },
  exchange: {
    nodeId: isTextOrNull,
    value: isBoundedJson,
    contentTrust: isTrust,
    interruptKind: isTextOrNull,
  },
  fork: {
    mode: (value) => value === 'replay' || value === 'branch',
    fromSeq: isCount,
    runOptionsOverlay: (value) => value === null || (isRecord(value) && isBoundedJson(value)),
  },
  cancel: { reason: isTextOrNull },
  pause: {
    reason: isTextOrNull,
    drainPolicy: (value) => value === 'drain-current-node' || value === 'immediate',
  },
  resume: { reason: isTextOrNull },
  annotate: { target: isTargetOrNull, signal: isSignal, note: isLongTextOrNull },
};

/** A request after checking. `why` names the call and the form that was expected, never the value. */
export type RequestReading<N extends CallName> =
  | { readonly ok: true; readonly request: Request<N> }
  | { readonly ok: false; readonly why: string };

type Check<N extends CallName> = (value: unknown) => value is Request<N>;

const isNothing = (value: unknown): value is null => value === null;
const isSuggestedName = isTextTo(255);
const isSavedTextKind = (value: unknown): value is SavedTextKind =>
  value === 'json' || value === 'markdown' || value === 'report';
const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const isPart = (value: unknown): boolean => isBytes(value) && value.length <= MAX_SAVED_PART;
const isAddress = isTextTo(8192);
const isId = isTextLike(/^[\w.-]{1,100}$/);

const isTyped = isTextTo(16_384);
const isHostName = isTextTo(200);
const isNotesKey = isTextTo(MAX_NOTES_KEY);
const isStoredName = (value: unknown): boolean => KEPT_NAMES.some((name) => name === value);
const isOfLive = (value: unknown): value is { readonly liveId: string } =>
  hasExactly(value, { liveId: isId });
const isOfCapture = (value: unknown): value is { readonly captureId: string } =>
  hasExactly(value, { captureId: isId });
const isOfHost = (value: unknown): value is { readonly hostId: string } =>
  hasExactly(value, { hostId: isId });

/** One check a call; a call without one does not compile. */
const checks: { readonly [N in CallName]: Check<N> } = {
  'shell/info': isNothing,
  'files/startup': isNothing,
  'files/pick': isNothing,
  'files/samples': isNothing,
  'files/reopen': (value): value is Request<'files/reopen'> => hasExactly(value, { recentId: isId }),
  'files/open-sample': (value): value is Request<'files/open-sample'> =>
    hasExactly(value, { sampleId: isId }),
  // How long the text may be is answered in words (save-text.ts): the user may come to it without a fault of the window.
  'files/save-text': (value): value is Request<'files/save-text'> =>
    hasExactly(value, { suggestedName: isSuggestedName, text: isString, kind: isSavedTextKind }),
  'files/save-bytes': (value): value is Request<'files/save-bytes'> =>
    hasExactly(value, { suggestedName: isSuggestedName, bytes: isBytes }),
  'files/begin-save': (value): value is Request<'files/begin-save'> =>
    hasExactly(value, { suggestedName: isSuggestedName }),
  'files/save-part': (value): value is Request<'files/save-part'> =>
    hasExactly(value, { saveId: isId, bytes: isPart }),
  'files/end-save': (value): value is Request<'files/end-save'> =>
    hasExactly(value, { saveId: isId, isWhole: isFlag }),
  'files/close': (value): value is Request<'files/close'> => hasExactly(value, { fileId: isId }),
  'content/load-once': (value): value is Request<'content/load-once'> =>
    hasExactly(value, { loadId: isId, address: isAddress }),
  'content/cancel-load': (value): value is Request<'content/cancel-load'> =>
    hasExactly(value, { loadId: isId }),
  'links/open': (value): value is Request<'links/open'> => hasExactly(value, { address: isAddress }),
  'hosts/list': isNothing,
  'hosts/read-address': (value): value is Request<'hosts/read-address'> =>
    hasExactly(value, { text: isTyped }),
  'hosts/save': (value): value is Request<'hosts/save'> =>
    hasExactly(value, { baseUrl: isBaseUrl, name: isNullOr(isHostName) }),
  'hosts/remove': isOfHost,
  'hosts/set-token': isTokenRequest,
  'hosts/set-authority': (value): value is Request<'hosts/set-authority'> =>
    hasExactly(value, { hostId: isId, choose: isFlag }),
  'hosts/examine': (value): value is Request<'hosts/examine'> =>
    hasExactly(value, { examineId: isId, hostId: isId, runId: isNullOr(isRunId) }),
  'hosts/cancel-examine': (value): value is Request<'hosts/cancel-examine'> =>
    hasExactly(value, { examineId: isId }),
  'hosts/runs': (value): value is Request<'hosts/runs'> =>
    hasExactly(value, { hostId: isId, status: isNullOr(isRunStatus) }),
  'hosts/startup': isNothing,
  'live/attach': (value): value is Request<'live/attach'> =>
    hasExactly(value, { hostId: isId, runId: isRunId, a2uiDelta: isFlag }),
  'live/cancel-attach': (value): value is Request<'live/cancel-attach'> =>
    hasExactly(value, { hostId: isId, runId: isRunId }),
  'live/find': isOfLive,
  'live/fetch-missing': isOfLive,
  'live/reconnect': isOfLive,
  'live/detach': isOfLive,
  'live/close': isOfLive,
  'live/save-capture': isOfLive,
  'live/interrupts': isOfLive,
  'live/preview': (value): value is Request<'live/preview'> =>
    hasExactly(value, { liveId: isId, action: isRunAction }),
  'live/act': (value): value is Request<'live/act'> => hasExactly(value, { liveId: isId, previewId: isId }),
  'live/actions': isOfLive,
  'captures/list': isNothing,
  'captures/open': isOfCapture,
  'captures/delete': isOfCapture,
  'captures/delete-all': isNothing,
  'recent/list': isNothing,
  'recent/note': (value): value is Request<'recent/note'> =>
    hasExactly(value, { fileId: isId, events: isCount, tone: isTone }),
  'recent/clear': isNothing,
  'notes/read': (value): value is Request<'notes/read'> => hasExactly(value, { key: isNotesKey }),
  'notes/write': (value): value is Request<'notes/write'> =>
    hasExactly(value, { key: isNotesKey, text: isNullOr(isTextTo(MAX_NOTES_BYTES)) }),
  'kept/read': (value): value is Request<'kept/read'> => hasExactly(value, { name: isStoredName }),
  'kept/write': (value): value is Request<'kept/write'> =>
    hasExactly(value, { name: isStoredName, text: isNullOr(isTextTo(MAX_KEPT_BYTES)) }),
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
function isRunStatus(value: unknown): boolean {
  return LISTED_STATUSES.some((status) => status === value);
}

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
    ['rating', 'correction', 'label', 'flag'].some((kind) => kind === value.kind) &&
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
