import { isRecord } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import { hasExactly } from '../closed-object.ts';
import { isBoundedJson } from './bounded-json.ts';

type Members = Readonly<Record<string, (member: unknown) => boolean>>;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 4096;
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isLongTextOrNull = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.length <= 65_536);
const isReference = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value));
const isTrust = (value: unknown): boolean => value === 'trusted' || value === 'untrusted';
const isSequence = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Members of each kind of action beside `kind`; values are checked by the client that makes the request of them. */
const kinds: { readonly [K in RunAction['kind']]: Members } = {
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
    fromSeq: isSequence,
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
  const members: Members | undefined = new Map<string, Members>(Object.entries(kinds)).get(kind);
  return members !== undefined && hasExactly(value, { ...members, kind: (given) => given === kind });
}

function isTargetOrNull(value: unknown): boolean {
  return value === null || hasOnly(value, { eventId: isText, nodeId: isText });
}

function isSignal(value: unknown): boolean {
  return (
    isRecord(value) &&
    ['rating', 'correction', 'label', 'flag'].some((kind) => kind === value.kind) &&
    hasOnly(value, { kind: isText, rating: isSequence, label: isText, correction: isLongTextOrNull })
  );
}

/** Members may be left out, but there are no others. */
function hasOnly(value: unknown, members: Members): boolean {
  return (
    isRecord(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name) && members[name]?.(value[name]) === true)
  );
}
