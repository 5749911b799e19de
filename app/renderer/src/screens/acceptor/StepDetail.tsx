import {
  type OutcomeDetail,
  type StepChange,
  type StepTrace,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { countOf, formatStepTook } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import { shortJson } from '../../model/short-json.ts';
import { violationBase } from '../../model/violation-text.ts';
import styles from './Steps.module.css';

/** Maximum number of displayed violations; the rest is counted. */
const SHOWN_DETAILS = 20;

/** View: an opened step: its finding, the rule and its clause, its input, its changes. */
export function StepDetail({ id, row }: { readonly id: string; readonly row: StepTrace }) {
  const { details, changes, inputs, note, code } = row;
  const hidden = details.length - SHOWN_DETAILS;
  const base = violationBase(row.step);
  return (
    <div id={id} className={layout('grid breaks second gap6', styles.detail)}>
      {details.length > 0 ? (
        <ul className={layout('grid gap4')} aria-label="Violations">
          {details.slice(0, SHOWN_DETAILS).map((detail) => {
            const pointer = `${base}${detail.instancePath}`;
            const key = `${pointer} ${detail.schemaPath} ${detail.message ?? ''}`;
            return <Violation key={key} detail={detail} pointer={pointer} />;
          })}
          {hidden > 0 ? <li>and {countOf(hidden, 'more violation')}</li> : null}
        </ul>
      ) : note === '' ? null : (
        <p>
          <VisibleText text={note} />
          {code === null ? null : (
            <>
              {' '}
              <code>{code}</code>
            </>
          )}
        </p>
      )}
      {changes.length > 0 ? <Changes changes={changes} /> : null}
      <p>{stepInfo(row.step).rule}</p>
      <p className={layout.caption}>
        <Clause clause={row.clause} />
        {inputs.length === 0 ? null : (
          <>
            {' · looked at '}
            {inputs.map((input, at) => (
              <span key={input}>
                {at === 0 ? '' : ', '}
                <code>
                  <VisibleText text={input === '' ? 'the whole envelope' : input} />
                </code>
              </span>
            ))}
          </>
        )}
        {row.micros > 0 && !row.hypothetical ? ` · ${formatStepTook(row.micros)}` : ''}
      </p>
    </div>
  );
}

function Violation({ detail, pointer }: { readonly detail: OutcomeDetail; readonly pointer: string }) {
  return (
    <li>
      <code>
        <VisibleText text={pointer === '' ? 'the envelope' : pointer} />
      </code>{' '}
      <VisibleText text={detail.message ?? detail.keyword} />
      <span className={styles.value}>
        {detail.value === undefined ? null : (
          <>
            <VisibleText text={detail.value} />
            {' · '}
          </>
        )}
        schema <VisibleText text={detail.schemaPath} />
      </span>
    </li>
  );
}

function Changes({ changes }: { readonly changes: readonly StepChange[] }) {
  return (
    <ul className={layout.patch} aria-label="What the step changed">
      {changes.flatMap(({ op, path, before, after }) => [
        ...(op === 'add'
          ? []
          : [
              <li key={`- ${path}`} data-op="remove">
                <VisibleText text={`${path} ${shortJson(before)}`} />
              </li>,
            ]),
        ...(op === 'remove'
          ? []
          : [
              <li key={`+ ${path}`} data-op="add">
                <VisibleText text={`${path} ${shortJson(after)}`} />
              </li>,
            ]),
      ])}
    </ul>
  );
}
