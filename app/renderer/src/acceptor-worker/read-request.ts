import { readAcceptContext } from '@openwop-inspector/acceptor-core';
import { isRecord } from '@openwop-inspector/base';
import type { AcceptorJob, AcceptorRequest } from './acceptor-contract.ts';

/** A request that may be carried out, or why not. */
export type ReadRequest =
  | { readonly ok: true; readonly request: AcceptorRequest }
  | { readonly ok: false; readonly id: number; readonly why: string };

const NO_HOSTS = 'a host has a name and a declaration';
/** Jobs whose whole input is a text. */
const SIMULATIONS = ['turn', 'gate', 'discovery'] as const;
const JOBS: readonly AcceptorJob[] = [
  'run',
  'profiles',
  'hosts',
  'audit',
  'portability',
  'published',
  'check',
  ...SIMULATIONS,
];

/** Checks a message of the window. */
export function readRequest(data: unknown): ReadRequest {
  if (!isRecord(data) || !Number.isSafeInteger(data.id)) return refused(-1, 'this is not a request');
  const id = Number(data.id);
  const { job, input } = data;
  if (!JOBS.some((name) => name === job)) return refused(id, 'there is no such job');
  if (data.ended !== undefined && !areEnded(data.ended)) return refused(id, 'these are no ended kinds');
  if (job === 'check') return readCheck(id, data);
  if (job === 'audit' || job === 'portability') return readEvidence(id, data, job === 'portability');
  if (job === 'published') return readPublished(id, data);
  if (SIMULATIONS.some((name) => name === job)) return readSimulation(id, data);
  if (!isRecord(input) || typeof input.text !== 'string') return refused(id, 'a trial needs a text');
  if (input.at !== null && !isPlace(input.at)) return refused(id, 'this is not the number of an envelope');
  const read = readAcceptContext(input.context);
  const [problem] = read.ok ? [] : read.problems;
  if (problem !== undefined) return refused(id, `context ${problem.pointer}: ${problem.message}`);
  if (job === 'hosts' && !areHosts(input.hosts)) return refused(id, NO_HOSTS);
  return { ok: true, request: data as unknown as AcceptorRequest }; // every member has just been checked
}

/** Largest text of a document that is played, in UTF-16 units: that of a file that is opened. */
const MAX_TEXT = 16 * 1024 * 1024;

function readSimulation(id: number, data: Readonly<Record<string, unknown>>): ReadRequest {
  const { input } = data;
  if (!isRecord(input) || typeof input.text !== 'string') return refused(id, 'a simulation needs a text');
  if (input.text.length > MAX_TEXT) return refused(id, 'the text is longer than 16 Mi characters');
  return { ok: true, request: data as unknown as AcceptorRequest }; // every member has just been checked
}

/** Any value may be checked against any schema; the compiler has limits of its own. */
function readCheck(id: number, data: Readonly<Record<string, unknown>>): ReadRequest {
  const { input } = data;
  if (!isRecord(input) || input.schema === undefined) return refused(id, 'a check needs a schema');
  return { ok: true, request: data as unknown as AcceptorRequest }; // every member has just been checked
}

/** Evidence is what our own worker took from a log; the acceptor reads each value of it as one of a stranger. */
function readEvidence(id: number, data: Readonly<Record<string, unknown>>, needsHosts: boolean): ReadRequest {
  const { input } = data;
  if (!isRecord(input) || !Array.isArray(input.evidence) || !input.evidence.every(isRecord))
    return refused(id, 'an audit needs evidence');
  if (needsHosts && !areHosts(input.hosts)) return refused(id, NO_HOSTS);
  const read = readAcceptContext(needsHosts ? {} : input.context);
  const [problem] = read.ok ? [] : read.problems;
  if (problem !== undefined) return refused(id, `context ${problem.pointer}: ${problem.message}`);
  return { ok: true, request: data as unknown as AcceptorRequest }; // every member has just been checked
}

function readPublished(id: number, data: Readonly<Record<string, unknown>>): ReadRequest {
  const { input } = data;
  const { discovery, schemas } = isRecord(input) ? input : {};
  const isFile = (one: unknown): boolean => one === null || (isRecord(one) && typeof one.file === 'string');
  if (!isFile(discovery) || !isFile(schemas) || (isRecord(schemas) && !isRecord(schemas.schemas)))
    return refused(id, 'what a host publishes has the name of its file');
  return { ok: true, request: data as unknown as AcceptorRequest }; // every member has just been checked
}

function refused(id: number, why: string): ReadRequest {
  return { ok: false, id, why };
}

function areEnded(value: unknown): boolean {
  return (
    isRecord(value) &&
    Array.isArray(value.kinds) &&
    value.kinds.every((kind) => typeof kind === 'string') &&
    typeof value.limitMs === 'number'
  );
}

function isPlace(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function areHosts(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (one) => isRecord(one) && typeof one.name === 'string' && readAcceptContext({ host: one.host }).ok,
    )
  );
}
