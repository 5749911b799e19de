/** Words of AGH Network v0, spelled as on the wire, its dialects, and the codes of our own warnings. */
import { type JsonObject, ownValue } from '@openwop-inspector/base';
import codes from './agh-codes.json' with { type: 'json' };
import { problemTable } from './problem-info.ts';

/** The seven kinds of message (agh 1); the later dialect has no `direct` (agh 9.2). */
export const AGH_KINDS = ['greet', 'whois', 'say', 'direct', 'capability', 'receipt', 'trace'] as const;
export type AghKind = (typeof AGH_KINDS)[number];

/** Reasons of receipts and of our verdicts (agh 4). */
export const aghReasonCodes = problemTable({ severity: 'error', clause: 'agh 2' }, codes.reasons);

export type AghReasonCode = keyof typeof aghReasonCodes;

const LATER_ONLY: ReadonlySet<string> = new Set([
  'legacy_field_rejected',
  'invalid_surface',
  'conversation_not_found',
  'work_closed',
  'work_container_mismatch',
]);

/** Whether a reason belongs to the other dialect than this one (agh 9.6). */
export function isReasonOfOther(reason: string, dialect: AghDialect): boolean {
  return dialect === 'later' ? reason === 'interaction_closed' : LATER_ONLY.has(reason);
}

/** Every reason of both dialects, in the order of the registry. */
export const AGH_REASONS: readonly string[] = Object.keys(aghReasonCodes);

/** What was tolerated or is suspicious. None of these refuses a message. */
export const aghWarningCodes = problemTable({ severity: 'note', clause: 'agh 9.2' }, codes.warnings);

export type AghWarningCode = keyof typeof aghWarningCodes;

// Both dialects have one protocol string: only the fields of its messages say of which a file is (agh 9.1).

/** The dialect that messages are judged by. */
export type AghDialect = 'seed' | 'later';

/** Keys of the later dialect that the seed does not know. */
export const AGH_LATER_KEYS = ['workspace_id', 'surface', 'thread_id', 'direct_id', 'work_id'] as const;

/** The dialect that a message itself shows; `earlier` is older than the seed, null where nothing in it decides. O(1). */
export function aghSignalOf(message: JsonObject): AghDialect | 'earlier' | null {
  if (AGH_LATER_KEYS.some((key) => ownValue(message, key) !== undefined)) return 'later';
  const kind = ownValue(message, 'kind');
  if (kind === 'recipe') return 'earlier';
  return kind === 'direct' || ownValue(message, 'interaction_id') !== undefined ? 'seed' : null;
}

/** The dialect of a file. */
export interface AghFileDialect {
  /** That of most messages that show one. */
  readonly dialect: AghDialect;
  /** Both have a fifth or more of these messages: each is judged by what it shows itself. */
  readonly isMixed: boolean;
}

/** Counts the messages of a file by their dialect. */
export class AghDialects {
  private seed = 0;
  private later = 0;
  private hasWorkspace = false;

  add(message: JsonObject): void {
    const signal = aghSignalOf(message);
    if (signal === 'seed') this.seed++;
    if (signal === 'later') this.later++;
    this.hasWorkspace ||= ownValue(message, 'workspace_id') !== undefined;
  }

  get ofFile(): AghFileDialect {
    const { seed, later } = this;
    const isLater = later === seed ? this.hasWorkspace : later > seed;
    const fewer = Math.min(seed, later);
    return { dialect: isLater ? 'later' : 'seed', isMixed: fewer > 0 && fewer * 5 >= seed + later };
  }
}
