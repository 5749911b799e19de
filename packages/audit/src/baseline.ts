/** Known deviations: what a host's team has looked at and lives with, so that an audit can stand in its CI. */
import {
  arrayOf,
  aString,
  isRecord,
  objectOf,
  oneOf,
  ownString,
  problemsOfShape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import type { AuditReport } from './audit-report.ts';
import { type FindingGroup, type FindingKind, keyOf } from './finding-groups.ts';

/** Names the form of the file; another one is refused. */
export const BASELINE_FORM = 'openwop-inspector-audit/1';

/** Kinds of findings that are known. `note` is for people. */
export interface Baseline {
  readonly known: readonly FindingKind[];
}

/** What a file of a baseline came to. */
export type BaselineReading =
  | { readonly ok: true; readonly baseline: Baseline }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

const SOURCES = ['deviation', 'rule', 'discovery', 'schema'] as const;

const KIND_SHAPE = objectOf(
  {
    source: oneOf(SOURCES),
    clause: aString,
    id: aString,
    title: aString,
    note: aString,
  },
  ['source', 'clause', 'id'],
);
const SHAPE = objectOf({ baseline: oneOf([BASELINE_FORM]), known: arrayOf(KIND_SHAPE) }, [
  'baseline',
  'known',
]);

/** Reads a baseline; one of another version of this form is a problem at `/baseline`. Never throws. */
export function readBaseline(document: unknown): BaselineReading {
  const problems = problemsOfShape(SHAPE, document);
  if (problems.length > 0 || !isRecord(document) || !Array.isArray(document.known))
    return { ok: false, problems };
  return { ok: true, baseline: { known: document.known.filter(isRecord).map(kindOf) } };
}

function kindOf(entry: Readonly<Record<string, unknown>>): FindingKind {
  const source = SOURCES.find((one) => one === entry.source) ?? 'deviation';
  const text = (name: string): string => ownString(entry, name) ?? '';
  return { source, clause: text('clause'), id: text('id') };
}

/** The groups without those that the baseline names, each by source, clause and id. */
export function againstBaseline(
  groups: readonly FindingGroup[],
  { known }: Baseline,
): Pick<AuditReport, 'groups' | 'baseline'> {
  const keys = new Set(known.map(keyOf));
  const hidden = groups.filter((group) => keys.has(keyOf(group)));
  const used = new Set(hidden.map(keyOf));
  return {
    groups: groups.filter((group) => !keys.has(keyOf(group))),
    baseline: { hidden, unused: [...keys].filter((key) => !used.has(key)).length },
  };
}

/** A baseline that names all of these groups, as a file: JSON of two spaces. */
export function baselineText(groups: readonly FindingGroup[]): string {
  const known = groups.map(({ source, clause, id, title }) => ({ source, clause, id, title }));
  return `${JSON.stringify({ baseline: BASELINE_FORM, known }, null, 2)}\n`;
}
