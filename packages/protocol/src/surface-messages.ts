/** The messages of a surface of schemaVersion 2: what no schema says of them, and their fold (envelope 7.7). */
import { childAt, isRecord, pointerTo, pointerTokens } from '@openwop-inspector/base';
import { surfaceV2Errors } from './envelope-check.ts';
import type { SurfaceComponent, SurfaceMessage, SurfaceV2 } from './generated/envelope-types.ts';

/** `unknown`: earlier envelopes may have created it. `none`: nothing has. */
export type SurfaceLife = 'unknown' | 'none' | 'there' | 'deleted';

/** A message that breaks a rule of its surface. */
export interface MessageFault {
  /** RFC 6901 pointer from the payload. */
  readonly pointer: string;
  readonly rule:
    | 'surface_mismatch'
    | 'surface_exists'
    | 'surface_missing'
    | 'surface_deleted'
    | 'prototype_key';
  /** Continues a sentence about the place: "creates it a second time". */
  readonly message: string;
}

/** True for a body of schemaVersion 2, recognised without a stamp: of A2UI v0.9, with messages, and no tree of version 1. */
export function isMessageBody(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && value.version === 'v0.9' && Array.isArray(value.messages) && !isTreeBody(value);
}

/** True for a body that has the two members of the tree of version 1 (envelope 7.1). */
export function isTreeBody(value: unknown): boolean {
  return isRecord(value) && Object.hasOwn(value, 'catalogVersion') && Object.hasOwn(value, 'surface');
}

/** True when a value fits the schema of version 2; `messageFaults` has the rules beyond it. */
export function isSurfaceV2(value: unknown): value is SurfaceV2 {
  return surfaceV2Errors(value).length === 0;
}

/**
 * The rules that messages of a surface in state `life` break: one surface, which is there when it is changed, and no
 * name of a prototype. Of messages that fit their schema. O(payload).
 */
export function messageFaults(
  { surfaceId, messages }: SurfaceV2,
  life: SurfaceLife,
): readonly MessageFault[] {
  const faults: MessageFault[] = [];
  let state = life;
  for (const [at, message] of messages.entries()) {
    const [name, body] = Object.entries(message).find(([key]) => key !== 'version') ?? [];
    if (name === undefined || !isRecord(body)) continue;
    const found = (pointer: string, rule: MessageFault['rule'], what: string) =>
      void faults.push({ pointer: `/messages/${at}/${name}${pointer}`, rule, message: what });
    if (body.surfaceId !== surfaceId)
      found('/surfaceId', 'surface_mismatch', 'is not the surfaceId of the payload');
    if (name === 'createSurface') {
      if (state === 'there') found('', 'surface_exists', 'creates it a second time');
    } else if (state === 'deleted') found('', 'surface_deleted', 'follows its deletion');
    else if (state === 'none') found('', 'surface_missing', 'precedes its creation');
    if (name === 'createSurface') state = 'there';
    else if (name === 'deleteSurface') state = 'deleted';
    const isData = name === 'updateDataModel';
    if (isData && leadsToPrototype(body.path)) found('/path', 'prototype_key', 'leads to a prototype');
    const inside = prototypePlace(isData ? body.value : body, isData);
    if (inside !== null)
      found(`${isData ? '/value' : ''}${inside}`, 'prototype_key', 'has the name of a prototype');
  }
  return faults;
}

const isOfPrototype = (key: string): boolean => /^(?:__proto__|constructor|prototype)$/.test(key);
const leadsToPrototype = (path: unknown): boolean =>
  typeof path === 'string' && path.split('/').some(isOfPrototype);

/** Pointer of the first key that is the name of a prototype, outside of data also of a path through one. O(value). */
function prototypePlace(value: unknown, isData: boolean): string | null {
  const waiting: (readonly [pointer: string, value: unknown])[] = [['', value]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [pointer, inside] = next;
    if (typeof inside !== 'object' || inside === null) continue;
    for (const [key, member] of Object.entries(inside)) {
      const place = pointerTo(pointer, key);
      if (isOfPrototype(key) || (!isData && key === 'path' && leadsToPrototype(member))) return place;
      waiting.push([place, member]);
    }
  }
  return null;
}

/** What the messages of a surface add up to. */
export interface FoldedSurface {
  readonly life: SurfaceLife;
  readonly components: ReadonlyMap<string, SurfaceComponent>;
  /** The data model; undefined before the first value. */
  readonly data: unknown;
  /** `theme.agentDisplayName`: a claim of the model. */
  readonly agentName: string | null;
}

/** Before the first message. */
export const NO_SURFACE: FoldedSurface = {
  life: 'none',
  components: new Map(),
  data: undefined,
  agentName: null,
};

/** The surface after more messages, which break no rule in its state. Changes nothing that it was given. */
export function foldMessages(surface: FoldedSurface, messages: readonly SurfaceMessage[]): FoldedSurface {
  return messages.reduce(foldMessage, surface);
}

function foldMessage(surface: FoldedSurface, message: SurfaceMessage): FoldedSurface {
  const { createSurface, updateComponents, updateDataModel, deleteSurface } = message;
  if (createSurface !== undefined)
    return { ...NO_SURFACE, life: 'there', agentName: createSurface.theme?.agentDisplayName ?? null };
  if (deleteSurface !== undefined) return { ...NO_SURFACE, life: 'deleted' };
  if (updateComponents !== undefined) {
    const added = updateComponents.components.map((one) => [one.id, one] as const);
    return { ...surface, components: new Map([...surface.components, ...added]) };
  }
  if (updateDataModel === undefined) return surface;
  return { ...surface, data: withDataAt(surface.data, updateDataModel.path ?? '/', updateDataModel.value) };
}

/** The value at an absolute path of a data model, `/` the whole; undefined where nothing is. */
export function dataAt(data: unknown, path: string): unknown {
  return dataTokens(path).reduce<unknown>(childAt, data);
}

/** The data model with a value at a path, removed where it is undefined; objects on the way are made. Shares the rest. */
export function withDataAt(data: unknown, path: string, value: unknown): unknown {
  return withAt(data, dataTokens(path), value);
}

function dataTokens(path: string): readonly string[] {
  return path === '/' ? [] : (pointerTokens(path) ?? []);
}

function withAt(data: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const inside = withAt(childAt(data, key), rest, value);
  if (Array.isArray(data)) {
    const at = key === '-' ? data.length : Number(key);
    // A place behind the end would make holes.
    if (!Number.isInteger(at) || at < 0 || at > data.length) return data;
    return inside === undefined ? data.toSpliced(at, 1) : data.toSpliced(at, 1, inside);
  }
  const others = Object.entries(isRecord(data) ? data : {}).filter(
    ([own]) => own !== key || inside !== undefined,
  );
  const isThere = others.some(([own]) => own === key);
  const entries = others.map(([own, old]): [string, unknown] => [own, own === key ? inside : old]);
  return Object.fromEntries(isThere || inside === undefined ? entries : [...entries, [key, inside]]);
}
