/**
 * Run-time checks of what the window asks: nothing past this file sees an unchecked value. Objects are closed, texts
 * have a form or a longest length, so that a call cannot carry anything that was not meant.
 */
import type { CallName, Request, SavedTextKind } from '@openwop-inspector/main/contract';
import { isCount, isTone } from './recent-files.ts';
import { isRecord } from './record.ts';
import { isSettings } from './settings.ts';

/** A request after checking. `why` names the call and the form that was expected, never the value. */
export type RequestReading<N extends CallName> =
  | { readonly ok: true; readonly request: Request<N> }
  | { readonly ok: false; readonly why: string };

type Check<N extends CallName> = (value: unknown) => value is Request<N>;

const isNothing = (value: unknown): value is null => value === null;
const isSuggestedName = (value: unknown): value is string => typeof value === 'string' && value.length <= 255;
const isText = (value: unknown): value is string => typeof value === 'string';
const isSavedTextKind = (value: unknown): value is SavedTextKind => value === 'json' || value === 'markdown';
const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const isAddress = (value: unknown): value is string => typeof value === 'string' && value.length <= 8192;
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,100}$/.test(value);

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
    hasExactly(value, { suggestedName: isSuggestedName, text: isText, kind: isSavedTextKind }),
  'files/save-bytes': (value): value is Request<'files/save-bytes'> =>
    hasExactly(value, { suggestedName: isSuggestedName, bytes: isBytes }),
  'files/close': (value): value is Request<'files/close'> => hasExactly(value, { fileId: isId }),
  'content/load-once': (value): value is Request<'content/load-once'> =>
    hasExactly(value, { loadId: isId, address: isAddress }),
  'content/cancel-load': (value): value is Request<'content/cancel-load'> =>
    hasExactly(value, { loadId: isId }),
  'links/open': (value): value is Request<'links/open'> => hasExactly(value, { address: isAddress }),
  'recent/list': isNothing,
  'recent/note': (value): value is Request<'recent/note'> =>
    hasExactly(value, { fileId: isId, events: isCount, tone: isTone }),
  'recent/clear': isNothing,
  'settings/read': isNothing,
  'settings/write': isSettings,
};

/** Checks the request of a call. */
export function readRequest<N extends CallName>(name: N, value: unknown): RequestReading<N> {
  const check: Check<N> = checks[name];
  if (check(value)) return { ok: true, request: value };
  return { ok: false, why: `The request of ${name} does not have the form the contract gives it.` };
}

function hasExactly(
  value: unknown,
  members: Readonly<Record<string, (member: unknown) => boolean>>,
): boolean {
  if (!isRecord(value)) return false;
  const names = Object.keys(members);
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name) && members[name]?.(value[name]) === true)
  );
}
