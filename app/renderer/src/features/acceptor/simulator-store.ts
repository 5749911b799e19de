import type { GateFromLog, ModelGateResult, Secret, TurnFromLog } from '@openwop-inspector/acceptor-core';
import { countOf, isRecord, type MaskedText, parsedJson, recordOr } from '@openwop-inspector/base';
import { announce, pickText } from '@openwop-inspector/ui';
import { acceptor, type JobTrouble } from '../../acceptor-worker/acceptor-client.ts';
import type { DiscoveryAnswer, Simulated, TurnAnswer } from '../../acceptor-worker/simulations.ts';
import { sessionRecord } from '../sessions/session-record.ts';
import { EXAMPLE_TEXT, writingCommand } from './bench-copies.ts';
import type { SimulatorName } from './bench-part.ts';
import { masked } from './json-text.ts';

/** The simulators of each bench, each created when it was first displayed. */
const simulators = sessionRecord<{ readonly [N in SimulatorName]?: Simulator }>({});

export const simulatorOf = (benchId: string, name: SimulatorName): Simulator | null =>
  simulators.of(benchId)[name] ?? null;

export const useSimulator = (benchId: string, name: SimulatorName): Simulator | null =>
  simulators.use(benchId)[name] ?? null;

/** Changes some of a simulator; one that was never displayed is left alone. */
export function changeSimulator(benchId: string, name: SimulatorName, change: Partial<Simulator>): void {
  const known = simulatorOf(benchId, name);
  if (known !== null) simulators.change(benchId, { [name]: { ...known, ...change } });
}

/**
 * Puts a document in place of what was there, and plays it. Without a text that is the example, which has no answer until
 * the user runs it.
 */
export function startSimulator(
  benchId: string,
  name: SimulatorName,
  given: Pick<Simulator, 'from'> & Partial<Pick<Simulator, 'text' | 'ordinal' | 'record'>>,
): void {
  const { text = SIMULATORS[name].example } = given;
  const simulator: Simulator = { ...new SimulatorState(), name, text, original: text, ...given };
  simulators.change(benchId, { [name]: simulator });
  if (given.text !== undefined) void runSimulator(benchId, name);
}

/** True as long as the document is the example. */
export const isExample = ({ name, text }: Pick<Simulator, 'name' | 'text'>): boolean =>
  text === SIMULATORS[name].example;

/** Number of the newest run, by bench and part. */
const newest = new Map<string, number>();

/** Plays what is in the editor. The answer of an older run that comes late is dropped. */
export async function runSimulator(benchId: string, name: SimulatorName): Promise<void> {
  const text = simulatorOf(benchId, name)?.text;
  if (text === undefined) return;
  const key = `${name} ${benchId}`;
  const mine = (newest.get(key) ?? 0) + 1;
  newest.set(key, mine);
  const outcome = await acceptor.ask(name, { text });
  if (mine !== newest.get(key)) return;
  const answer = outcome.kind === 'answered' ? outcome.result : null;
  const trouble = outcome.kind === 'answered' ? null : outcome;
  changeSimulator(benchId, name, { ran: text, answer, trouble });
  announce(trouble === null ? answerText(answer) : TROUBLES[trouble.kind]);
}

/** Why there is no answer, for screen readers. */
export const TROUBLES = { stopped: 'Stopped: it took too long.', failed: 'The acceptor failed.' } as const;

/** Lets the person choose a file for a part. */
export async function openDocument(benchId: string, name: SimulatorName): Promise<void> {
  const picked = await pickText('Document to open');
  if (picked !== null) startSimulator(benchId, name, { text: picked.text, from: `from ${picked.name}` });
}

/** The log's record for a document that was taken from one of its events; compared while the document is unchanged. */
export type SimulatorRecord =
  | ({ readonly kind: 'turn' } & Pick<TurnFromLog, 'recorded' | 'missing'>)
  | { readonly kind: 'gate'; readonly gate: GateFromLog };

/** State of a simulator besides its document, initially as given here. */
class SimulatorState {
  /** Ordinal of the event it was taken from, or of which the log records nothing of the kind; null for none. */
  readonly ordinal: number | null = null;
  readonly record: SimulatorRecord | null = null;
  /** The text of `answer`. */
  readonly ran: string | null = null;
  readonly answer: Simulated<TurnAnswer | ModelGateResult | DiscoveryAnswer> | null = null;
  /** Why there is no answer. */
  readonly trouble: JobTrouble | null = null;
  readonly showsDifference: boolean = false;
}

/** One document in an editor, and its result. */
export interface Simulator extends SimulatorState {
  readonly name: SimulatorName;
  readonly text: string;
  readonly original: string;
  /** Origin of the document, in words that follow "A model turn". */
  readonly from: string;
}

/** Of the examples, for where none was taken from a log. They are small, and each shows more than one outcome. */
const ENVELOPE = recordOr(parsedJson(EXAMPLE_TEXT));

/** What is different of the simulators. */
export const SIMULATORS = {
  turn: {
    title: 'Model turn',
    icon: 'retry',
    what: 'Answers of a model, how a host dispatches, and the node',
    label: 'Model turn, JSON',
    verb: 'dispatch',
    example: written({
      responses: [
        { stop: 'length', text: '{"type": "clarification.request", "payl', usage: { outputTokens: 512 } },
        { stop: 'stop', text: JSON.stringify({ ...ENVELOPE, payload: {} }) },
        { stop: 'stop', text: JSON.stringify(ENVELOPE) },
      ],
      config: { maxRetryAttempts: 3, schemaRounds: 2, maxTokens: 512, multiplier: 2, ceiling: 4096 },
      context: { nodeId: 'ask', host: { supportedEnvelopes: [] } },
    }),
  },
  gate: {
    title: 'Gate',
    icon: 'model',
    what: 'What a node requires, the models, and what a host declares',
    label: 'Question to the gate, JSON',
    verb: 'gate',
    example: written({
      required: ['structured-output'],
      active: { provider: 'acme', model: 'small', capabilities: [] },
      fallback: { provider: 'other', model: 'large', capabilities: ['structured-output'] },
      host: {
        modelCapabilities: { supported: true, substitutionSupported: true },
        aiProviders: { supported: ['acme', 'other'] },
      },
      credentials: ['acme', 'other'],
      nodeId: 'ask',
    }),
  },
  discovery: {
    title: 'Discovery',
    icon: 'search',
    what: 'What a host declares of itself',
    label: 'Discovery document, JSON',
    verb: 'discovery',
    example: written({
      protocolVersion: '1.1',
      implementation: { name: 'example-host', version: '0.1.0' },
      supportedEnvelopes: ['clarification.request', 'schema.request', 'schema.response', 'error'],
      schemaVersions: {},
      limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
      envelopes: {
        reliability: { completion: { truncationBudgetMultiplier: 12 }, events: ['envelope.refusal'] },
      },
    }),
  },
} as const satisfies Readonly<Record<SimulatorName, object>>;

/** A document in the form of the editor. */
export function written(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The result in one sentence for screen readers. */
export function answerText(answer: Simulator['answer']): string {
  if (answer === null) return '';
  if (answer.kind === 'refused') {
    const [first] = answer.problems;
    return first === undefined ? 'Refused.' : `Line ${first.line}, column ${first.column}: ${first.message}`;
  }
  const { answer: found } = answer;
  if ('result' in found) {
    const { terminal } = found.result;
    return `${DECISIONS[terminal.status].words} after ${countOf(terminal.attempts, 'attempt')}.`;
  }
  if ('decision' in found) return `${GATE_ENDS[found.decision].words}.`;
  const { length } = found.findings;
  return length === 0 ? 'Nothing breaks a rule.' : `${countOf(length, 'finding')}.`;
}

/** Decisions on an attempt; all but a retry end the turn. */
export const DECISIONS = {
  accepted: { words: 'Accepted', icon: 'ok', tone: 'ok' },
  retry: { words: 'Tried again', icon: 'retry', tone: 'plain' },
  failed: { words: 'Failed', icon: 'failed', tone: 'error' },
  stopped: { words: 'Stopped', icon: 'unknown', tone: 'warn' },
} as const;

export const GATE_ENDS = {
  dispatch: { words: 'Dispatched to the active model', icon: 'ok', tone: 'ok' },
  'dispatch-fallback': { words: 'Dispatched to the fallback model', icon: 'ok', tone: 'ok' },
  fail: { words: 'Failed, no model will do', icon: 'failed', tone: 'error' },
} as const;

/** The document, masked; values of secrets that it declares are replaced by their markers. */
export const sharedDocument = (text: string): MaskedText => masked(text, secretsIn(text));

/** Secret values declared by the context of a turn; none in any other document. */
export function secretsIn(text: string): readonly Secret[] {
  const document = parsedJson(text);
  const context = isRecord(document) && isRecord(document.context) ? document.context : {};
  const secrets = Array.isArray(context.secrets) ? context.secrets : [];
  return secrets.flatMap((one: unknown) =>
    isRecord(one) && typeof one.secretId === 'string' && typeof one.value === 'string'
      ? [{ secretId: one.secretId, value: one.value }]
      : [],
  );
}

/** The output of the command with --json, without values of secrets. */
export function sharedAnswer(text: string, answer: Simulator['answer']): MaskedText {
  const found = answer?.kind === 'answered' ? answer.answer : answer;
  const document = found !== null && 'result' in found ? found.result : found;
  return masked(`${JSON.stringify(document, null, 2)}\n`, secretsIn(text));
}

/** Shell commands: they write the document and run the same simulation. */
export const simulatorCommand = (name: SimulatorName, text: string): MaskedText =>
  writingCommand([[`${name}.json`, sharedDocument(text)]], `${SIMULATORS[name].verb} ${name}.json`);
