import { envelopeSchemaAt, type TextMark } from '@openwop-inspector/acceptor-core';
import { countOf, formatBytes, formatCount, jsonDepth, pointerOf } from '@openwop-inspector/base';
import { Icon, Kbd, layout, tones } from '@openwop-inspector/ui';
import { getLocation, type JSONPath, parse } from 'jsonc-parser';
import { useMemo, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import type { CursorPlace } from '../../shared/editor/create-editor.ts';
import type { SchemaFacts } from '../../shared/editor/schema-assist.ts';
import { type BenchPartProps, EditorPane } from './BenchPaneFrame.tsx';
import { changeAndRun } from './bench-store.ts';
import { lineInText } from './outcome-text.ts';

/** Maximum length of a text in which the pointer at the cursor is computed on every move. */
const MAX_LOOKUP = 300_000;

/** Larger texts are not parsed while typing. */
const MAX_DEPTH = 200;

const NO_MARKS: readonly TextMark[] = [];

/** The envelope as text, with annotations of the acceptor at their positions. */
export function EnvelopePane({ benchId, bench }: BenchPartProps) {
  const { text, origin, showsDifference, context, secrets } = bench;
  const answer = bench.run?.answer ?? null;
  const describe = useMemo(() => describeEnvelope(context.schemas ?? {}), [context.schemas]);
  const marks = answer?.marks ?? NO_MARKS;
  const values = useMemo(() => secrets.map(({ value }) => value), [secrets]);
  const [place, setPlace] = useState<CursorPlace>({ line: 1, column: 1, offset: 0 });
  return (
    <EditorPane
      benchId={benchId}
      part="envelope"
      title="Envelope"
      said={<Counts marks={marks} />}
      label="Envelope, JSON"
      text={text}
      original={origin.text}
      showsDifference={showsDifference}
      marks={marks}
      secrets={values}
      describe={describe}
      onCursor={setPlace}
      head={
        <>
          {answer === null || answer.lines.length < 2 ? null : (
            <label className={layout('bar second gap8 pad5x12 smallSelect')}>
              <span>{countOf(answer.lines.length, 'envelope')}, looking at</span>
              <select
                value={answer.at}
                onChange={({ target }) => changeAndRun(benchId, { at: Number(target.value) })}
              >
                {answer.lines.map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: envelopes of a text differ by their position only
                  <option key={index} value={index}>
                    {index + 1}: {line.type ?? 'no type'}, {lineInText(line)}
                  </option>
                ))}
              </select>
            </label>
          )}
          {answer?.syntax == null ? null : (
            <p className={layout('bar errorText gap8 errorTint rowText pad6x12')} role="alert">
              <Icon name="failed" />
              Not JSON. Line {formatCount(answer.syntax.line)}, column {formatCount(answer.syntax.column)},
              byte {formatCount(answer.syntax.byteOffset)}: {answer.syntax.message}
            </p>
          )}
        </>
      }
      foot={
        <footer className={layout('row aside wrap fixed topRuled min30 ground gap2x12 pad4x12')}>
          <code className={layout.clip}>
            Ln {formatCount(place.line)}, Col {formatCount(place.column)}
          </code>
          <CursorPointer text={text} offset={place.offset} />
          {answer === null ? null : <span>{formatBytes(answer.bytes)}</span>}
          <span className={layout('inlineRow toEnd gap5')} aria-hidden="true">
            <Kbd keys={keysOf('bench-next-mark')} /> next mark
          </span>
        </footer>
      }
    />
  );
}

const COUNTED = [
  ['error', 'failed'],
  ['warning', 'warning'],
] as const;

function Counts({ marks }: { readonly marks: readonly TextMark[] }) {
  return COUNTED.map(([tone, icon]) => {
    const count = marks.filter((mark) => mark.tone === tone).length;
    if (count === 0) return null;
    return (
      <span key={tone} className={layout('inlineRow gap5', tones[tone])}>
        <Icon name={icon} /> {countOf(count, tone)}
      </span>
    );
  });
}

function CursorPointer({ text, offset }: { readonly text: string; readonly offset: number }) {
  const pointer = useMemo(
    () => (text.length > MAX_LOOKUP ? '' : pointerOf(getLocation(text, offset).path)),
    [text, offset],
  );
  return <code className={layout.clip}>{pointer}</code>;
}

/** Schema facts of a path in a text that may be incomplete. `schemas` are those of the context. */
function describeEnvelope(schemas: Readonly<Record<string, unknown>>) {
  return (path: JSONPath, text: string): SchemaFacts | null => {
    if (jsonDepth(text) > MAX_DEPTH) return null;
    const value: unknown = parse(text);
    const node = envelopeSchemaAt(value, pointerOf(path), schemas);
    if (node === null) return null;
    const own = String(path.at(-1));
    const parent = path.length === 0 ? null : envelopeSchemaAt(value, pointerOf(path.slice(0, -1)), schemas);
    const isRequired = parent?.properties.some((one) => one.name === own && one.isRequired) ?? false;
    return { ...node, isRequired };
  };
}
