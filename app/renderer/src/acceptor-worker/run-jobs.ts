/**
 * The jobs of the acceptor's worker. It runs one trial at a time, stores nothing between them, and can be ended at any
 * moment: a schema of a user or a host may block it for ever. Each job is declared here alone: the client in the window
 * takes its input and its result from the handler.
 */
import {
  type AcceptContext,
  type AcceptResult,
  createAcceptor,
  type EnvelopePlace,
  type HostDeclaration,
  isRefusal,
  marksOf,
  nodeNear,
  type PatchOperation,
  parseJsonText,
  placedViolations,
  placeOfResult,
  proposeRepair,
  type SchemaCompiler,
  type Secret,
} from '@openwop-inspector/acceptor-core';
import {
  createSchemaCompiler,
  withoutKinds,
  withWatch,
} from '@openwop-inspector/acceptor-core/foreign-schemas';
import {
  type AuditedEnvelope,
  auditEnvelope,
  type FindingGroup,
  FindingGroups,
  type JudgedEvidence,
  judgeEvidence,
  takeDiscovery,
  takeSchemas,
} from '@openwop-inspector/audit';
import { ownString, parsedJson, pointerTo, pointerTokens, sameJson } from '@openwop-inspector/base';
import { reasonsText, violationMessage } from '@openwop-inspector/protocol';
import type { ResumeCheck } from '@openwop-inspector/renderers';
import type { EnvelopeEvidence } from '@openwop-inspector/run-log';
import { applyEdits, findNodeAtLocation, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser';
import { emissionOf, masked } from '../features/acceptor/json-text.ts';
import { endingRow } from '../features/acceptor/step-walk.ts';
import { simulateDiscovery, simulateGate, simulateTurn } from './simulations.ts';

/** What is tried: a text as a model would write it, or JSON, and the context for the acceptor. */
interface Trial {
  readonly text: string;
  readonly context: AcceptContext;
}

/** A declaration of a host under the name that the user gave it. */
export interface SavedHost {
  readonly name: string;
  readonly host: HostDeclaration;
}

/** One envelope of a text in a line. */
export type ResultLine = ReturnType<typeof lineOf>;

export type RunAnswer = ReturnType<typeof run>;

/** A repair that has been tried. */
export type TriedRepair = NonNullable<RunAnswer['repair']>;

export type ProfileAnswer = AcceptorResult<'profiles'>[number];

export type HostAnswer = AcceptorResult<'hosts'>[number];

/** The envelope number `at` of a text. */
interface PlacedTrial extends Trial {
  readonly at: number;
}
interface SavedHosts {
  readonly hosts: readonly SavedHost[];
}
interface Evidence {
  readonly evidence: readonly EnvelopeEvidence[];
}
/** What a host publishes, with the names of its files; null for what it does not. */
interface Published {
  readonly discovery: { readonly file: string; readonly document: unknown } | null;
  readonly schemas: { readonly file: string; readonly schemas: Readonly<Record<string, unknown>> } | null;
}
type Document = Pick<Trial, 'text'>;

/** Longest kind that is taken from a text, in UTF-16 units. */
const MAX_TYPE = 200;

const micros = (): number => performance.now() * 1000;

function run(input: Trial & { readonly at: number | null }, compile: SchemaCompiler) {
  const { text, context } = input;
  const { results, warnings, micros } = tryText(text, context, compile);
  const at = chosenAt(results, input.at);
  const result = results[at];
  if (result === undefined) throw new Error('the acceptor gave no result');
  const place = placeOfResult(text, results, at);
  const lines = results.map(lineOf);
  const line = lines[at];
  const syntax = result.step === 'parse' && !text.includes('```') ? parseJsonText(text) : null;
  if (line !== undefined && place !== null) lines[at] = withWrittenType(line, place, context.secrets ?? []);
  return {
    /** Every envelope that was found, in order; one line of refusal when there was none. */
    lines,
    /** Which of them `result` is. */
    at,
    result,
    /** Warnings that belong to the text as a whole. */
    textWarnings: warnings,
    /** The place where the text stops being JSON; null for JSON. */
    syntax: syntax?.ok === false ? syntax : null,
    marks: place === null ? [] : marksOf(place, result),
    /** What refused it, in the order of the text, with lines and columns of the text. */
    violations: isRefusal(result) ? placedViolations(text, TEXT_START, results, at, context) : [],
    repair: isRefusal(result) ? smallestRepair(input, results, at, compile) : null,
    /** Time of the acceptor alone, in microseconds. */
    micros,
    bytes: new TextEncoder().encode(text).length,
  };
}

const TEXT_START = { line: 1, column: 1 };

const MAX_DISPLAYED = 20;

/** Runs a text in a fresh acceptor, with the steps and what the later ones would have said. At least one result. */
function tryText(text: string, context: AcceptContext, compile: SchemaCompiler) {
  const acceptor = createAcceptor(context, { compile, micros, trace: true, whatIf: true });
  const startedAt = micros();
  const results = acceptor.accept(emissionOf(text));
  return { results, warnings: acceptor.warnings, micros: micros() - startedAt };
}

/** The selected envelope: the requested one, else the first that is not accepted, else the first. */
function chosenAt(results: readonly AcceptResult[], at: number | null): number {
  if (at !== null && at < results.length) return at;
  const refused = results.findIndex(({ status }) => status !== 'accepted');
  return Math.max(0, refused);
}

/** The result of one envelope of a trial under another context; null when the text contains fewer then. */
function resultAt(trial: PlacedTrial, change: Partial<AcceptContext>, compile: SchemaCompiler) {
  const { results } = tryText(trial.text, { ...trial.context, ...change }, compile);
  return results[trial.at] ?? results[0] ?? null;
}

/** A result in a line. Names come from the redacted envelope. */
function lineOf(result: AcceptResult) {
  return {
    envelopeId: ownString(result.recorded, 'envelopeId'),
    type: ownString(result.recorded, 'type'),
    status: result.status,
    code: result.code,
    step: result.step,
    events: result.events.length,
    redactionCount: result.redactionCount,
  };
}

/**
 * The line with the kind as it is written in the text, where the acceptor recorded none: an envelope that is refused
 * before its kind is checked has one all the same.
 */
function withWrittenType(line: ResultLine, { node }: EnvelopePlace, secrets: readonly Secret[]): ResultLine {
  if (line.type !== null) return line;
  const type: unknown = findNodeAtLocation(node, ['type'])?.value;
  return typeof type === 'string' ? { ...line, type: masked(type, secrets).slice(0, MAX_TYPE) } : line;
}

const acceptorsWith = (compile: SchemaCompiler) => (context: AcceptContext) =>
  createAcceptor(context, { compile });

const jobs = {
  /** Runs the text. `at` chooses the envelope whose steps are given; null takes the first that is not accepted. */
  run,
  /** The same envelope under each profile. */
  profiles(input: PlacedTrial, compile: SchemaCompiler) {
    return (['lenient', 'strict', 'reference'] as const).flatMap((profile) => {
      const result = resultAt(input, { profile }, compile);
      return result === null ? [] : [{ profile, result }];
    });
  },
  /** The same envelope against each declaration. */
  hosts(input: PlacedTrial & SavedHosts, compile: SchemaCompiler) {
    return input.hosts.flatMap(({ name, host }) => {
      const result = resultAt(input, { host }, compile);
      if (result === null) return [];
      return [{ name, outcome: lineOf(result), note: endingRow(result)?.note ?? '' }];
    });
  },
  /**
   * Envelopes of a log with what their host recorded; events not related to an envelope are omitted. `context` takes
   * precedence over the log: the host's declarations and schemas.
   */
  audit(input: Evidence & Pick<Trial, 'context'>, compile: SchemaCompiler): readonly AuditedEnvelope[] {
    const { evidence, context } = input;
    return evidence.flatMap((one) => auditEnvelope(one, context, acceptorsWith(compile)) ?? []);
  },
  /** Envelopes of a log at each of these hosts, without what is of the host that recorded them. */
  portability(input: Evidence & SavedHosts, compile: SchemaCompiler): readonly JudgedEvidence[] {
    const { evidence, hosts: saved } = input;
    const hosts = saved.map(({ host }) => host);
    const parts = { hosts, given: {}, acceptorOf: acceptorsWith(compile) };
    return evidence.flatMap((one) => judgeEvidence(one, parts) ?? []);
  },
  /** What is wrong with a discovery document and with schemas, as findings of an audit. */
  published({ discovery, schemas }: Published): readonly FindingGroup[] {
    const groups = new FindingGroups();
    if (discovery !== null) takeDiscovery(discovery.document, discovery.file, groups);
    if (schemas !== null) takeSchemas(schemas.schemas, schemas.file, groups);
    return groups.all();
  },
  /** A turn of a model, as `dispatch` takes it (acceptor 5). */
  turn: ({ text }: Document, compile: SchemaCompiler) => simulateTurn(text, compile),
  /** A question to the model-capability gate, as `gate` takes it (acceptor 5.1). */
  gate: ({ text }: Document) => simulateGate(text),
  /** A discovery document, as `discovery` takes it (bundles 5.2). */
  discovery: ({ text }: Document) => simulateDiscovery(text),
  /** Whether a value satisfies a schema of a host. Words of the schema only, never of the value. */
  check(
    { schema, value }: { readonly schema: unknown; readonly value: unknown },
    compile: SchemaCompiler,
  ): ResumeCheck {
    const compiled = compile('resumeSchema', schema);
    const errors = compiled.known ? compiled.value(value) : compiled;
    if (!errors.known) return { kind: 'not-checked', why: `Why: ${reasonsText(errors.reasons)}.` };
    if (errors.value.length === 0) return { kind: 'satisfied' };
    const displayed = errors.value.slice(0, MAX_DISPLAYED);
    const details = displayed.map((one) => ({ pointer: one.instancePath, message: violationMessage(one) }));
    return { kind: 'violated', details };
  },
};

export type AcceptorJob = keyof typeof jobs;

export type AcceptorInput<N extends AcceptorJob> = Parameters<(typeof jobs)[N]>[0];
export type AcceptorResult<N extends AcceptorJob> = ReturnType<(typeof jobs)[N]>;

const runners: {
  readonly [N in AcceptorJob]: (input: AcceptorInput<N>, compile: SchemaCompiler) => AcceptorResult<N>;
} = jobs;

/** Kinds whose schema was running when a worker had to be ended, and after which time. */
export interface EndedKinds {
  readonly kinds: readonly string[];
  readonly limitMs: number;
}

/** Window to worker. */
export interface AcceptorRequest<N extends AcceptorJob = AcceptorJob> {
  readonly id: number;
  readonly job: N;
  readonly input: AcceptorInput<N>;
  /** Given when the same question ended a worker before: the checks of these kinds are stopped and not run again. */
  readonly ended?: EndedKinds;
}

/**
 * Carries out a request that has been checked. `started` is called with the kind whose foreign schema runs, so that
 * the caller, who may end this worker, knows its last step.
 */
export function runJob<N extends AcceptorJob>(
  { job, input, ended }: AcceptorRequest<N>,
  started: (kind: string | null) => void = () => undefined,
): AcceptorResult<N> {
  const compile = withWatch(createSchemaCompiler(), started);
  const stored = ended === undefined ? compile : withoutKinds(compile, new Set(ended.kinds), ended.limitMs);
  return runners[job](input, stored);
}

/** Longest envelope searched for a repair, in UTF-16 units, and the longest search, in ms. */
const MAX_LENGTH = 200_000;
const SEARCH_MS = 1200;

/** Envelopes before the one to be repaired that are run again for each try. */
const MAX_BEFORE = 20;

const pieceOf = (text: string, { start, length }: EnvelopePlace): string => text.slice(start, start + length);

/** The smallest repair of one envelope of a text; null when there is none or none was found in time. */
function smallestRepair(trial: Trial, results: readonly AcceptResult[], at: number, compile: SchemaCompiler) {
  const { text, context } = trial;
  const place = placeOfResult(text, results, at);
  if (place === null || place.length > MAX_LENGTH || at > MAX_BEFORE) return null;
  const written = pieceOf(text, place);
  const envelope = parsedJson(written);
  if (envelope === undefined) return null;
  // They use up limits and set correlationIds.
  const before = Array.from({ length: at }, (_, earlier): unknown => {
    const other = placeOfResult(text, results, earlier);
    return other === null ? null : JSON.parse(pieceOf(text, other));
  });
  const until = performance.now() + SEARCH_MS;
  const accept = (value: unknown): AcceptResult | null => {
    if (performance.now() > until) return null;
    const acceptor = createAcceptor(context, { compile });
    if (before.length > 0) acceptor.accept({ envelope: before });
    return acceptor.accept({ envelope: value, single: true })[0] ?? null;
  };
  const repair = proposeRepair({ envelope, context, accept });
  if (repair === null) return null;
  const { patch, steps, repaired, result } = repair;
  return {
    /** Pointers from the envelope; values of secrets are masked. */
    patch: withoutSecrets(patch, context),
    reasons: steps.map(({ reason }) => reason),
    /** The whole text with the repair in it, formatted as the text was. */
    text: `${text.slice(0, place.start)}${patchText(written, patch, repaired)}${text.slice(place.start + place.length)}`,
    /** What becomes of the repaired envelope. */
    outcome: lineOf(result),
  };
}

function withoutSecrets(patch: readonly PatchOperation[], { secrets }: AcceptContext) {
  if (!secrets?.length) return patch;
  return JSON.parse(masked(JSON.stringify(patch), secrets)) as readonly PatchOperation[]; // markers keep its form
}

const PRETTY = { tabSize: 2, insertSpaces: true, eol: '\n' };

/**
 * An envelope with a patch. The rest keeps its form and its digits; where the text cannot be edited in place, as with a
 * key that occurs twice, the envelope is rewritten.
 */
function patchText(text: string, patch: readonly PatchOperation[], repaired: unknown): string {
  const isLaidOut = text.includes('\n');
  const options = isLaidOut ? { formattingOptions: PRETTY } : {};
  let edited = text;
  try {
    for (const operation of patch) {
      for (const { path, value, inserts } of editsFor(edited, operation))
        edited = applyEdits(edited, modify(edited, path, value, { ...options, isArrayInsertion: inserts }));
    }
    if (sameJson(parsedJson(edited), repaired)) return edited;
  } catch {
    // The library refuses paths that do not fit the text.
  }
  return JSON.stringify(repaired, null, isLaidOut ? 2 : undefined);
}

/** Edits of a text in their order; a value that is undefined removes. */
function editsFor(text: string, operation: PatchOperation) {
  const root = parseTree(text);
  if (root === undefined) return [];
  const place = pathIn(root, operation.path);
  if (operation.op === 'move') {
    const { node } = nodeNear(root, operation.from);
    const value: unknown = JSON.parse(text.slice(node.offset, node.offset + node.length));
    const removal = { ...pathIn(root, operation.from), inserts: false, value: undefined };
    return [removal, { ...place, value }];
  }
  const inserts = operation.op === 'add' && place.inserts;
  return [{ ...place, inserts, value: operation.op === 'remove' ? undefined : operation.value }];
}

/** A pointer as a path of keys and indexes; `inserts` when it leads into an array. */
function pathIn(root: Node, pointer: string): { readonly path: JSONPath; readonly inserts: boolean } {
  const path: (string | number)[] = [];
  let inArray = false;
  let parent = '';
  for (const token of pointerTokens(pointer) ?? []) {
    const { node, exact } = nodeNear(root, parent);
    inArray = exact && node.type === 'array';
    path.push(inArray ? (token === '-' ? (node.children?.length ?? 0) : Number(token)) : token);
    parent = pointerTo(parent, token);
  }
  return { path, inserts: inArray };
}
