/** What is displayed of one kind or event: a sentence, fields, parts. Plain data, made by reading, rendered by `SheetView`. */
import type { EventFamily } from '@openwop-inspector/protocol';
import type { Text } from './members.ts';

/** Severity of a thing. It colours a glyph that has a form of its own, and never appears without text. */
export type Tone = 'plain' | 'ok' | 'note' | 'warning' | 'error';

export interface Sheet {
  readonly lead: Lead;
  readonly fields: readonly SheetField[];
  readonly parts: readonly SheetPart[];
  /** Members that nothing above shows, so that nothing is hidden. */
  readonly other: readonly OtherField[];
  /** `null`: the host recorded no payload (run-events 5.3). `empty`: an object without members. */
  readonly absent: 'null' | 'empty' | null;
}

/** The first line: what happened, in one sentence. */
export interface Lead {
  readonly glyph: SheetGlyph;
  readonly tone: Tone;
  /** One or two words next to the glyph, such as "Failed". */
  readonly badge: string;
  readonly words: Text;
}

export type SheetGlyph =
  | 'agent'
  | 'artifact'
  | 'ask'
  | 'cancelled'
  | 'event'
  | 'failed'
  | 'limit'
  | 'log'
  | 'model'
  | 'note'
  | 'ok'
  | 'prompt'
  | 'reasoning'
  | 'retry'
  | 'running'
  | 'skipped'
  | 'state'
  | 'stream'
  | 'tool'
  | 'truncated'
  | 'usage'
  | 'waiting'
  | 'warning';

export interface SheetField {
  /** Words of ours. */
  readonly label: string;
  readonly value: SheetValue;
  /** RFC 6901 pointer from the subject's value; null for what is said and not recorded. */
  readonly pointer: string | null;
}

/** A member that is listed by its own name. */
export interface OtherField {
  /** The path of names as written, `error.category`. Foreign text. */
  readonly name: string;
  readonly value: SheetValue;
  readonly pointer: string;
}

export type SheetValue =
  /** An id, a code, a name of the protocol. */
  | { readonly kind: 'id'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** A string that is not handed over; `length` in UTF-16 units. */
  | { readonly kind: 'leftOut'; readonly length: number }
  | { readonly kind: 'number'; readonly value: number; readonly unit: string }
  | { readonly kind: 'duration'; readonly ms: number }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'names'; readonly items: readonly string[] }
  | { readonly kind: 'own'; readonly words: Text }
  /** Present, and not displayed: the event is defined to hold no content (security A, content-free events). */
  | { readonly kind: 'withheld' }
  | { readonly kind: 'json'; readonly value: unknown };

export type SheetPart =
  | ValuePart
  | KnownPart
  /** `pointer` is null for a schema from outside the subject. */
  | {
      readonly kind: 'form';
      readonly title: string;
      readonly schema: unknown;
      readonly pointer: string | null;
    }
  /** `list` are the entries as recorded. */
  | { readonly kind: 'questions'; readonly list: readonly unknown[]; readonly pointer: string }
  | { readonly kind: 'question'; readonly entry: unknown; readonly pointer: string }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly columns: readonly string[];
      readonly rows: readonly TableRow[];
    }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly words: Text }
  | { readonly kind: 'share'; readonly value: number; readonly of: number; readonly words: string };

/** Something that the protocol publishes, folded; it is not in the subject. */
export interface KnownPart {
  readonly kind: 'known';
  readonly title: string;
  readonly value: unknown;
}

/** A value with a title of its own: a text of any length, or JSON. */
export interface ValuePart {
  readonly kind: 'value';
  readonly title: string;
  readonly value: unknown;
  readonly pointer: string;
  /** Unfolded from the start. */
  readonly open: boolean;
  /** `prompt` marks the parts between `<UNTRUSTED>` markers. */
  readonly look: 'prose' | 'mono' | 'prompt';
  /** Content from outside that nothing marks as trusted: silence is not trust (security S-16). */
  readonly fromOutside: boolean;
}

export type TableRow = readonly { readonly value: SheetValue; readonly pointer: string | null }[];

/** Views of sheets with titles of their own. A view that is not here is a family of the catalogue, with its title. */
export const SHEET_VIEWS = {
  agh: 'AGH message',
  interrupt: 'Waiting and answering',
  approval: 'Approval',
  clarification: 'Clarification',
  tool: 'Tool',
  mcp: 'MCP',
  usage: 'Provider usage',
  prompt: 'Prompt',
  reasoning: 'Reasoning',
  agent: 'Agent',
  model: 'Model capability',
  envelope: 'Envelope reliability',
  limit: 'Limit',
  run: 'Run',
  node: 'Node',
  output: 'Output and state',
  orchestration: 'Orchestration',
  conversation: 'Conversation',
} as const;

/** The view a sheet belongs to. */
export type SheetView = keyof typeof SHEET_VIEWS | EventFamily;
