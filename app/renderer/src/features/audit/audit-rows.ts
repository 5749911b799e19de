/** Findings of an audit as the rows of its list: deviations and broken rules, then data the log lacks. Pure. */
import { UNCHECKED } from '@openwop-inspector/acceptor-core';
import type { AuditedEnvelope, FindingGroup, FindingPlace, LogAudit } from '@openwop-inspector/audit';
import { addTo, countOf, formatCount } from '@openwop-inspector/base';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';

/** One row of the list: findings of a kind, or what the log lacks. */
export type AuditFinding = {
  readonly key: string;
  readonly count: number;
  /** The first places. */
  readonly places: readonly FindingPlace[];
} & (
  | { readonly kind: 'group'; readonly group: FindingGroup; readonly isKnown: boolean }
  /** `what`: in a noun phrase. `record`: what would have to be recorded or given; empty when not known. */
  | { readonly kind: 'missing'; readonly what: string; readonly record: string }
);

/** Maximum number of places stored for missing data. */
const MAX_PLACES = 100;

type Groups = readonly FindingGroup[];

/** Findings by weight, then frequency; missing data comes after them, `known` last. O(envelopes). */
export function auditFindings(groups: Groups, audit: LogAudit, known: Groups = []): readonly AuditFinding[] {
  const places = placesByMissing(audit.listed);
  return [
    ...groups.map((group) => rowOf(group, false)),
    ...audit.missing.map((one) => ({
      ...one,
      kind: 'missing' as const,
      key: `missing ${one.what}`,
      places: places.get(one.what) ?? [],
    })),
    ...known.map((group) => rowOf(group, true)),
  ];
}

function rowOf(group: FindingGroup, isKnown: boolean): AuditFinding {
  const { source, clause, id, count, places } = group;
  return { kind: 'group', key: `${source} ${clause} ${id}`, group, isKnown, count, places };
}

function placesByMissing(listed: readonly AuditedEnvelope[]): ReadonlyMap<string, readonly FindingPlace[]> {
  const places = new Map<string, FindingPlace[]>();
  for (const { answer, runId, sequence, eventId, correlationId, type } of listed) {
    if (answer.kind !== 'not-reconstructable') continue;
    const message = type ?? 'an envelope whose kind is not recorded';
    const place = { file: '', runId, sequence, eventId, correlationId, pointer: null, line: null, message };
    for (const { what } of answer.missing)
      if ((places.get(what)?.length ?? 0) < MAX_PLACES) addTo(places, what, place);
  }
  return places;
}

/** Accessible name of a row. */
export function findingName(finding: AuditFinding): string {
  const times = countOf(finding.count, 'time');
  if (finding.kind === 'missing') return `Not in the log: ${finding.what}, ${times}`;
  const { level, clause, title } = finding.group;
  const known = finding.isKnown ? 'Known: ' : '';
  return `${known}${SEVERITY_FORM[level].word}, ${clause}: ${title}, ${times}`;
}

/** What the discovery document of a host declares, of what an answer may lack. */
const DECLARED = new Set([UNCHECKED.kind?.what, UNCHECKED['schema-version']?.what]);

/**
 * The answer of an audit in a sentence or three; `isWhole` is false while it runs. `lacksDiscovery`: the discovery document
 * of the host would decide more envelopes.
 */
export function auditAnswer(audit: LogAudit, findings: readonly AuditFinding[], isWhole: boolean) {
  const { envelopes, answers, missing, hasErrors } = audit;
  const unknown = answers['not-reconstructable'];
  const lacksDiscovery = unknown > 0 && missing.some(({ what }) => DECLARED.has(what));
  const sources = findings.map((one) => (one.kind === 'group' && !one.isKnown ? one.group.source : null));
  const rules = sources.filter((source) => source === 'rule').length;
  const published = sources.filter((source) => source === 'discovery' || source === 'schema').length;
  const outOf = (count: number): string => `${formatCount(count)} of ${countOf(envelopes, 'envelope')}`;
  const deviate = `${outOf(answers.deviates)} deviate${answers.deviates === 1 ? 's' : ''}`;
  const found = answers.deviates === 0 ? 'No deviation found' : deviate;
  const parts = [
    envelopes === 0 ? 'There is no envelope to audit.' : `${found}${isWhole ? '' : ' so far'}.`,
    rules === 0 ? '' : `${countOf(rules, 'rule')} between the events ${rules === 1 ? 'is' : 'are'} broken.`,
    published === 0 ? '' : `${countOf(published, 'kind')} of faults in what the host publishes.`,
    hasErrors ? 'The log has errors of another kind.' : '',
    unknown === 0 ? '' : `${outOf(unknown)} unknown${lacksDiscovery ? ': add the discovery document.' : '.'}`,
  ];
  return { text: parts.filter((part) => part !== '').join(' '), lacksDiscovery };
}
