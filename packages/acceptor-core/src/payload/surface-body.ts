/** What no schema says of the bodies of a surface: the tree of version 1, the messages of version 2 (envelope 7.1, 7.7). */
import { isRecord, pointerTo } from '@openwop-inspector/base';
import type { OutcomeDetail } from '../accept-context.ts';
import { ruleDetail } from '../pipeline/details.ts';
import { type Ending, invalid } from '../pipeline/ending.ts';
import type { Work } from '../pipeline/work.ts';
import { objectsOf } from './kind-rules.ts';

/** The one version of the catalogue of the tree (envelope 7.1). */
const CATALOG_VERSION = '0.9.1';
const NEWEST = 2;

/** The version whose body a surface has to have: that of its stamp, or of a host that only warns of an older stamp. */
export function bodyVersion({ advertised, schemaVersion, settings }: Work): number {
  const stamp = schemaVersion ?? 0;
  return advertised === null || settings.isStrictHost ? stamp : Math.max(stamp, advertised);
}

/** Before the schema: a version that there is none of, and the body of the other version. */
export function surfaceRefusal(work: Work): Ending | null {
  const { payload, type } = work;
  if (type !== 'ui.a2ui-surface') return null;
  const version = bodyVersion(work);
  if (version > NEWEST)
    return invalid(work, 'unknown_schema_version', `schemaVersion ${version} is above ${NEWEST}, the newest`);
  if (!isRecord(payload)) return null;
  const { catalogVersion: catalog, messages } = payload;
  const isTree = catalog !== undefined && messages === undefined;
  if (version === NEWEST)
    return isTree ? otherBody(work, '/messages', 'this is the tree, which schemaVersion 1 has') : null;
  if (catalog === undefined && Array.isArray(messages))
    return otherBody(work, '/catalogVersion', 'these are messages of A2UI, which schemaVersion 2 has');
  if (typeof catalog !== 'string' || catalog === CATALOG_VERSION) return null;
  const text = `catalogVersion ${catalog.slice(0, 40)} is not ${CATALOG_VERSION}`;
  const details = [ruleDetail('/catalogVersion', 'enum', `is not ${CATALOG_VERSION}`)];
  return invalid(work, 'unknown_schema_version', text, details);
}

function otherBody(work: Work, missing: string, why: string): Ending {
  return invalid(work, 'envelope_invalid', why, [ruleDetail(missing, 'required', `is missing: ${why}`)]);
}

/** Of messages that fit their schema: one surface, which is there when it is changed, and no name of a prototype. */
export function messagesRefusal(work: Work): Ending | null {
  const { payload } = work;
  if (work.type !== 'ui.a2ui-surface' || bodyVersion(work) !== NEWEST || !isRecord(payload)) return null;
  const details: OutcomeDetail[] = [];
  let state: 'unknown' | 'there' | 'deleted' = 'unknown';
  for (const [at, message] of objectsOf(payload.messages).entries()) {
    const [name, body] = Object.entries(message).find(([key]) => key !== 'version') ?? [];
    if (name === undefined || !isRecord(body)) continue;
    const place = `/messages/${at}/${name}`;
    const found = (pointer: string, rule: string, what: string) =>
      void details.push(ruleDetail(`${place}${pointer}`, rule, what));
    if (body.surfaceId !== payload.surfaceId) found('/surfaceId', 'surface_mismatch', 'is another surface');
    if (name === 'createSurface' && state === 'there')
      found('', 'surface_exists', 'creates it a second time');
    if (name !== 'createSurface' && state === 'deleted') found('', 'surface_deleted', 'follows its deletion');
    if (name === 'createSurface') state = 'there';
    else if (name === 'deleteSurface') state = 'deleted';
    const isData = name === 'updateDataModel';
    if (isData && leadsToPrototype(body.path)) found('/path', 'prototype_key', 'leads to a prototype');
    const inside = prototypePlace(isData ? body.value : body, isData);
    if (inside !== null)
      found(`${isData ? '/value' : ''}${inside}`, 'prototype_key', 'has the name of a prototype');
  }
  if (details.length === 0) return null;
  return invalid(work, 'envelope_invalid', 'the messages break rules of their surface', details.slice(0, 50));
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
