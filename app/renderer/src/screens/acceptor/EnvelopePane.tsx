import type { TextMark } from '@openwop-inspector/acceptor-core';
import { countOf, formatBytes, formatCount, pointerOf } from '@openwop-inspector/base';
import { Button, Icon, Kbd, layout } from '@openwop-inspector/ui';
import { getLocation } from 'jsonc-parser';
import { type RefObject, useMemo, useState } from 'react';
import type { RunAnswer } from '../../acceptor-worker/run-jobs.ts';
import { keysOf } from '../../commands/commands.ts';
import type { CursorPlace, Editor } from '../../editor/create-editor.ts';
import { JsonEditor } from '../../editor/JsonEditor.tsx';
import type { Describe } from '../../editor/schema-assist.ts';
import { lineInText } from '../../model/outcome-text.ts';
import styles from './Acceptor.module.css';
import { BenchPaneFrame } from './BenchPaneFrame.tsx';

/** Maximum length of a text in which the pointer at the cursor is computed on every move. */
const MAX_LOOKUP = 300_000;

export interface EnvelopePaneProps {
  readonly text: string;
  readonly original: string;
  readonly showsDifference: boolean;
  readonly answer: RunAnswer | null;
  readonly secrets: readonly string[];
  readonly describe: Describe;
  readonly editorRef: RefObject<Editor | null>;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly onFormat: () => void;
  readonly onRevert: () => void;
  readonly onDifference: () => void;
  readonly onEnvelope: (at: number) => void;
}

const NO_MARKS: readonly TextMark[] = [];

/** View: the envelope as text, with annotations of the acceptor at their positions. */
export function EnvelopePane(props: EnvelopePaneProps) {
  const { text, original, showsDifference, answer, secrets, editorRef } = props;
  const [place, setPlace] = useState<CursorPlace>({ line: 1, column: 1, offset: 0 });
  const isEdited = text !== original;
  return (
    <BenchPaneFrame
      title="Envelope"
      region="envelope"
      said={<Counts marks={answer?.marks ?? NO_MARKS} />}
      tools={
        <>
          <Button small onPress={props.onFormat}>
            Format
          </Button>
          <Button small isDisabled={!isEdited && !showsDifference} onPress={props.onDifference}>
            {showsDifference ? 'Hide difference' : 'Difference'}
          </Button>
          <Button small isDisabled={!isEdited} onPress={props.onRevert}>
            Revert
          </Button>
        </>
      }
    >
      {answer !== null && answer.lines.length > 1 ? (
        <EnvelopeChoice answer={answer} onChoose={props.onEnvelope} />
      ) : null}
      {answer?.syntax == null ? null : (
        <p className={layout('bar errorText gap8 errorTint rowText pad6x12')} role="alert">
          <Icon name="failed" />
          Not JSON. Line {formatCount(answer.syntax.line)}, column {formatCount(answer.syntax.column)}, byte{' '}
          {formatCount(answer.syntax.byte)}: {answer.syntax.message}.
        </p>
      )}
      <JsonEditor
        label="Envelope, JSON"
        text={text}
        marks={answer?.marks ?? NO_MARKS}
        secrets={secrets}
        original={showsDifference ? original : null}
        describe={props.describe}
        onChange={props.onChange}
        onRun={props.onRun}
        onCursor={setPlace}
        editorRef={editorRef}
      />
      <footer className={layout('row aside wrap fixed topRuled', styles.paneFoot)}>
        <code>
          Ln {formatCount(place.line)}, Col {formatCount(place.column)}
        </code>
        <CursorPointer text={text} offset={place.offset} />
        {answer === null ? null : <span>{formatBytes(answer.bytes)}</span>}
        <span className={layout('flex toEnd gap6', styles.key)} aria-hidden="true">
          <Kbd keys={keysOf('bench-next-mark')} /> next mark
        </span>
      </footer>
    </BenchPaneFrame>
  );
}

function Counts({ marks }: { readonly marks: readonly TextMark[] }) {
  const errors = marks.filter(({ tone }) => tone === 'error').length;
  const warnings = marks.filter(({ tone }) => tone === 'warning').length;
  return (
    <>
      {errors === 0 ? null : (
        <span className={layout('inlineRow gap5 errorText')}>
          <Icon name="failed" /> {countOf(errors, 'error')}
        </span>
      )}
      {warnings === 0 ? null : (
        <span className={layout('inlineRow gap5 warnText')}>
          <Icon name="warning" /> {countOf(warnings, 'warning')}
        </span>
      )}
    </>
  );
}

function CursorPointer({ text, offset }: { readonly text: string; readonly offset: number }) {
  const pointer = useMemo(() => {
    if (text.length > MAX_LOOKUP) return '';
    const { path } = getLocation(text, offset);
    return pointerOf(path);
  }, [text, offset]);
  return <code>{pointer}</code>;
}

interface EnvelopeChoiceProps {
  readonly answer: RunAnswer;
  readonly onChoose: (at: number) => void;
}

/** Selects one of several envelopes. */
function EnvelopeChoice({ answer, onChoose }: EnvelopeChoiceProps) {
  const { lines, at } = answer;
  return (
    <label className={layout('bar second gap8 pad5x12 smallSelect')}>
      <span>{countOf(lines.length, 'envelope')}, looking at</span>
      <select value={at} onChange={(event) => onChoose(Number(event.target.value))}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: envelopes of a text differ by their position only
          <option key={index} value={index}>
            {index + 1}: {line.type ?? 'no type'}, {lineInText(line)}
          </option>
        ))}
      </select>
    </label>
  );
}
