/** From a payload of any kind to a surface of the closed catalogue, or to the notice in its place (envelope 7). */

import { formatCount, isRecord, member, type Redactor } from '@openwop-inspector/base';
import {
  type A2uiComponent,
  type A2uiSurface,
  envelopePayloadFindings,
  type FoldedSurface,
  foldMessages,
  isMessageBody,
  isSurfaceV2,
  isTreeBody,
  messageFaults,
  NO_SURFACE,
  nullView,
  publishedKindSchema,
  type SchemaFinding,
  SURFACE_V2_SCHEMA,
  type SurfaceV2,
  surfaceV2Findings,
} from '@openwop-inspector/protocol';
import { jsonSize } from '../json/json-measure.ts';

/** A surface that may be displayed whole, secrets masked, or why it may not. */
export type ReadSurface =
  | { readonly kind: 'surface'; readonly payload: A2uiSurface }
  | {
      readonly kind: 'messages';
      readonly payload: SurfaceV2;
      readonly folded: FoldedSurface;
      /** Envelopes that a host should have refused, and those that were not read: no part of the fold, one sentence each. */
      readonly refused: readonly string[];
    }
  | { readonly kind: 'notice'; readonly notice: SurfaceNotice };

/** What is known around a payload. */
export interface SurfacePlace {
  /** `schemaVersion` of the envelope; it counts where it is a number. */
  readonly schemaVersion?: unknown;
  /** Earlier envelopes of the run about the same surface, in their order; absent where no run is known (envelope 7.7). */
  readonly earlier?: EarlierSurfaces | undefined;
}

/** `unread`: there is too much before the surface to look for them. */
export type EarlierSurfaces = 'unread' | readonly EarlierSurface[];

/** An earlier envelope of schemaVersion 2. */
export interface EarlierSurface {
  readonly sequence: number | null;
  /** Masked. */
  readonly payload: unknown;
  readonly isUntrusted: boolean;
}

/** True where an earlier envelope was untrusted, or may have been: that taints a surface for good (envelope 7.7). */
export function isSurfaceTainted(earlier: EarlierSurfaces | undefined): boolean {
  return earlier === 'unread' || earlier?.some(({ isUntrusted }) => isUntrusted) === true;
}

/** The one version of the catalogue (envelope 7.1). */
const CATALOG_VERSION = '0.9.1';

/**
 * Reads a surface. Fails closed: one component outside the catalogue replaces all of it. Secrets are masked before
 * anything else looks at the payload, so that no notice can name one. Never throws, never changes the payload; a
 * payload over the limits is not walked further than the limit.
 */
export function readSurface(payload: unknown, mask: Redactor, place: SurfacePlace = {}): ReadSurface {
  const { schemaVersion: stamp } = place;
  if (typeof stamp === 'number' && stamp > 2) {
    const text = `Surfaces of schemaVersion ${stamp} are newer than this reader: stored, and not rendered.`;
    return notice(null, 'unknown_schema_version', 'envelope 7.7', text);
  }
  const size = jsonSize(payload, SURFACE_LIMITS.bytes);
  if (size === 'levels') return limitNotice('The payload is nested too deeply.', '');
  if (size === 'bytes') return limitNotice('The payload is over 256 KiB.', '');
  const masked = withoutNulls(mask.value(payload).value);
  const version = member(masked, 'catalogVersion');
  if (typeof version === 'string' && version !== CATALOG_VERSION) {
    const text = `The catalogue is not ${CATALOG_VERSION}.`;
    const found = [{ pointer: '/catalogVersion', message: `is not ${CATALOG_VERSION}` }];
    return notice('tree', 'unknown_schema_version', 'envelope 7.1', text, found);
  }
  if (Array.isArray(member(masked, 'messages')) || stamp === 2) return readMessages(masked, mask, place);
  const details = surfaceViolations(masked);
  if (details.length === 0 && isSurface(masked))
    return overLimit(masked) ?? { kind: 'surface', payload: masked };
  const message = 'The surface is not made of the components of the catalogue, so none of it is displayed.';
  return notice('tree', 'envelope_invalid', 'envelope 7.2, 7.4', message, details);
}

/** Reads messages and folds them behind those of earlier envelopes. O(all of them). */
function readMessages(
  masked: unknown,
  mask: Redactor,
  { schemaVersion, earlier }: SurfacePlace,
): ReadSurface {
  const payload = nullView(masked, SURFACE_V2_SCHEMA, true);
  if (isTreeBody(payload)) {
    const isBoth = Array.isArray(member(payload, 'messages'));
    return invalid(
      isBoth
        ? 'This is neither body of the kind: it has the members of both.'
        : 'schemaVersion 2 carries A2UI v0.9 messages, and this is the tree of version 1.',
    );
  }
  const version = member(payload, 'version');
  if (schemaVersion !== 2 && typeof version === 'string' && version !== 'v0.9') {
    const text = 'These are messages of another A2UI than v0.9: stored, and not rendered.';
    return notice(null, 'unknown_schema_version', 'envelope 7.7', text, [
      { pointer: '/version', message: 'is not v0.9' },
    ]);
  }
  if (!isMessageBody(payload) || !isSurfaceV2(payload))
    return invalid(
      'The messages are not made of what schemaVersion 2 has, so none of it is drawn.',
      surfaceV2Findings(payload),
    );
  const own = messageFaults(payload, 'unknown');
  if (own.length > 0)
    return invalid(
      'The messages break rules of their surface, so none of it is drawn.',
      own.map(({ pointer, rule, message }) => ({ pointer, message: `${message} (${rule})` })),
    );
  const refused: string[] = [];
  const isRead = earlier !== undefined && earlier !== 'unread';
  let folded: FoldedSurface = isRead ? NO_SURFACE : { ...NO_SURFACE, life: 'unknown' };
  for (const { sequence, payload: one } of isRead ? earlier : [])
    add(
      nullView(mask.value(one).value, SURFACE_V2_SCHEMA, true),
      sequence === null ? 'An earlier event' : `Event ${formatCount(sequence)}`,
    );
  add(payload, 'This envelope');
  if (earlier === 'unread')
    refused.push(
      'There are too many events before this one to read: it is drawn from this envelope alone, as untrusted.',
    );
  return { kind: 'messages', payload, folded, refused };

  function add(one: unknown, name: string): void {
    const [fault] = isSurfaceV2(one) ? messageFaults(one, folded.life) : [];
    if (isSurfaceV2(one) && fault === undefined) folded = foldMessages(folded, one.messages);
    else {
      const why = fault === undefined ? 'has other messages than schemaVersion 2' : fault.message;
      const rule = fault?.rule ?? 'envelope_invalid';
      refused.push(`${name} ${why} (${rule}): a host should have refused it.`);
    }
  }
}

function invalid(message: string, violations: SurfaceNotice['violations'] = []): ReadSurface {
  return notice('messages', 'envelope_invalid', 'envelope 7.7', message, violations);
}

/** Where a payload differs from the schema of surfaces, null taken as absent where it may be (envelope 5.1). */
export function surfaceViolations(payload: unknown): readonly SchemaFinding[] {
  return envelopePayloadFindings('ui.a2ui-surface', payload) ?? [];
}

/** The schema has just found nothing wrong. */
function isSurface(payload: unknown): payload is A2uiSurface {
  return isRecord(payload);
}

/** The tree without members that are null, declared, and not required (envelope 5.1). Shares the rest. */
export function withoutNulls(payload: unknown): unknown {
  return nullView(payload, publishedKindSchema('ui.a2ui-surface'), true);
}

/** Why components drawn from messages are too much; bindings may repeat a text of the data. */
export function drawnLimit(components: readonly A2uiComponent[]): SurfaceNotice | null {
  const isLarge = typeof jsonSize(components, SURFACE_LIMITS.bytes) === 'string';
  if (!isLarge && !components.some((component) => textsOf(component).some(isLong))) return null;
  const message = isLarge
    ? 'The surface is over 256 KiB with its data.'
    : `A text has more than ${SURFACE_LIMITS.characters} characters.`;
  return { body: 'messages', code: 'a2ui_limit', clause: 'envelope 7.2', message, violations: [] };
}

function overLimit({ surface: { title, components } }: A2uiSurface): ReadSurface | null {
  const { components: most, options, characters } = SURFACE_LIMITS;
  if (components.length > most) {
    return limitNotice(`The surface has more than ${most} components.`, `/surface/components/${most}`);
  }
  const longNotice = (pointer: string) =>
    limitNotice(`A text has more than ${characters} characters.`, pointer);
  if (title !== undefined && isLong(title)) return longNotice('/surface/title');
  for (const [index, component] of components.entries()) {
    const pointer = `/surface/components/${index}`;
    if (component.component === 'field.select' && component.options.length > options) {
      return limitNotice(`A select has more than ${options} options.`, `${pointer}/options/${options}`);
    }
    if (textsOf(component).some(isLong)) return longNotice(pointer);
  }
  return null;
}

function textsOf(component: A2uiComponent): readonly string[] {
  const own = Object.values(component).filter((value) => typeof value === 'string');
  if (component.component !== 'field.select') return own;
  return [...own, ...component.options.flatMap(({ value, label }) => [value, label])];
}

function isLong(text: string): boolean {
  if (text.length <= SURFACE_LIMITS.characters) return false;
  return text.length > SURFACE_LIMITS.characters * 2 || [...text].length > SURFACE_LIMITS.characters;
}

function limitNotice(message: string, pointer: string): ReadSurface {
  return notice('tree', 'a2ui_limit', 'envelope 7.2', message, [{ pointer, message: 'is over the limit' }]);
}

function notice(
  body: SurfaceNotice['body'],
  code: SurfaceNoticeCode,
  clause: string,
  message: string,
  found: SurfaceNotice['violations'] = [],
): ReadSurface {
  const violations = found.map(({ pointer, message: words }) => ({ pointer, message: words }));
  return { kind: 'notice', notice: { body, code, clause, message, violations } };
}

/** Limits of a renderer; the catalogue itself has no limits (envelope 7.2). */
export const SURFACE_LIMITS = {
  components: 500,
  /** Of one select. */
  options: 200,
  /** Code points of one string. Reasoning is clipped where it is displayed, not here (envelope 5). */
  characters: 20_000,
  /** Of the payload as JSON, in UTF-8. */
  bytes: 256 * 1024,
} as const;

/** Why a surface is replaced whole by a notice (envelope 7.4). */

/** `a2ui_limit` is ours: the surface is legal, and more than a renderer takes. */
export type SurfaceNoticeCode = 'unknown_schema_version' | 'envelope_invalid' | 'a2ui_limit';

/** Instead of the surface; nothing of it is displayed. */
export interface SurfaceNotice {
  /** The body whose components the surface should have; null for a version that is not read here. */
  readonly body: 'tree' | 'messages' | null;
  readonly code: SurfaceNoticeCode;
  readonly clause: string;
  /** One sentence. */
  readonly message: string;
  /**
   * Places, at most fifty, by RFC 6901 pointer from the payload, with text of the schema only; for a limit the first
   * place that passes it.
   */
  readonly violations: readonly { readonly pointer: string; readonly message: string }[];
}
