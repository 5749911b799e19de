import { envelopeSchemaAt } from '@openwop-inspector/acceptor-core';
import { jsonDepth, pointerOf } from '@openwop-inspector/base';
import { type JSONPath, parse } from 'jsonc-parser';
import { useEffect, useMemo, useRef } from 'react';
import type { Editor } from '../../editor/create-editor.ts';
import type { SchemaFacts } from '../../model/schema-facts.ts';
import { editText, runBench, showEnvelope, toggleDifference } from '../../state/bench-actions.ts';
import { format, revert } from '../../state/bench-commands.ts';
import { registerEditor } from '../../state/bench-editor.ts';
import type { Bench } from '../../state/bench-store.ts';
import { EnvelopePane } from './EnvelopePane.tsx';

export interface BenchEditorProps {
  readonly benchId: string;
  readonly bench: Bench;
  readonly original: string;
}

/** Container of the editor. */
export function BenchEditor({ benchId, bench, original }: BenchEditorProps) {
  const editorRef = useRef<Editor | null>(null);
  const { context, secrets } = bench;
  const describe = useMemo(() => describeEnvelope(context.schemas ?? {}), [context.schemas]);
  const values = useMemo(() => secrets.map(({ value }) => value), [secrets]);
  useEffect(() => registerEditor(() => editorRef.current), []);
  return (
    <EnvelopePane
      text={bench.text}
      original={original}
      showsDifference={bench.showsDifference}
      answer={bench.run?.answer ?? null}
      secrets={values}
      describe={describe}
      editorRef={editorRef}
      onChange={(text) => editText(benchId, text)}
      onRun={() => void runBench(benchId)}
      onFormat={() => format(benchId)}
      onRevert={() => revert(benchId)}
      onDifference={() => toggleDifference(benchId)}
      onEnvelope={(at) => showEnvelope(benchId, at)}
    />
  );
}

/** Deeper texts are not looked into while typing. */
const MAX_DEPTH = 200;

/** What the schemas say of a path in a text that may be half-written. `schemas` are those of the context. */
function describeEnvelope(
  schemas: Readonly<Record<string, unknown>>,
): (path: JSONPath, text: string) => SchemaFacts | null {
  return (path, text) => {
    if (jsonDepth(text) > MAX_DEPTH) return null;
    const value: unknown = parse(text);
    const node = envelopeSchemaAt(value, pointerOf(path), schemas);
    if (node === null) return null;
    const own = String(path.at(-1));
    const parent = path.length === 0 ? null : envelopeSchemaAt(value, pointerOf(path.slice(0, -1)), schemas);
    return {
      description: node.description ?? node.title ?? '',
      types: node.type,
      required: parent?.properties.some(({ name, isRequired }) => name === own && isRequired) ?? false,
      values: node.enum.filter(isScalar),
      properties: node.properties.map(({ name, description, isRequired }) => ({
        name,
        description: description ?? '',
        required: isRequired,
      })),
    };
  };
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
