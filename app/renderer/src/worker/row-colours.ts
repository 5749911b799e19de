/** Rows with the colouring rule that selects them. */
import { type MaskedText, masker } from '@openwop-inspector/base';
import { type EventRow, filterSelects, isFilterError, parseFilter } from '@openwop-inspector/run-log';
import type { CompiledRules, Session } from './session.ts';

/**
 * Rows that a rule selects say which: the first one, by its number. A folded stream goes by its first piece. A rule that
 * cannot be read selects none. O(rows × rules), and reads the events whose columns do not decide.
 */
export async function colouredRows(
  session: Session,
  rows: readonly EventRow[],
  rules: readonly string[],
): Promise<readonly EventRow[]> {
  const { shown } = session;
  const { filters } = compiled(session, rules);
  const answer: EventRow[] = [];
  for (const row of rows) {
    let colour = -1;
    for (let at = 0; at < filters.length && colour < 0; at++) {
      const filter = filters[at];
      if (filter != null && (await filterSelects(filter, shown, row.ordinal))) colour = at;
    }
    answer.push(colour < 0 ? row : { ...row, colour });
  }
  return answer;
}

function compiled(session: Session, rules: readonly string[]): CompiledRules {
  const { shown, log } = session;
  const key = JSON.stringify([log.state, session.run?.state ?? '', rules]);
  if (session.rules?.key !== key) {
    const filters = rules.map((text) => {
      const filter = parseFilter(text, shown, new Set());
      return isFilterError(filter) ? null : filter;
    });
    session.rules = { key, filters };
  }
  return session.rules;
}

/** Error messages of some filters; null for one that can be read. */
export function filterFaults({ shown }: Session, texts: readonly string[]): readonly (MaskedText | null)[] {
  return texts.map((text) => {
    const filter = parseFilter(text, shown, new Set());
    return isFilterError(filter) ? masker.text(filter.message) : null;
  });
}
