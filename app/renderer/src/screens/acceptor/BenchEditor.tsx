import { useEffect, useMemo, useRef } from 'react';
import type { Editor } from '../../editor/create-editor.ts';
import { describeEnvelope } from '../../model/describe-envelope.ts';
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
