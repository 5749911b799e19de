/** The steps of the later dialect in the order they run (agh 9.4), and the steps of both. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type JsonObject, ownValue } from '@openwop-inspector/base';
import type { AghDialect } from '@openwop-inspector/protocol';
import {
  type AghAnswer,
  type AghDetail,
  type AghMessage,
  type AghStep,
  type AghWork,
  decided,
  malformed,
  messageStep,
  pairKey,
  passed,
  recordStep,
  rejected,
  skipped,
  warn,
} from '../agh-work.ts';
import { applyMove, workMove } from '../lifecycle.ts';
import {
  checkBody,
  duplicate,
  freshness,
  grammarOf,
  kindOf,
  parse,
  protocol,
  REQUIRED,
  requiredKeys,
  routing,
  SEED_STEPS,
} from './list.ts';

/** Bytes that the transport carries (agh 9.2). */
const MAX_BYTES = 1_048_576;

/** A1b: a field of the seed, before any other check. */
const legacy = recordStep({
  id: 'A1b',
  name: 'legacy field',
  clause: 'agh 9.4',
  inputs: ['/interaction_id'],
  check: (record, work) => {
    if ('text' in work.input && utf8ToBytes(work.input.text).length > MAX_BYTES)
      warn(work, 'too_large', 'the message is larger than 1 MiB');
    if (ownValue(record, 'interaction_id') === undefined) return passed('no field of the seed dialect');
    return rejected('legacy_field_rejected', 'a field of the seed dialect; the reference sends malformed', [
      { pointer: '/interaction_id', message: 'does not belong to the later dialect' },
    ]);
  },
});

/** A text without white space, dot, the wildcards of subjects, and control characters. */
const WORKSPACE = /^[^\s.*>\p{Cc}]+$/u;

/** A2b: the protocol, and the workspace. */
const protocolAndWorkspace: AghStep<'A2b'> = recordStep({
  id: 'A2b',
  name: 'protocol and workspace',
  clause: 'agh 9.2',
  inputs: ['/protocol', '/workspace_id'],
  check: (record, work) => {
    const answer = protocol.check(work);
    const workspace = ownValue(record, 'workspace_id');
    if (answer.verdict === 'decided' || (typeof workspace === 'string' && WORKSPACE.test(workspace)))
      return answer;
    return malformed([
      { pointer: '/workspace_id', message: 'is not a text without white space, dots, * and >' },
    ]);
  },
});

const CONTAINER_KEYS = ['surface', 'thread_id', 'direct_id', 'work_id'] as const;
const DIRECT_ID = /^direct_[a-f0-9]{32}$/;
/** Ids as the code takes them, and as the reference writes them. */
const WORK_ID = /^[^/\\\p{Cc}]{1,128}$/u;
const PLAIN_WORK_ID = /^work_[a-zA-Z0-9_-]{1,64}$/;
const PLAIN_THREAD_ID = /^thread_[a-z0-9][a-z0-9_-]{2,95}$/;

/** A4: the thread or direct room in which the message is spoken, and the work that it belongs to. */
const container = messageStep({
  id: 'A4',
  name: 'container and work',
  clause: 'agh 9.4',
  inputs: ['/kind', ...CONTAINER_KEYS.map((key) => `/${key}`)],
  check: (message, work) => {
    const record = work.record ?? {};
    const surface = ownValue(record, 'surface') ?? null;
    const isConversation = message.kind !== 'greet' && message.kind !== 'whois';
    if (isConversation && surface !== null && surface !== 'thread' && surface !== 'direct')
      return rejected('invalid_surface', 'an unknown surface; the reference sends malformed', [
        { pointer: '/surface', message: 'is not thread or direct' },
      ]);
    const details = isConversation
      ? containerFaults(message, record)
      : CONTAINER_KEYS.filter((key) => (ownValue(record, key) ?? null) !== null).map((key) => ({
          pointer: `/${key}`,
          message: `does not belong to ${message.kind}`,
        }));
    if (details.length > 0) return malformed(details);
    noteContainer(message, work);
    return passed(
      message.container === null ? 'outside of conversations' : `in a ${message.container.surface}`,
    );
  },
});

function containerFaults({ kind }: AghMessage, record: JsonObject): readonly AghDetail[] {
  const surface = ownValue(record, 'surface') ?? null;
  const details: AghDetail[] = [];
  const wrong = (key: string, message: string) => details.push({ pointer: `/${key}`, message });
  if (surface === null) wrong('surface', `${kind} needs surface`);
  for (const of of ['thread', 'direct'] as const) {
    const key = `${of}_id`;
    const id = ownValue(record, key) ?? null;
    if (surface !== of && id !== null) wrong(key, `belongs to the surface ${of}`);
    else if (surface === of && id === null) wrong(key, `the surface ${of} needs ${key}`);
    else if (id !== null && (typeof id !== 'string' || id === '')) wrong(key, 'is not a text');
    else if (of === 'direct' && typeof id === 'string' && !DIRECT_ID.test(id))
      wrong(key, 'is not direct_ and 32 digits of hex');
  }
  const workId = ownValue(record, 'work_id') ?? null;
  if (workId === null) {
    if (kind === 'receipt' || kind === 'trace') wrong('work_id', `${kind} needs work_id`);
  } else if (typeof workId !== 'string' || !WORK_ID.test(workId)) {
    wrong('work_id', 'is not a text of at most 128 characters without / and \\');
  }
  return details;
}

/** What the reference takes differently, or what only looks odd; nothing of it refuses. */
function noteContainer(message: AghMessage, work: AghWork): void {
  const { kind, container: own, interactionId, workspaceId, channel, from, to } = message;
  if (kind === 'greet' && to !== null)
    warn(work, 'to_on_broadcast', 'greet goes to everybody, yet has an address', '/to');
  if (interactionId !== null && !PLAIN_WORK_ID.test(interactionId))
    warn(work, 'id_style', 'work_id is not of the usual style', '/work_id');
  if (kind === 'capability' && interactionId === null)
    warn(work, 'capability_without_work', 'a capability without work_id', '/work_id');
  if (own === null) return;
  if (own.surface === 'thread') {
    if (!PLAIN_THREAD_ID.test(own.id))
      warn(work, 'id_style', 'thread_id is not of the usual style', '/thread_id');
    return;
  }
  if (to !== null && own.id !== directRoomId(workspaceId ?? '', channel, from, to))
    warn(work, 'direct_id_mismatch', 'direct_id does not follow from its two peers', '/direct_id');
  const room = pairKey(workspaceId ?? '', own.id);
  const peers = work.memory.rooms.get(room) ?? new Set();
  if (peers.size < 3) peers.add(from);
  work.memory.rooms.set(room, peers);
  if (peers.size > 2) warn(work, 'third_peer', 'more than two peers speak in this direct room', '/direct_id');
}

/** The id of the room of two peers: a hash over workspace, channel and both, in the order of their bytes (agh 9.2). */
function directRoomId(workspaceId: string, channel: string, ...peers: readonly [string, string]): string {
  const sorted = [...peers].sort();
  const parts = ['agh-network/direct-room/v0', workspaceId, channel, ...sorted];
  return `direct_${bytesToHex(sha256(utf8ToBytes(parts.join('\0')))).slice(0, 32)}`;
}

/** A5: the body by kind, and the message that a whois response answers. */
const body = messageStep({
  id: 'A5',
  name: 'body',
  clause: 'agh 9.3',
  inputs: ['/kind', '/body', '/reply_to'],
  check: (message, work): AghAnswer => {
    const isResponse = message.kind === 'whois' && ownValue(message.body, 'type') === 'response';
    if (isResponse && message.replyTo === null)
      return malformed([{ pointer: '/reply_to', message: 'a whois response needs reply_to' }]);
    return checkBody(message, work);
  },
});

/** A7: the state of the work. */
const lifecycle = messageStep({
  id: 'A7',
  name: 'work lifecycle',
  clause: 'agh 9.5',
  inputs: ['/workspace_id', '/channel', '/work_id', '/kind', '/from', '/to', '/body', 'mode'],
  check: (message, work) => {
    const { interactionId, workspaceId, channel } = message;
    if (interactionId === null) return skipped('no work');
    const { workChannels } = work.memory;
    const key = pairKey(workspaceId ?? '', interactionId);
    const first = workChannels.get(key) ?? channel;
    workChannels.set(key, first);
    if (first !== channel)
      warn(work, 'work_in_other_channel', 'the same work_id began in another channel', '/work_id');
    return applyMove(message, interactionId, work, workMove);
  },
});

/** A8: the message is delivered. Nothing refuses here. */
const deliver = messageStep({
  id: 'A8',
  name: 'deliver',
  clause: 'agh 9.4',
  inputs: ['/surface', '/to'],
  check: ({ container: own }) =>
    decided(own?.surface === 'direct' ? 'delivered to the direct room' : 'delivered to the channel'),
});

const LATER_STEPS = [
  parse,
  legacy,
  requiredKeys([...REQUIRED, 'workspace_id'], 'agh 9.2'),
  protocolAndWorkspace,
  kindOf(['greet', 'whois', 'say', 'capability', 'receipt', 'trace'], 'six', 'agh 9.2'),
  grammarOf('agh-later-envelope', 'agh 9.2', {
    // Null is the same as absent (agh 9.2).
    nullable: [...CONTAINER_KEYS, 'to', 'proof', 'reply_to', 'trace_id', 'causation_id', 'expires_at'],
    others: ['workspace_id', 'ext'],
  }),
  freshness,
  container,
  body,
  { ...routing, id: 'A6a', clause: 'agh 9.4' },
  { ...duplicate, id: 'A6b', clause: 'agh 9.4' },
  lifecycle,
  deliver,
] as const;

export type AghStepId = (typeof SEED_STEPS)[number]['id'] | (typeof LATER_STEPS)[number]['id'];

/** The steps of each dialect in the order they run. Nothing else says which there are. */
export const AGH_STEPS: Readonly<Record<AghDialect, readonly AghStep<AghStepId>[]>> = {
  seed: SEED_STEPS,
  later: LATER_STEPS,
};
