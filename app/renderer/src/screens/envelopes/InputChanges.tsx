import { formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, layout } from '@openwop-inspector/ui';
import { inputTitle, inputWords } from '../../model/attempt-story.ts';
import type { AttemptChange, InputChange, TextChange } from '../../worker/attempt-contract.ts';
import styles from './AttemptStory.module.css';

export interface InputChangesProps {
  readonly change: AttemptChange;
  /** Number of the attempt that the change led to. */
  readonly number: number;
}

/** What changed between two attempts: of texts the words, of values the members. */
export function InputChanges({ change, number }: InputChangesProps) {
  return (
    <section className={styles.change} aria-label={`What changed before attempt ${number}`}>
      {change.inputs.map((input) => (
        <div key={input.sort}>
          <p className={layout.breaks}>
            <b>{inputTitle(input.sort)}</b>: {inputWords(input, number)}
          </p>
          {input.texts.map((text) => (
            <ChangedText key={text.pointer} text={text} />
          ))}
          {input.values.length === 0 ? null : <ChangedValues values={input.values} />}
        </div>
      ))}
    </section>
  );
}

/** Removed and added words are told apart by their element, which is read out, by a line and a colour. */
function ChangedText({ text: { pointer, pieces } }: { readonly text: TextChange }) {
  return (
    <div>
      <code className={layout.third}>{pointer}</code>
      <p className={classNames(layout.code, styles.text)}>
        {pieces.map(({ kind, text, leftOut }, at) => {
          // biome-ignore-start lint/suspicious/noArrayIndexKey: a piece is its place
          if (kind === 'added')
            return (
              <ins key={at}>
                <VisibleText text={text} />
              </ins>
            );
          if (kind === 'removed')
            return (
              <del key={at}>
                <VisibleText text={text} />
              </del>
            );
          return (
            <span
              key={at}
              title={leftOut === 0 ? undefined : `${formatCount(leftOut)} characters are the same`}
            >
              <VisibleText text={text} />
            </span>
          );
          // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
        })}
      </p>
    </div>
  );
}

function ChangedValues({ values }: Pick<InputChange, 'values'>) {
  return (
    <table className={classNames(layout.table, layout.compared)} aria-label="Values that changed">
      <thead>
        <tr>
          <th scope="col">value</th>
          <th scope="col">before</th>
          <th scope="col">after</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ pointer, a, b }) => (
          <tr key={pointer}>
            <th scope="row">
              <VisibleText text={pointer} />
            </th>
            <td>{a === null ? <span className={layout.third}>not there</span> : <VisibleText text={a} />}</td>
            <td>{b === null ? <span className={layout.third}>not there</span> : <VisibleText text={b} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
