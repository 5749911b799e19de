/** What a conversation of the samples is told with. Everything in it is invented. */

/** A message as it stands in the file. */
export type MessageDoc = Readonly<Record<string, unknown>>;

/** A sample of messages of AGH Network v0. */
export interface Conversation {
  readonly sampleId: string;
  readonly file: string;
  readonly title: string;
  /** One message a line, or one list. */
  readonly shape: 'ndjson' | 'list';
  readonly messages: readonly MessageDoc[];
}

/** Second at which every conversation begins: 16 April 2026, 19:00 UTC. */
const START = 1_776_366_000;

/** A message of a channel, `at` seconds after the start. A member that is undefined is left out. */
export function message(
  channel: string,
  [at, id, kind, from, to]: readonly [at: number, id: string, kind: string, from: string, to: string | null],
  body: MessageDoc,
  more: MessageDoc = {},
): MessageDoc {
  return {
    protocol: 'agh-network/v0',
    id,
    kind,
    channel,
    from,
    to,
    ...more,
    ts: START + at,
    body,
    proof: null,
  };
}

/** A card by which a peer presents itself. */
export function card(peerId: string, displayName: string, capabilities: readonly string[]): MessageDoc {
  return {
    peer_id: peerId,
    display_name: displayName,
    profiles_supported: ['agh-network/v0'],
    capabilities,
    artifacts_supported: ['file'],
    trust_modes_supported: [],
  };
}
