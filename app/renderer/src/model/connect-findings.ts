/** What is odd about a discovery document: the host client's lint and the acceptor's, as one list. */

import { lintDiscovery } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import type { CapabilityFinding, HostDiscovery } from '@openwop-inspector/host-client';

type Level = CapabilityFinding['level'];

/** Worst first. */
const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

/** All findings of one level. */
export interface FindingGroup {
  readonly level: Level;
  readonly title: string;
  readonly findings: readonly CapabilityFinding[];
}

/** The document itself; undefined when its text was cut or is no JSON. */
export function discoveryDocument({ documentText }: Pick<HostDiscovery, 'documentText'>): unknown {
  try {
    return JSON.parse(documentText);
  } catch {
    return undefined;
  }
}

/** Findings of both lints, each once, worst first. Groups without findings are left out. */
export function findingGroups(
  discovery: Pick<HostDiscovery, 'documentText' | 'findings'>,
): readonly FindingGroup[] {
  const all = new Map<string, CapabilityFinding>();
  const own = lintDiscovery(discoveryDocument(discovery)).map(
    ({ rule, level, pointer, message, clause }): CapabilityFinding => ({
      rule,
      level,
      pointer,
      message,
      clause,
    }),
  );
  for (const finding of [...discovery.findings, ...own]) {
    const key = `${finding.rule} ${finding.pointer}`;
    if (!all.has(key)) all.set(key, finding);
  }
  const findings = [...all.values()];
  return LEVELS.flatMap((level) => {
    const ofLevel = findings.filter((finding) => finding.level === level);
    return ofLevel.length === 0 ? [] : [{ level, title: countOf(ofLevel.length, level), findings: ofLevel }];
  });
}
