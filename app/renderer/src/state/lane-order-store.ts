import { create } from 'zustand';
import type { LaneOrder } from '../model/lane-rows.ts';

/** How the lanes of each session are ordered; by start unless chosen otherwise. */
export interface LaneOrderState {
  readonly orders: ReadonlyMap<string, LaneOrder>;
}

const useLaneOrderStore = create<LaneOrderState>()(() => ({ orders: new Map() }));

export function useLaneOrder(sessionId: string): LaneOrder {
  return useLaneOrderStore(({ orders }) => orders.get(sessionId) ?? 'start');
}

export function setLaneOrder(sessionId: string, order: LaneOrder): void {
  useLaneOrderStore.setState(({ orders }) => ({ orders: new Map(orders).set(sessionId, order) }));
}
