import { masker } from '@openwop-inspector/base';
import { Button, layout, pickText } from '@openwop-inspector/ui';
import { useState } from 'react';
import { saveText } from '../../shared/save-actions.ts';
import { useNamesApart, useSession, useSessionsStore, wholeName } from '../sessions/sessions-store.ts';
import styles from './Compare.module.css';
import {
  compareAgain,
  compareRun,
  compareWith,
  compareWithLog,
  isComparable,
  runsOf,
} from './compare-actions.ts';
import { type Compare, changeCompare, compareOf } from './compare-store.ts';

export interface CompareSidesProps {
  readonly sessionId: string;
  readonly compare: Compare;
}

/** The two runs, and the rules. */
export function CompareSides({ sessionId, compare }: CompareSidesProps) {
  const session = useSession(sessionId);
  const sessions = useSessionsStore((state) => state.sessions);
  const apart = useNamesApart();
  const { run, b } = compare;
  const ownRuns = runsOf(sessionId);
  const others = sessions.filter(
    (one) => isComparable(one) && (one.sessionId !== sessionId || ownRuns.length > 1),
  );
  const otherRuns = b === null ? [] : runsOf(b.sessionId);
  return (
    <>
      <span className={layout('row gap6')}>
        <b aria-hidden="true">A</b>
        <span className={layout('ellipsis short')}>{session === null ? '' : wholeName(session, apart)}</span>
        {ownRuns.length > 1 ? (
          <RunSelect
            label="Run of A"
            runs={ownRuns}
            value={run ?? ownRuns[0] ?? null}
            onChange={(next) => compareRun(sessionId, next)}
          />
        ) : null}
      </span>
      <label className={layout('row gap6 smallSelect')}>
        <b aria-hidden="true">B</b>
        <select
          aria-label="Log of B"
          className={layout.short}
          value={b?.sessionId ?? ''}
          onChange={({ target }) => {
            if (target.value !== '') compareWithLog(sessionId, target.value);
          }}
        >
          {b === null ? <option value="">choose</option> : null}
          {others.map((one) => (
            <option key={one.sessionId} value={one.sessionId}>
              {one.sessionId === sessionId ? `${one.name}, another run` : wholeName(one, apart)}
            </option>
          ))}
        </select>
      </label>
      {b !== null && otherRuns.length > 1 ? (
        <RunSelect
          label="Run of B"
          runs={otherRuns}
          value={b.run}
          onChange={(next) => void compareWith(sessionId, { ...b, run: next })}
        />
      ) : null}
      <Rules sessionId={sessionId} rules={compare.rules} canCompare={b !== null} />
    </>
  );
}

interface RunSelectProps {
  readonly label: string;
  readonly runs: readonly (string | null)[];
  readonly value: string | null;
  readonly onChange: (run: string | null) => void;
}

/** Maximum number of runs of one log offered here; the list of runs finds others. */
const MAX_OFFERED = 500;

function RunSelect({ label, runs, value, onChange }: RunSelectProps) {
  const offered = runs.slice(0, MAX_OFFERED);
  return (
    <label className={layout.smallSelect}>
      <select
        aria-label={label}
        className={layout.short}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        {(offered.includes(value) ? offered : [value, ...offered]).map((run) => (
          <option key={run ?? ''} value={run ?? ''}>
            {run ?? 'the run'}
          </option>
        ))}
      </select>
    </label>
  );
}

const EXAMPLE = '{ "names": ["score"], "pointers": ["/payload/meta/at"], "keep": ["costUsd"] }';

/** The ignored fields, as an editable document. */
function Rules({
  sessionId,
  rules,
  canCompare,
}: {
  readonly sessionId: string;
  readonly rules: string;
  readonly canCompare: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="link" onPress={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide the rules' : rules.trim() === '' ? 'Rules' : 'Rules of your own'}
      </Button>
      {isOpen ? (
        <div className={layout('stack gap6', styles.rules)}>
          <p className={layout.aside}>
            Ids, times, durations and what providers count are left out. <code>names</code> and{' '}
            <code>pointers</code> leave out more, <code>keep</code> compares what is left out,{' '}
            <code>"defaults": false</code> begins with nothing. A file of them is what the command line takes
            by <code>--mask</code>.
          </p>
          <textarea
            aria-label="Rules, a JSON document"
            className={layout('input code')}
            rows={4}
            spellCheck={false}
            placeholder={EXAMPLE}
            value={rules}
            onChange={({ target }) => changeCompare(sessionId, { rules: target.value })}
          />
          <div className={layout('row wrap gap6')}>
            <Button isDisabled={!canCompare} onPress={() => void compareAgain(sessionId)}>
              Compare by these rules
            </Button>
            <Button icon="folder" onPress={() => void openRules(sessionId)}>
              Open rules
            </Button>
            <Button icon="save" isDisabled={rules.trim() === ''} onPress={() => void saveRules(sessionId)}>
              Save rules
            </Button>
          </div>
        </div>
      ) : null}
    </>
  );
}

/** Opens a document of rules and compares by it, if there is something to compare. */
async function openRules(sessionId: string): Promise<void> {
  const picked = await pickText('Rules of a comparison');
  if (picked === null) return;
  changeCompare(sessionId, { rules: picked.text });
  await compareAgain(sessionId);
}

/** Saves the rules in the field. Must be called during a user gesture. */
function saveRules(sessionId: string): Promise<void> {
  const { text } = masker.json(compareOf(sessionId).rules);
  return saveText({ suggestedName: 'compare-rules.json', text, kind: 'json' });
}
