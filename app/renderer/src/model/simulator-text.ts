/** The result of a simulator, in a sentence; and its document to copy. */
import type { HostAnswer, Secret } from '@openwop-inspector/acceptor-core';
import { countOf, isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import { freeWord } from './bench-copies.ts';
import { masked } from './masked.ts';
import type { Simulator, SimulatorName } from './simulator.ts';

/** The result in one sentence for screen readers. */
export function answerText(answer: Simulator<SimulatorName>['answer']): string {
  if (answer === null) return '';
  if (answer.kind === 'refused') {
    const [first] = answer.problems;
    return first === undefined ? 'Refused.' : `Line ${first.line}, column ${first.column}: ${first.message}`;
  }
  const { answer: found } = answer;
  if ('result' in found) {
    const { terminal } = found.result;
    return `${TURN_ENDS[terminal.status]} after ${countOf(terminal.attempts, 'attempt')}.`;
  }
  if ('decision' in found) return `${GATE_ENDS[found.decision]}.`;
  const { length } = found.findings;
  return length === 0 ? 'Nothing breaks a rule.' : `${countOf(length, 'finding')}.`;
}

export const TURN_ENDS = { accepted: 'Accepted', failed: 'Failed', stopped: 'Stopped' } as const;
export const GATE_ENDS = {
  dispatch: 'Dispatched to the active model',
  'dispatch-fallback': 'Dispatched to the fallback model',
  fail: 'Failed, no model will do',
} as const;

/** The log's result for its host, in the words of the audit. */
export const HOST_ANSWERS: Readonly<Record<HostAnswer['kind'], string>> = {
  agrees: 'Agrees',
  deviates: 'Deviates',
  'not-reconstructable': 'Not reconstructable',
};

const VERBS = { turn: 'dispatch', gate: 'gate', discovery: 'discovery' } as const satisfies Readonly<
  Record<SimulatorName, string>
>;

/** The document, masked; values of secrets that it declares are replaced by their markers. */
export function sharedDocument(text: string): MaskedText {
  return masked(text, secretsIn(text));
}

/** Secret values declared by the context of a turn; none in any other document. */
export function secretsIn(text: string): readonly Secret[] {
  try {
    const document: unknown = JSON.parse(text);
    const context = isRecord(document) && isRecord(document.context) ? document.context : {};
    const secrets = Array.isArray(context.secrets) ? context.secrets : [];
    return secrets.flatMap((one: unknown) =>
      isRecord(one) && typeof one.secretId === 'string' && typeof one.value === 'string'
        ? [{ secretId: one.secretId, value: one.value }]
        : [],
    );
  } catch {
    return [];
  }
}

/** The output of the command with --json, without values of secrets. */
export function sharedAnswer(text: string, answer: Simulator<SimulatorName>['answer']): MaskedText {
  const found = answer?.kind === 'answered' ? answer.answer : answer;
  const document = found !== null && 'result' in found ? found.result : found;
  return masked(`${JSON.stringify(document, null, 2)}\n`, secretsIn(text));
}

/** Shell commands: they write the document and run the same simulation. */
export function simulatorCommand(name: SimulatorName, text: string): MaskedText {
  const verb = VERBS[name];
  const document = sharedDocument(text).replace(/\n?$/, '\n');
  const end = freeWord(document);
  return masker.text(
    [
      `cat > ${name}.json <<'${end}'`,
      `${document}${end}`,
      `npx openwop-inspector ${verb} ${name}.json`,
      '',
    ].join('\n'),
  );
}
