/**
 * Run-time checks of what the window asks: nothing past this file sees an unchecked value. Objects are closed, texts
 * have a form or a longest length, so that a call cannot carry anything that was not meant.
 */

import {
  hasExactly,
  isCount,
  isFlag,
  isNullOr,
  isRecord,
  isString,
  isTextLike,
  isTextTo,
  isVariableName,
} from '@openwop-inspector/base';
import { LISTED_STATUSES } from '@openwop-inspector/host-client';
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
import { isRunAction } from './live/run-action-check.ts';
import { isTone } from './recent-files.ts';
import { isSettings } from './settings.ts';

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
const isKeptName = (value: unknown): boolean => KEPT_NAMES.some((name) => name === value);
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
  // How long the text may be is answered in words (save-text.ts): a person may come to it without a fault of the window.
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
  'kept/read': (value): value is Request<'kept/read'> => hasExactly(value, { name: isKeptName }),
  'kept/write': (value): value is Request<'kept/write'> =>
    hasExactly(value, { name: isKeptName, text: isNullOr(isTextTo(MAX_KEPT_BYTES)) }),
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
