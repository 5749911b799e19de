import {
  type Checks,
  hasExactly,
  hasOnly,
  isCount,
  isNullOr,
  isOneOf,
  isRecord,
  isTextLike,
  isTextTo,
} from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import { isBoundedJson } from './bounded-json.ts';

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
