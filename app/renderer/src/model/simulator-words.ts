/** What a simulator came to, in a sentence; and its document to take away. */
import type { HostAnswer, Secret } from '@openwop-inspector/acceptor-core';
import { countOf, isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import { freeWord } from './bench-copies.ts';
import { masked } from './masked.ts';
import type { Simulator, SimulatorName } from './simulator.ts';

/** One sentence for those who do not see the screen. */
export function answerWords(answer: Simulator<SimulatorName>['answer']): string {
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

/** What a log says of its host, as the audit says it. */
export const HOST_ANSWERS: Readonly<Record<HostAnswer['kind'], string>> = {
  agrees: 'Agrees',
  deviates: 'Deviates',
  'not-reconstructable': 'Not reconstructable',
};

const VERBS = { turn: 'dispatch', gate: 'gate', discovery: 'discovery' } as const satisfies Readonly<
  Record<SimulatorName, string>
>;

/** The document, masked; values of secrets that it names itself are replaced by their markers. */
export function sharedDocument(text: string): MaskedText {
  return masked(text, secretsIn(text));
}

/** Values that the context of a turn names as secrets; none in any other document. */
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

/** The answer as the command prints it with --json, without values of secrets. */
export function sharedAnswer(text: string, answer: Simulator<SimulatorName>['answer']): MaskedText {
  const found = answer?.kind === 'answered' ? answer.answer : answer;
  const document = found !== null && 'result' in found ? found.result : found;
  return masked(`${JSON.stringify(document, null, 2)}\n`, secretsIn(text));
}

/** Lines for a shell: they write the document and ask the same of the command. */
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
