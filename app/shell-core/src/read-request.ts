/**
 * Run-time checks of what the window asks: nothing past this file sees an unchecked value. Objects are closed, texts
 * have a form or a longest length, so that a call cannot carry anything that was not meant.
 */

import {
  hasExactly,
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
import { isRunAction, LISTED_STATUSES } from '@openwop-inspector/host-client';
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
