import { countAt, isRecord, masker, member, shortened, textAt, textsAt } from '@openwop-inspector/base';
import type { OpenHostInterrupt } from '../answers/actions.ts';
import type { HostAnswer } from '../answers/host-error.ts';
import type { HostConnection } from '../connection.ts';
import { pollQuery } from '../poll/event-splitter.ts';
import { getSnapshot, type HostSnapshot } from '../rest/read-calls.ts';
import { runPath, segment } from '../rest/request-url.ts';

/** An interrupt as the host sent it, token and all. */
type HostInterrupt = Omit<OpenHostInterrupt, 'tokenRef'> & { readonly token: string | null };

/** Interrupts that are displayed of one run. */
const MAX_INTERRUPTS = 100;
const MAX_TEXT = 300;

/**
 * The open interrupts of a run: that of its snapshot, and those of the list that one host has next to it, each once.
 * Tokens go into the book; what is requested comes back masked. Whether a host has the list shows only in its answer.
 */
export async function openInterrupts(
  connection: HostConnection,
  runId: string,
  tokens: TokenBook,
): Promise<HostAnswer<readonly OpenHostInterrupt[]>> {
  const snapshot = await getSnapshot(connection, runId);
  if (!snapshot.ok) return snapshot;
  const listed = snapshot.value.isTerminal ? [] : await listedInterrupts(connection, runId);
  // The list knows more about each; what the snapshot alone reports comes last.
  const isListed = (one: HostInterrupt): boolean =>
    listed.some(
      ({ token, nodeId, kind }) =>
        (token !== null && token === one.token) || (nodeId === one.nodeId && kind === one.kind),
    );
  const others = interruptsOfSnapshot(snapshot.value).filter((one) => !isListed(one));
  const reported = [...listed, ...others].slice(0, MAX_INTERRUPTS);
  for (const { token } of reported) if (token !== null) connection.hide(token, 'interrupt-token');
  const refs = tokens.noteOpen(
    reported.map(({ kind, nodeId, token, data }) => ({
      kind,
      nodeId,
      token,
      actions: textsAt(data, 'actions'),
    })),
  );
  return { ok: true, value: reported.map((one, index) => displayed(one, refs[index] ?? null)) };
}

/** None when the host has no such list; in v2 those of the log. */
async function listedInterrupts(connection: HostConnection, runId: string) {
  if (connection.major === 2) return loggedInterrupts(connection, runId);
  const path = `/v1/host/openwop-app/runs/${segment(connection, runId)}/interrupts`;
  const answer = await connection.getJson(path, { maxBytes: 8 * 1024 * 1024 });
  const list = answer.ok ? member(answer.value.json, 'interrupts') : null;
  return Array.isArray(list) ? list.slice(0, MAX_INTERRUPTS).filter(isRecord).map(readListed) : [];
}

/** Types that ask, and types that end the waiting of their node. */
const ASKS: readonly unknown[] = ['interrupt.requested', 'approval.requested', 'clarification.requested'];
const ANSWERS: readonly unknown[] = ['interrupt.resolved', 'node.completed', 'node.failed', 'node.cancelled'];

/** In v2 only the log says what is open: the last request of a node without an answer (bundles 12.4). O(log). */
async function loggedInterrupts(connection: HostConnection, runId: string) {
  const open = new Map<string, HostInterrupt>();
  let cursor: number | null = null;
  for (;;) {
    const query = pollQuery(cursor, 2);
    const answer = await connection.getJson(runPath(connection, runId, '/events/poll'), { query });
    const events = answer.ok ? member(answer.value.json, 'events') : null;
    if (!answer.ok || !Array.isArray(events)) break;
    for (const event of events) {
      const nodeId = textAt(event, 'nodeId');
      const type = member(event, 'type');
      if (nodeId !== null && ASKS.includes(type)) {
        const interrupt = readListed(member(event, 'payload'));
        open.set(nodeId, { ...interrupt, nodeId, createdAt: textAt(event, 'timestamp') });
      }
      if (nodeId !== null && ANSWERS.includes(type)) open.delete(nodeId);
    }
    const highest = countAt(events.at(-1), 'sequence');
    const last = countAt(answer.value.json, 'lastSequence');
    // A host that ignores the cursor, or says nothing of an end, would send pages for ever.
    if (highest === null || last === null || highest >= last || highest <= (cursor ?? -1)) break;
    cursor = highest;
  }
  return [...open.values()].slice(0, MAX_INTERRUPTS);
}

function readListed(interrupt: unknown): HostInterrupt {
  return {
    interruptId: textAt(interrupt, 'interruptId'),
    nodeId: textAt(interrupt, 'nodeId'),
    kind: textAt(interrupt, 'kind') ?? 'custom',
    token: textAt(interrupt, 'token') ?? textAt(interrupt, 'interruptToken'),
    data: unwrapped(member(interrupt, 'data') ?? member(interrupt, 'payload')),
    resumeSchema: member(interrupt, 'resumeSchema') ?? null,
    createdAt: textAt(interrupt, 'createdAt'),
    expiresAt: textAt(interrupt, 'expiresAt'),
  };
}

/** `payload` of some hosts, `data` of others; the id is in it. */
function interruptsOfSnapshot({ interrupt, isTerminal }: HostSnapshot): readonly HostInterrupt[] {
  if (interrupt === null || isTerminal) return [];
  const data = member(interrupt, 'data') ?? member(interrupt, 'payload');
  const token = textAt(interrupt, 'interruptToken') ?? textAt(interrupt, 'token');
  const interruptId = textAt(data, 'interruptId');
  return [{ ...readListed(interrupt), interruptId, token, createdAt: null, expiresAt: null }];
}

/** Two hosts wrap the request as `{kind, nodeId, config}` (run-events 3.3). */
function unwrapped(data: unknown): unknown {
  const config = member(data, 'config');
  const isWrapper =
    isRecord(config) && member(data, 'questions') === undefined && textsAt(data, 'actions') === null;
  return isWrapper ? config : (data ?? null);
}

function displayed({ token: _, ...reported }: HostInterrupt, tokenRef: string | null): OpenHostInterrupt {
  return {
    interruptId: cut(reported.interruptId),
    nodeId: reported.nodeId,
    kind: shortened(reported.kind, MAX_TEXT),
    tokenRef,
    data: masker.value(reported.data).value,
    resumeSchema: masker.value(reported.resumeSchema).value,
    createdAt: cut(reported.createdAt),
    expiresAt: cut(reported.expiresAt),
  };
}

const cut = (text: string | null): string | null => (text === null ? null : shortened(text, MAX_TEXT));

/** What an open interrupt requested when the host reported it: enough to judge an answer, nothing of its content. */
export interface InterruptRecord {
  readonly kind: string;
  readonly nodeId: string | null;
  /** `data.actions` of an approval; null when the host sent none. */
  readonly actions: readonly string[] | null;
}

/** An interrupt to be remembered, with its token. */
interface NotedInterrupt extends InterruptRecord {
  readonly token: string | null;
}

/** Tokens that are stored; of a session there are a few. */
const MAX_TOKENS = 500;

/**
 * Interrupt tokens of one live session. They are credentials (section 8): the book keeps them in the shell's memory and
 * gives out references that say nothing about them. It also remembers what kind of interrupt each node waits with, so
 * that an answer is judged by what the host said, not by what a window says.
 */
export type TokenBook = ReturnType<typeof createTokenBook>;

/** An empty book; references are made by chance. */
export function createTokenBook() {
  const refs = new Map<string, string>();
  const noted = new Map<string, NotedInterrupt>();
  let open: readonly NotedInterrupt[] = [];

  const refOf = (interrupt: NotedInterrupt): string | null => {
    const { token } = interrupt;
    if (token === null) return null;
    const ref = refs.get(token) ?? `it-${crypto.randomUUID()}`;
    refs.set(token, ref);
    noted.set(ref, interrupt);
    const [oldest] = noted;
    if (noted.size > MAX_TOKENS && oldest !== undefined) {
      noted.delete(oldest[0]);
      if (oldest[1].token !== null) refs.delete(oldest[1].token);
    }
    return ref;
  };

  return {
    /** Takes the interrupts that are open now, in place of those noted before; a reference for each, null without token. */
    noteOpen(interrupts: readonly NotedInterrupt[]): readonly (string | null)[] {
      open = interrupts.slice(0, MAX_TOKENS);
      return interrupts.map(refOf);
    },
    /** The token behind a reference; null for one that is not known. */
    tokenOf: (ref: string): string | null => noted.get(ref)?.token ?? null,
    /** What was requested, by reference or else by node; null when the host sent nothing of it. */
    requestedBy(ref: string | null, nodeId: string | null): InterruptRecord | null {
      const byRef = ref === null ? undefined : noted.get(ref);
      return byRef ?? open.find((interrupt) => nodeId !== null && interrupt.nodeId === nodeId) ?? null;
    },
    /** Forgets everything, when the session ends. */
    forget() {
      refs.clear();
      noted.clear();
      open = [];
    },
  };
}
