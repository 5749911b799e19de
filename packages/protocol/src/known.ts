/**
 * Result of a check, or why there is none. A check that was stopped, that did not run or that lacked its input has no
 * result: it must not read as one that found nothing to object to.
 */
/** Units in which limits on checks are given. */
export type LimitUnit = 'ms' | 'bytes' | 'levels' | 'keywords' | 'references' | 'characters' | 'entries';

/**
 * Why something is not known. `what` names the check or the input, `why` says more; both without a full stop. `Text` is
 * the type of its texts: masked text where they may quote content.
 */
export type UnknownReason<Text extends string = string> =
  /** Ended at a limit on its time or on the size of its input. */
  | {
      readonly code: 'stopped';
      readonly what: Text;
      readonly limit: number;
      readonly unit: LimitUnit;
      /** RFC 6901 pointer of the place where the limit was met, when it has one. */
      readonly pointer?: string | undefined;
    }
  /** It refers to itself without end. */
  | { readonly code: 'endless'; readonly what: string }
  /** The rules to check against cannot be read, or ask for what is not supported. */
  | {
      readonly code: 'unusable';
      readonly what: Text;
      readonly why: Text;
      readonly pointer?: string | undefined;
    }
  /** A fault of the inspector or of what it borrows. */
  | { readonly code: 'failed'; readonly what: Text; readonly why: string }
  /** Left out, or cancelled before it ran. */
  | { readonly code: 'not-run'; readonly what: Text; readonly why: string }
  /** It has not come to its end. */
  | { readonly code: 'running'; readonly what: Text }
  /** Something that the check needs is not there. */
  | { readonly code: 'missing-input'; readonly what: string };

/** At least one reason, the first one the nearest. */
export type UnknownReasons<Text extends string = string> = readonly [
  UnknownReason<Text>,
  ...UnknownReason<Text>[],
];

/** Nothing is known, and why. */
export interface Unknown<Text extends string = string> {
  readonly known: false;
  readonly reasons: UnknownReasons<Text>;
}

/** A known value, or the reasons why it is unknown. There is no fallback value. */
export type Known<T, Text extends string = string> =
  | { readonly known: true; readonly value: T }
  | Unknown<Text>;

export function known<T>(value: T): { readonly known: true; readonly value: T } {
  return { known: true, value };
}

export function unknown<Text extends string = string>(...reasons: UnknownReasons<Text>): Unknown<Text> {
  return { known: false, reasons };
}

/** Both cases, each to its own function; neither can be left out. */
export function whenKnown<T, R>(
  result: Known<T>,
  cases: { readonly known: (value: T) => R; readonly unknown: (reasons: UnknownReasons) => R },
): R {
  return result.known ? cases.known(result.value) : cases.unknown(result.reasons);
}

/** A reason in words, lower case, without a full stop. It may quote names of a schema: mask it where that matters. */
export function reasonText(reason: UnknownReason): string {
  const { code, what } = reason;
  const place = 'pointer' in reason && reason.pointer ? `, at ${reason.pointer}` : '';
  if (code === 'stopped') return `${what} was stopped at its limit of ${reason.limit} ${reason.unit}${place}`;
  if (code === 'unusable') return `${what} ${reason.why}${place}`;
  if (code === 'failed') return `${what} failed: ${reason.why}`;
  return code === 'not-run' ? `${what} was not run: ${reason.why}` : `${what} ${STATES[code]}`;
}

const STATES = {
  endless: 'refers to itself without end',
  running: 'is still running',
  'missing-input': 'is not known',
} as const;

/** All reasons in words, the nearest first. */
export function reasonsText(reasons: readonly UnknownReason[]): string {
  return reasons.map(reasonText).join('; ');
}

/** The reason with its texts changed, such as masked. Numbers and codes stay. */
export function reasonWithTexts(
  reason: UnknownReason,
  change: { readonly text: (text: string) => string; readonly pointer: (pointer: string) => string },
): UnknownReason {
  const named: UnknownReason = { ...reason, what: change.text(reason.what) };
  const changed: UnknownReason = 'why' in named ? { ...named, why: change.text(named.why) } : named;
  if (!('pointer' in changed) || changed.pointer === undefined) return changed;
  return { ...changed, pointer: change.pointer(changed.pointer) };
}
