/** What a host publishes, linted into the findings of an audit. */
import {
  type HostDeclaration,
  lintDiscovery,
  lintSchema,
  readHostDeclaration,
} from '@openwop-inspector/acceptor-core';
import { childAt, isRecord, ownString, pointerTo } from '@openwop-inspector/base';
import type { FindingGroups } from './finding-groups.ts';

/** What a discovery document declares. */
export interface PublishedHost {
  readonly host: HostDeclaration;
  /** Null where the document does not name its host. */
  readonly hostName: string | null;
}

const NOWHERE = { runId: null, sequence: null, eventId: null, correlationId: null, line: null };

/** Reads a discovery document; null for one that says nothing of envelopes. */
export function declaredHost(document: unknown): PublishedHost | null {
  const host = readHostDeclaration(document);
  if (host === null) return null;
  return { host, hostName: ownString(childAt(document, 'implementation'), 'name') };
}

/** Adds what is wrong with a discovery document. `file` is its name in reports. */
export function takeDiscovery(document: unknown, file: string, groups: FindingGroups): void {
  for (const { rule, clause, why, message, pointer } of lintDiscovery(document))
    groups.add(
      { source: 'discovery', clause, id: rule, level: 'error', title: message, advice: why },
      { ...NOWHERE, file, pointer, message },
    );
}

/** Adds what is wrong with schemas, by kind; infos are left out. Pointers count from a context that holds them. */
export function takeSchemas(
  schemas: Readonly<Record<string, unknown>>,
  file: string,
  groups: FindingGroups,
): void {
  for (const [kind, schema] of Object.entries(schemas)) {
    if (!isRecord(schema)) continue;
    for (const { rule, clause, level, message, why, pointer } of lintSchema(schema, { tier: 'warn' })) {
      if (level === 'info') continue;
      groups.add(
        { source: 'schema', clause, id: rule, level, title: message, advice: why },
        { ...NOWHERE, file, pointer: `${pointerTo('/schemas', kind)}${pointer}`, message },
      );
    }
  }
}
