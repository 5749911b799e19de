import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Dialog, DialogActions, IconButton, layout } from '@openwop-inspector/ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from '../../shared/Dialogs.module.css';
import { useFilterFaults } from '../../shared/job-query.ts';
import markStyles from '../../shared/Parts.module.css';
import { type ColourRule, isMark, MARK_WORDS, MARKS, MAX_RULES, moved } from '../filter/filter-file.ts';
import { addRule, changeRules, useColourRules } from '../filter/saved-filters.ts';
import { useSessionsStore } from '../sessions/sessions-store.ts';
import { useSessionView } from '../sessions/view-store.ts';

/** The colouring rules: a filter each, and the mark of the rows that it selects. Every change shows at once. */
export function ColourRulesDialog({ onClose }: { readonly onClose: () => void }) {
  const sessionId = useSessionsStore((state) => state.activeId) ?? '';
  const rules = useColourRules();
  const inForce = useSessionView(sessionId, (view) => view.filterText).trim();
  const faults = useFilterFaults(
    sessionId,
    rules.map(({ filter }) => filter),
  );
  const change = (words: string, at: number, part: Partial<ColourRule>) =>
    changeRules(
      words,
      rules.map((rule, place) => (place === at ? { ...rule, ...part } : rule)),
    );
  return (
    <Dialog title="Colouring rules" kind="form" onClose={onClose}>
      <p className={layout.words}>
        A rule marks the rows that its filter selects, in every list of events. The first one that selects a
        row counts.
      </p>
      {rules.length === 0 ? (
        <p className={layout.remark}>There is no rule yet.</p>
      ) : (
        <ol className={layout('grid gap6')} aria-label="Rules">
          {rules.map((rule, at) => (
            <RuleRow
              // Rules have no name but their place and filter.
              // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be the same
              key={`${at} ${rule.filter}`}
              rule={rule}
              place={at + 1}
              fault={faults[at] ?? null}
              onChange={(words, part) => change(words, at, part)}
              isLast={at === rules.length - 1}
              onMove={(by) =>
                changeRules(by === 1 ? 'Rule moved down' : 'Rule moved up', moved(rules, at, by))
              }
              onRemove={() => changeRules('Rule removed', rules.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      <NewRule suggested={inForce} isFull={rules.length >= MAX_RULES} />
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface RuleRowProps {
  readonly rule: ColourRule;
  /** From 1. */
  readonly place: number;
  readonly fault: string | null;
  readonly onChange: (words: string, part: Partial<ColourRule>) => void;
  readonly isLast: boolean;
  /** Moves it by one place, up for -1. */
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function RuleRow({ rule, place, isLast, fault, onChange, onMove, onRemove }: RuleRowProps) {
  const { filter, mark, isOn } = rule;
  const [text, setText] = useState(filter);
  const about = useId();
  const commit = () => {
    const typed = text.trim();
    if (typed === '') setText(filter);
    else if (typed !== filter) onChange('Rule changed', { filter: typed });
  };
  return (
    <li className={layout('grid gap6', styles.rule)}>
      <input
        type="checkbox"
        className={layout.flush}
        aria-label={`Rule ${place} is on`}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked ? 'Rule on' : 'Rule off', { isOn: target.checked })}
      />
      <span className={layout('rounded meta bold', styles.sign, markStyles[mark])} aria-hidden="true">
        {mark}
      </span>
      <select
        aria-label={`Mark of rule ${place}`}
        className={layout.input}
        value={mark}
        onChange={({ target }) => {
          if (isMark(target.value)) onChange('Rule changed', { mark: target.value });
        }}
      >
        {MARKS.map((one) => (
          <option key={one} value={one}>
            {MARK_WORDS[one]}
          </option>
        ))}
      </select>
      <input
        className={layout.input}
        aria-label={`Filter of rule ${place}`}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : about}
        spellCheck={false}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={(press: KeyboardEvent) => {
          if (press.key === 'Enter') commit();
        }}
      />
      <IconButton
        icon="arrowUp"
        label={`Move rule ${place} up`}
        isDisabled={place === 1}
        onPress={() => onMove(-1)}
      />
      <IconButton
        icon="arrowDown"
        label={`Move rule ${place} down`}
        isDisabled={isLast}
        onPress={() => onMove(1)}
      />
      <IconButton icon="close" label={`Remove rule ${place}`} onPress={onRemove} />
      {fault === null ? null : (
        <small id={about} className={layout('errorText breaks', styles.fault)}>
          It selects nothing: <VisibleText text={fault} />
        </small>
      )}
    </li>
  );
}

/** Filter of a new rule, initially the active filter. */
function NewRule({ suggested, isFull }: { readonly suggested: string; readonly isFull: boolean }) {
  const [text, setText] = useState(suggested);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    if (text.trim() === '' || isFull) return;
    addRule(text);
    setText('');
    // The next rule is typed where this one was; the button has nothing more to add.
    field.current?.focus();
  };
  return (
    <div className={layout.field}>
      <label htmlFor={id}>New rule: filter</label>
      <div className={layout('row gap8')}>
        <input
          ref={field}
          id={id}
          className={layout.input}
          spellCheck={false}
          maxLength={2000}
          placeholder="node:draft is:failed"
          disabled={isFull}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(press) => {
            if (press.key === 'Enter') add();
          }}
        />
        <Button icon="plus" isDisabled={isFull || text.trim() === ''} onPress={add}>
          Add
        </Button>
      </div>
      {isFull ? <small>There are {MAX_RULES} rules, which is as many as there can be.</small> : null}
    </div>
  );
}
