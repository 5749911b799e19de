/** Compares the acceptor with what the host recorded, with the deviation that explains a difference (acceptor 9). */

import { ownString } from '@openwop-inspector/base';
import { type Known, known, scalarText, unknown } from '@openwop-inspector/protocol';
import type { Limits } from '../accept-context.ts';
import type { ProjectedEvent } from '../accept-parts.ts';
import type { AcceptResult } from '../accept-result.ts';
import { stepInfo } from '../steps/list.ts';
import { type Compared, type Explanation, explain } from './deviations.ts';
import type { LogEvent } from './evidence.ts';
import type { HostRecorded } from './host-recorded.ts';
import { breachOf, payloadOf, violationsIn, type WithPayload } from './payload-facts.ts';

/** One thing compared; of a difference also what explains it, as far as that is known. */
export interface ComparisonRow extends Partial<Explanation> {
  /** `status`, `code`, `capKind`, `violations`, `events`, or a fact of an event such as `cap.breached.observed`. */
  readonly what: string;
  /** As one short text; `none` where there is nothing. */
  readonly here: string;
  readonly host: string;
  readonly same: boolean;
}

/** Makes the row of one comparison. */
type CompareTexts = (what: string, here: string, there: string) => ComparisonRow;

const NONE = 'none';

/**
 * Compares row by row; unknown without a verdict of the host, and where our own check was stopped. The events of the host are those of the emission alone:
 * bookkeeping of retries is not compared, since the acceptor judges one envelope and not the turn. `limits` are those
 * that the acceptor was given: where the one of schema rounds is not among them, a retry is always left here, which says
 * nothing against the host. Pure, O(events).
 */
export function compareWithHost(
  result: AcceptResult,
  recorded: HostRecorded | null,
  limits: Limits | null = null,
): Known<readonly ComparisonRow[]> {
  if (recorded === null) return unknown({ code: 'missing-input', what: 'the verdict of the host' });
  const [reason, ...more] = result.reasons;
  if (reason !== undefined) return unknown(reason, ...more);
  const host: Compared = { ...recorded, isLimitKnown: limits?.schemaRounds !== undefined };
  const row: CompareTexts = (what, here, there) =>
    here === there
      ? { what, here, host: there, same: true }
      : { what, here, host: there, same: false, means: 'deviation', ...explain(what, result, host) };
  return known([
    row('status', result.status, host.status),
    row('code', result.code ?? NONE, codeOf(host, result)),
    row('capKind', result.capKind ?? NONE, host.capKind ?? NONE),
    ...violations(result, host, row),
    ...recovery(result, host, row),
    ...events(result, host, row),
  ]);
}

/** Returns the code that the host recorded. The reason of a retry implies that of the acceptor where its step has that reason. */
function codeOf({ code, meaning, retryReason }: Compared, result: AcceptResult): string {
  const reason = retryReason === 'type-mismatch' ? 'schema-violation' : retryReason;
  if (code === null && reason !== null && stepInfo(result.step)?.retry === reason) return result.code ?? NONE;
  return code ?? meaning ?? NONE;
}

/** Violations by place and keyword, of the two refusals that list them on both sides. */
function violations(result: AcceptResult, host: Compared, row: CompareTexts): ComparisonRow[] {
  const here = (result.outcome?.details ?? []).map((detail) => `${detail.instancePath} ${detail.keyword}`);
  const failed = host.events.find((event) => event.type === 'node.failed');
  const listed = violationsIn(failed).flatMap(({ pointer, keyword }) =>
    pointer === null || keyword === null ? [] : [`${pointer} ${keyword}`],
  );
  const isListed = result.code === 'envelope_invalid' || result.code === 'invalid_envelope_shape';
  if (!isListed || host.meaning !== result.code || listed.length === 0) return [];
  return [row('violations', listOf(here), listOf(listed))];
}

function listOf(items: readonly string[]): string {
  return items.length === 0 ? NONE : [...items].sort().join(', ');
}

/** How the envelope was found in the text, where the host says so. */
function recovery(result: AcceptResult, host: Compared, row: CompareTexts): ComparisonRow[] {
  const event = host.events.find(({ type }) => type === 'envelope.recovery.applied');
  if (event === undefined) return [];
  const { path, byteOffset } = payloadOf(event);
  const here =
    result.recovery === null ? 'direct' : `${result.recovery.path} at ${result.recovery.byteOffset}`;
  return [row('recovery', here, `${scalarText(path)} at ${scalarText(byteOffset)}`)];
}

/** Types that the acceptor projects for one envelope; the rest is bookkeeping of the turn or an effect. */
const COMPARED: ReadonlySet<string> = new Set([
  'clarification.requested',
  'interrupt.requested',
  'log.appended',
  'cap.breached',
  'node.failed',
  'run.failed',
]);

function events(result: AcceptResult, host: Compared, row: CompareTexts): ComparisonRow[] {
  const there = host.events.filter((event) => COMPARED.has(event.type));
  const rows = result.events.flatMap((event) => {
    const other = there.find(({ type }) => type === event.type);
    return other === undefined ? [] : facts(event, other, host.isV2, row);
  });
  return [row('events', typesOf(result.events), typesOf(there)), ...rows];
}

function typesOf(list: readonly { readonly type: string }[]): string {
  return list.length === 0 ? NONE : list.map(({ type }) => type).join(', ');
}

/** The facts of one event that hosts are known to differ in. Equal ones are left out, the trust tag of v1 is always present. */
function facts(event: ProjectedEvent, other: LogEvent, isV2: boolean, row: CompareTexts): ComparisonRow[] {
  const rows = isV2 ? [] : [row(`${event.type}.contentTrust`, trustOf(event), trustOf(other))];
  const add = (name: string, factOf: (one: ProjectedEvent | LogEvent) => string): void => {
    const [mine, theirs] = [factOf(event), factOf(other)];
    if (mine !== theirs) rows.push(row(`${event.type}.${name}`, mine, theirs));
  };
  if (event.type === 'log.appended') add('level', ({ payload }) => ownString(payload, 'level') ?? NONE);
  if (event.type === 'cap.breached') {
    add('observed', (one) => String(breachOf(one)?.observed ?? NONE));
    add('limit', (one) => String(breachOf(one)?.limit ?? NONE));
    add('nodeId', ({ payload }) => ownString(payload, 'nodeId') ?? NONE);
  }
  if (event.type === 'interrupt.requested') add('data', dataOf);
  return rows;
}

/** An absent tag means trusted (run-events 1). */
function trustOf(event: { readonly contentTrust?: string | null | undefined }): string {
  return event.contentTrust ?? 'trusted';
}

/** Whether the questions are in it; their text is not compared, since hosts redact it. */
function dataOf(event: WithPayload): string {
  return Object.hasOwn(payloadOf(event), 'data') ? 'questions' : NONE;
}
