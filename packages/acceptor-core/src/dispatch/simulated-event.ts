/** An event that a simulated host would record. It has no id and no time; the order of the list is its order. */
export interface SimulatedEvent {
  readonly type: string;
  /** In the shape of the event catalogue (run-events 3.2), except that `nodeId` is left out when it is unknown. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly causationId?: string | undefined;
  readonly contentTrust?: 'trusted' | 'untrusted' | undefined;
}

/** `nodeId` of a payload, or nothing when the node is unknown. */
export type NodeMember = Readonly<{ nodeId?: string }>;
