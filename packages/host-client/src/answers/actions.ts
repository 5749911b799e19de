import {
  hasOnly,
  isCount,
  isNullOr,
  isOneOf,
  isRecord,
  isTextLike,
  isTextTo,
  type JsonObject,
  type MessageOf,
  readMessage,
} from '@openwop-inspector/base';
import type { HostError } from './host-error.ts';

/** An interrupt that the host says is open. Its token stays in the shell; `tokenRef` represents it. */
export interface OpenHostInterrupt {
  readonly interruptId: string | null;
  readonly nodeId: string | null;
  /** As on the wire: `approval`, `clarification`, `external-event`, `custom` … */
  readonly kind: string;
  readonly tokenRef: string | null;
  /** What is requested, masked: questions of a clarification, actions and artifact of an approval. */
  readonly data: unknown;
  readonly resumeSchema: unknown;
  readonly createdAt: string | null;
  readonly expiresAt: string | null;
}

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
const isTrust = isOneOf('trusted', 'untrusted');

const VALUE_ORIGINS = ['person', 'surface', 'content'] as const;
/**
 * Where a value of an action comes from: typed or chosen by the person, entered into a surface that an agent made, or
 * taken over from recorded content.
 */
export type ValueOrigin = (typeof VALUE_ORIGINS)[number];

/** Members of each kind of action next to `kind`; values are checked further by what makes a request of them. */
const actionForms = {
  'resolve-interrupt': {
    interruptKind: isText,
    nodeId: isTextOrNull,
    /** Given: the token endpoint is used; null: the endpoint by node. */
    tokenRef: isNullOr(isTextLike(/^[\w.:-]{1,100}$/)),
    resumeValue: isBoundedJson,
    valueOrigin: isOneOf(...VALUE_ORIGINS),
    /** Trust of the content that the value was made from or that shows the button. */
    contentTrust: isTrust,
  },
  /** A press in a surface whose target is `exchange`; the recorded host's form, since the protocol has none. */
  exchange: {
    nodeId: isTextOrNull,
    value: isBoundedJson,
    contentTrust: isTrust,
    interruptKind: isTextOrNull,
  },
  fork: {
    mode: isOneOf('replay', 'branch'),
    fromSeq: isCount,
    /** Branch only. */
    runOptionsOverlay: (value: unknown): value is JsonObject | null =>
      value === null || (isRecord(value) && isBoundedJson(value)),
  },
  cancel: { reason: isTextOrNull },
  pause: { reason: isTextOrNull, drainPolicy: isOneOf('drain-current-node', 'immediate') },
  resume: { reason: isTextOrNull },
  annotate: { target: isTargetOrNull, signal: isSignal, note: isLongTextOrNull },
};

/** What the user may do with a run (bundles-and-transport.md sections 5, 8, 9, 10). */
export type RunAction = MessageOf<typeof actionForms>;

/** An action as the contract has it: closed, of a known kind, with texts and JSON of bounded size. */
export function isRunAction(value: unknown): value is RunAction {
  return readMessage(value, actionForms) !== null;
}

interface AnnotationTarget {
  readonly eventId?: string;
  readonly nodeId?: string;
}

function isTargetOrNull(value: unknown): value is AnnotationTarget | null {
  return value === null || hasOnly(value, { eventId: isText, nodeId: isText });
}

interface AnnotationSignal {
  readonly kind: 'rating' | 'correction' | 'label' | 'flag';
  readonly rating?: number;
  readonly label?: string;
  readonly correction?: string;
}

function isSignal(value: unknown): value is AnnotationSignal {
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
function isBoundedJson(value: unknown): value is unknown {
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
  if (typeof value === 'string') return { characters: value.length, members: [] };
  if (value === null || typeof value === 'boolean' || Number.isFinite(value))
    return { characters: 0, members: [] };
  return typeof value === 'object' ? membersOf(value) : null;
}

function membersOf(value: object): Parts | null {
  if (Array.isArray(value)) return { characters: 0, members: value };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return null;
  const names = Object.keys(value);
  return { characters: names.reduce((sum, name) => sum + name.length, 0), members: Object.values(value) };
}

/** The request that an action would send, exactly, but for tokens, which are masked. */
export interface RequestPreview {
  readonly method: 'POST';
  /** Whole address; the token of a token endpoint is masked. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON as it is sent. */
  readonly body: string;
  /** As a command for a terminal, with `$OPENWOP_TOKEN` for the token. */
  readonly curl: string;
}

/** A previewed action, or why it is not sent at all (security: untrusted content never advances an approval). */
export type ActionPreview =
  | { readonly allowed: true; readonly previewId: string; readonly request: RequestPreview }
  | {
      readonly allowed: false;
      readonly code: 'untrusted_content_blocks_approval' | 'invalid_action' | 'token_unknown';
      readonly message: string;
      readonly clause: string;
    };

/** What the host said to an action. */
export type ActionOutcome =
  | {
      readonly ok: true;
      readonly status: number;
      /** One sentence: "vote stored, the gate still waits", "run cancelled". */
      readonly words: string;
      /** Of a fork. */
      readonly newRunId: string | null;
      /** Body, masked, at most 64 KiB. */
      readonly body: string;
    }
  | {
      readonly ok: false;
      readonly error: HostError;
      /** Another form of the same answer that this host may want; offered, never sent by itself (section 8). */
      readonly otherForm: RunAction | null;
    };

/** One action of a session as it is stored in the capture. */
export interface ActionRecord {
  readonly at: string;
  readonly action: RunAction;
  readonly request: RequestPreview;
  readonly outcome: ActionOutcome;
}
