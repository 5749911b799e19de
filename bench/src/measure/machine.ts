import { availableParallelism, loadavg } from 'node:os';

/** Where and under what load something was measured. */
export interface Machine {
  readonly node: string;
  readonly cores: number;
  /** Programs that wanted a core in the last minute, before we began; 0 where the system does not say. */
  readonly load: number;
}

/** The machine as it is now; ask before measuring, or the load is our own. */
export function machineNow(): Machine {
  return { node: process.version, cores: availableParallelism(), load: loadavg()[0] ?? 0 };
}

/** A sentence for the reader when others were using the machine too; empty when it was quiet. */
export function busyRemark({ cores, load }: Machine): string {
  if (load < cores / 2) return '';
  return `Others were using this machine (load ${load.toFixed(1)} on ${cores} cores): times are long and ratios rough.\n`;
}
