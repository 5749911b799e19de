import { sessionRecord } from '../sessions/session-record.ts';

/** The visible part of each bench's screen. */
export const { of: benchPartOf, use: useBenchPart, put: setBenchPart } = sessionRecord<BenchPart>('envelope');

/** Simulators of the acceptor's screen other than the envelope bench. */
export type SimulatorName = 'turn' | 'gate' | 'discovery';

/** The visible part of the acceptor's screen. */
export type BenchPart = 'envelope' | SimulatorName;
