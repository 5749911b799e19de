/**
 * Event types that OpenWOP v2 renamed (run-events 3.6). The other names of the catalogue are the same in both majors, and the
 * map is a bijection, so a log is read into the names of v1 and each event keeps one bit for its own spelling.
 */
import names from '../schemas/event-names-v2.json' with { type: 'json' };

/** The v1 name and the v2 name. */
const RENAMED = Object.entries(names.renamed);

const v1ByV2: ReadonlyMap<string, string> = new Map(RENAMED.map(([v1, v2]) => [v2, v1]));
const v2ByV1: ReadonlyMap<string, string> = new Map(RENAMED);

/** The v1 name of a type, in either spelling; any other type as it is. */
export function v1EventName(type: string): string {
  return v1ByV2.get(type) ?? type;
}

/** The v2 name of a type, in either spelling; any other type as it is. */
export function v2EventName(type: string): string {
  return v2ByV1.get(type) ?? type;
}
