/** How much a finding weighs, as problems do. */
export type FindingLevel = 'error' | 'warning' | 'note';

/** Where a finding shows. Masked, as the log gives it. */
export interface FindingPlace {
  readonly file: string;
  readonly runId: string | null;
  readonly sequence: number | null;
  readonly eventId: string | null;
  readonly correlationId: string | null;
  /** RFC 6901, inside of the event or, of a document, inside of that; null when it is about the whole. */
  readonly pointer: string | null;
  /** Line of the source, from 1; null when it is not known. */
  readonly line: number | null;
  /** What is wrong there, in a sentence without a full stop. */
  readonly message: string;
  /** Both sides of what deviates; absent where no verdict was compared. */
  readonly compared?: readonly ComparedValue[];
}

/** One point of a verdict: the host's value next to that of the pipeline. */
export interface ComparedValue {
  readonly what: string;
  readonly host: string;
  readonly here: string;
}

/** What distinguishes a group from others; the same on every machine and in every run of the same host. */
export interface FindingKind {
  /** `deviation` of one envelope, `rule` between events, `discovery` or `schema` of what the host publishes. */
  readonly source: 'deviation' | 'rule' | 'discovery' | 'schema';
  readonly clause: string;
  /** Row of acceptor 9, code of a rule, or what was compared. */
  readonly id: string;
}

/** Findings of one kind. */
export interface FindingGroup extends FindingKind {
  readonly level: FindingLevel;
  readonly title: string;
  /** What the host's people can do, in a sentence; empty where nothing is known. */
  readonly advice: string;
  readonly count: number;
  /** The first hundred. */
  readonly places: readonly FindingPlace[];
}

/** Places that are stored of a group. */
const MAX_PLACES = 100;
/** Groups that are stored; a hostile log makes as many as it likes. */
const MAX_GROUPS = 1000;

type Described = FindingKind & Pick<FindingGroup, 'level' | 'title' | 'advice'>;

/** Gathers findings. O(1) each. */
export class FindingGroups {
  private readonly byKey = new Map<string, Described & { count: number; places: FindingPlace[] }>();
  /** Findings of kinds beyond the first thousand, which are only counted. */
  leftOut = 0;

  add(kind: Described, place: FindingPlace): void {
    const key = keyOf(kind);
    let group = this.byKey.get(key);
    if (group === undefined) {
      if (this.byKey.size >= MAX_GROUPS) {
        this.leftOut++;
        return;
      }
      group = { ...kind, count: 0, places: [] };
      this.byKey.set(key, group);
    }
    group.count++;
    if (group.places.length < MAX_PLACES) group.places.push(place);
  }

  /** Adds groups that were found elsewhere, with their counts. */
  addAll(groups: readonly FindingGroup[]): void {
    for (const { places, count, ...kind } of groups) {
      for (const place of places) this.add(kind, place);
      const group = this.byKey.get(keyOf(kind));
      if (group === undefined) this.leftOut += count - places.length;
      else group.count += count - places.length;
    }
  }

  /** Those that weigh most first, of equal weight the most frequent. */
  all(): readonly FindingGroup[] {
    return [...this.byKey.values()].sort(
      (a, b) =>
        LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || b.count - a.count || byText(keyOf(a), keyOf(b)),
    );
  }
}

const LEVELS: readonly FindingLevel[] = ['error', 'warning', 'note'];

/** One text for each kind, as baselines and other reports name it. */
export function keyOf({ source, clause, id }: FindingKind): string {
  return `${source} ${clause} ${id}`;
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
