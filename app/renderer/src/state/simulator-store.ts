import { create } from 'zustand';
import type { BenchPart, Simulator, SimulatorName, Simulators } from '../model/simulator.ts';

interface SimulatorState {
  readonly parts: Readonly<Record<string, BenchPart>>;
  readonly simulators: Readonly<Record<string, Simulators>>;
}

const useSimulatorStore = create<SimulatorState>()(() => ({ parts: {}, simulators: {} }));

export function benchPartOf(benchId: string): BenchPart {
  return useSimulatorStore.getState().parts[benchId] ?? 'envelope';
}

export function useBenchPart(benchId: string): BenchPart {
  return useSimulatorStore(({ parts }) => parts[benchId] ?? 'envelope');
}

export function setBenchPart(benchId: string, part: BenchPart): void {
  useSimulatorStore.setState(({ parts }) => ({ parts: { ...parts, [benchId]: part } }));
}

export function simulatorOf<N extends SimulatorName>(benchId: string, name: N): Simulators[N] | null {
  return useSimulatorStore.getState().simulators[benchId]?.[name] ?? null;
}

export function useSimulator<N extends SimulatorName>(benchId: string, name: N): Simulators[N] | null {
  return useSimulatorStore(({ simulators }) => simulators[benchId]?.[name] ?? null);
}

export function putSimulator<N extends SimulatorName>(benchId: string, simulator: Simulator<N>): void {
  useSimulatorStore.setState(({ simulators }) => ({
    simulators: { ...simulators, [benchId]: { ...simulators[benchId], [simulator.name]: simulator } },
  }));
}

/** Changes some of a simulator; one that was never displayed is left alone. */
export function changeSimulator<N extends SimulatorName>(
  benchId: string,
  name: N,
  change: Partial<Simulator<N>>,
): void {
  const held = simulatorOf(benchId, name);
  if (held !== null && held !== undefined) putSimulator(benchId, { ...held, ...change } as Simulator<N>);
}

/** Forgets what a closed session had on its bench. */
export function dropSimulators(benchId: string): void {
  useSimulatorStore.setState(({ parts, simulators }) => {
    const { [benchId]: _part, ...otherParts } = parts;
    const { [benchId]: _simulators, ...others } = simulators;
    return { parts: otherParts, simulators: others };
  });
}
