import type { TextMark } from '@openwop-inspector/acceptor-core';
import { formatCount } from '@openwop-inspector/base';
import { Button } from '@openwop-inspector/ui';
import { type RefObject, useMemo } from 'react';
import type { Editor } from '../../editor/create-editor.ts';
import { JsonEditor } from '../../editor/JsonEditor.tsx';
import type { Simulator, SimulatorName } from '../../model/simulator.ts';
import { secretsIn } from '../../model/simulator-words.ts';
import {
  editSimulator,
  formatDocument,
  revertDocument,
  runSimulator,
  toggleDocumentDifference,
} from '../../state/simulator-actions.ts';
import { BenchPaneFrame } from './BenchPaneFrame.tsx';

export interface DocumentPaneProps {
  readonly benchId: string;
  readonly simulator: Simulator<SimulatorName>;
  readonly editorRef: RefObject<Editor | null>;
}

const LABELS = {
  turn: 'Model turn, JSON',
  gate: 'Question to the gate, JSON',
  discovery: 'Discovery document, JSON',
} as const;
const nothing = () => null;
const ignore = () => {};

/** The document in an editor, with what is said of it at its places. */
export function DocumentPane({ benchId, simulator, editorRef }: DocumentPaneProps) {
  const { name, text, original, answer, ran, showsDifference } = simulator;
  const marks = useMemo(() => (ran === text ? marksOf(answer) : []), [answer, ran, text]);
  const secrets = useMemo(() => secretsIn(original).map(({ value }) => value), [original]);
  const isEdited = text !== original;
  return (
    <BenchPaneFrame
      title="Document"
      region="envelope"
      said={marks.length === 0 ? null : <span>{formatCount(marks.length)} marked</span>}
      tools={
        <>
          <Button small onPress={() => formatDocument(benchId, name)}>
            Format
          </Button>
          <Button
            small
            isDisabled={!isEdited && !showsDifference}
            onPress={() => toggleDocumentDifference(benchId, name)}
          >
            {showsDifference ? 'Hide difference' : 'Difference'}
          </Button>
          <Button small isDisabled={!isEdited} onPress={() => revertDocument(benchId, name)}>
            Revert
          </Button>
        </>
      }
    >
      <JsonEditor
        label={LABELS[name]}
        text={text}
        marks={marks}
        secrets={secrets}
        original={showsDifference ? original : null}
        describe={nothing}
        onChange={(next) => editSimulator(benchId, name, next)}
        onRun={() => void runSimulator(benchId, name)}
        onCursor={ignore}
        editorRef={editorRef}
      />
    </BenchPaneFrame>
  );
}

function marksOf(answer: Simulator<SimulatorName>['answer']): readonly TextMark[] {
  if (answer === null) return [];
  if (answer.kind === 'answered') return answer.marks;
  return answer.problems.map(({ message, pointer, from, to }) => ({
    ...{ message, pointer, from, to },
    tone: 'error',
    label: 'refused',
  }));
}
