/** What no schema says of the bodies of a surface: the tree of version 1, the messages of version 2 (envelope 7.1, 7.7). */
import { isRecord } from '@openwop-inspector/base';
import {
  isSurfaceV2,
  MAX_DETAILS,
  messageFaults,
  nullView,
  SURFACE_V2_SCHEMA,
  type SurfaceV2,
} from '@openwop-inspector/protocol';
import { ruleDetail } from '../pipeline/details.ts';
import { type Ending, invalid } from '../pipeline/ending.ts';
import type { Work } from '../pipeline/work.ts';

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

/** The messages of a surface of version 2 without optional nulls; null for another body, or one that does not fit. */
function messagesOf(work: Work): SurfaceV2 | null {
  if (work.type !== 'ui.a2ui-surface' || bodyVersion(work) !== NEWEST) return null;
  if (isSurfaceV2(work.payload)) return work.payload;
  const view = nullView(work.payload, SURFACE_V2_SCHEMA, true);
  return isSurfaceV2(view) ? view : null;
}

/** Of messages that fit their schema: what they break after the accepted ones of the run (envelope 7.7). A repeat is none of them. */
export function messagesRefusal(work: Work): Ending | null {
  const body = messagesOf(work);
  if (body === null) return null;
  const life = work.known === null ? work.memory.surfaces.get(body.surfaceId) : undefined;
  const faults = messageFaults(body, life ?? 'unknown').slice(0, MAX_DETAILS);
  if (faults.length === 0) return null;
  const details = faults.map(({ pointer, rule, message }) => ruleDetail(pointer, rule, message));
  return invalid(work, 'envelope_invalid', 'the messages break rules of their surface', details);
}

/** Remembers whether an accepted envelope created or deleted its surface last. */
export function rememberSurface(work: Work): void {
  const body = messagesOf(work);
  const last = body?.messages.findLast((message) => message.createSurface ?? message.deleteSurface);
  if (body === null || last === undefined) return;
  work.memory.surfaces.set(body.surfaceId, last.createSurface === undefined ? 'deleted' : 'there');
}
