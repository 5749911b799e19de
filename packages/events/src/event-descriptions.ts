/** The table of descriptions: one for each type of the catalogue and for each name outside it (run-events 3.2, 3.4). */
import { isRecord } from '@openwop-inspector/base';
import {
  type CatalogueType,
  eventFamilies,
  familyTitle,
  foldedType,
  type OtherType,
} from '@openwop-inspector/protocol';
import type { EventDescription, EventGlyph, EventTone } from './description.ts';
import { agentEvents } from './families/agent.ts';
import { type AghType, aghEvents } from './families/agh.ts';
import { envelopeEvents } from './families/envelope.ts';
import { humanEvents } from './families/human.ts';
import { limitEvents } from './families/limits.ts';
import { operationEvents } from './families/operations.ts';
import { outputEvents } from './families/output.ts';
import { runEvents } from './families/run.ts';
import { mcpSheet, toolEvents } from './families/tool.ts';
import { interruptEvents } from './families/waits.ts';
import { Fields } from './fields.ts';
import type { EventReader } from './sheet/event-sheet.ts';
import { SHEET_VIEWS, type SheetView } from './sheet/sheet.ts';

const descriptions: Readonly<Record<CatalogueType | OtherType | AghType, EventDescription>> = {
  ...runEvents,
  ...interruptEvents,
  ...humanEvents,
  ...outputEvents,
  ...limitEvents,
  ...envelopeEvents,
  ...agentEvents,
  ...toolEvents,
  ...operationEvents,
  ...aghEvents,
  'ai.message.chunk': outputEvents['output.chunk'],
  'node.interrupt.resolved': { ...interruptEvents['interrupt.resolved'], glyph: 'ask' },
  'interrupt.vote.recorded': interruptEvents['interrupt.vote'],
  'ui.a2ui-surface.delta': {},
  'state.snapshot': {},
  'run.annotated': {},
  batch: {},
};

const byType: ReadonlyMap<string, EventDescription> = new Map(Object.entries(descriptions));
const unknown: EventDescription = {};
/** A type that nobody knows, whose name says that something failed. */
const unknownFailure: EventDescription = { tone: 'failed', abnormal: 'failure' };

/** Every type that has a description, aliases included. */
export const DESCRIBED_TYPES: readonly string[] = [...byType.keys()];

/**
 * Returns the description of a type. Of an unknown one it says no more than whether its name ends with `failed` or
 * `exhausted` (run-events 3.4). One look-up, safe for names such as `__proto__`.
 */
export function describeEvent(type: string): EventDescription {
  return byType.get(type) ?? (/[.-](?:failed|exhausted)$/.test(type) ? unknownFailure : unknown);
}

/** How the payload of a type is read, and the view it belongs to; null for a type without a sheet of its own. */
export function sheetOfType(type: string): readonly [view: SheetView, read: EventReader] | null {
  const folded = foldedType(type);
  if (folded.startsWith('mcp.')) return ['mcp', mcpSheet];
  return describeEvent(folded === 'vote' ? 'interrupt.vote' : folded).sheet ?? null;
}

/** Every view that sheets belong to, with its title for people. */
export function sheetViews(): ReadonlyMap<SheetView, string> {
  const used = new Set([...byType.values()].map(({ sheet }) => sheet?.[0]));
  const families = eventFamilies().map((family) => [family, familyTitle(family)] as const);
  const titles = new Map<SheetView, string>(families.filter(([family]) => used.has(family)));
  for (const [view, title] of Object.entries(SHEET_VIEWS)) titles.set(view as SheetView, title);
  return titles;
}

/** Glyphs of names that begin so, for types without one of their own. */
const PREFIXES: Readonly<Partial<Record<EventGlyph, string>>> = {
  retry: 'envelope.retry.',
  reasoning: 'agent.reasoning.',
  memory: 'agent.memory. memory. workspace. context.',
  orchestrator: 'runOrchestrator. core.workflowChain.',
  dispatch: 'core.dispatch dispatch.',
  ask: 'interrupt. clarification.',
  approval: 'approval.',
  conversation: 'conversation. channel.presence',
  repair: 'compensation.',
  tool: 'tool.',
  agent: 'agent.',
  envelope: 'envelope.',
  surface: 'ui.',
  prompt: 'prompt.',
  usage: 'provider.',
  model: 'model.',
  state: 'channel. variable. state.',
  pin: 'version.',
  replay: 'replay.',
  lease: 'lease.',
  trigger: 'trigger. roster. commitment. heartbeat.',
  budget: 'budget.',
  evaluation: 'eval. goal.',
  deployment: 'deployment.',
  authorization: 'authorization. connector. egress.',
  voice: 'voice.',
  artifact: 'proposal.',
  download: 'import.',
  log: 'log.',
  runStarted: 'run.',
  nodeStarted: 'node.',
};

/** Longest first, so that the nearest family wins. */
const byPrefix = Object.entries(PREFIXES)
  .flatMap(([glyph, prefixes]) => prefixes.split(' ').map((prefix) => [prefix, glyph as EventGlyph] as const))
  .sort(([one], [other]) => other.length - one.length);

/** Returns the glyph of an event type; a plain ring for unknown types. */
export function eventGlyph(type: string): EventGlyph {
  const own = describeEvent(type).glyph;
  return own ?? byPrefix.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'event';
}

/** Returns the tone of an event in its run. Types that report an outcome are judged by their payload. */
export function toneOf(type: string, payload: unknown): EventTone {
  const { tone = 'normal' } = describeEvent(type);
  if (typeof tone === 'string') return tone;
  return isRecord(payload) ? tone(new Fields(payload)) : 'normal';
}

/** True for a type that always means a failure, for marks on a time axis. */
export function alwaysFails(type: string): boolean {
  return describeEvent(type).tone === 'failed';
}
