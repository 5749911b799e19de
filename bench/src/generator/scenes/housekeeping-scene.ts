import { appendLog, changeVariable, type NodeScope } from '@openwop-inspector/testing/stories';
import { prose, sentence } from '../prose.ts';
import type { World } from '../world.ts';

/** One event that the engine writes by itself and that nothing in the log caused. */
export function keepHouse(world: World, scope: NodeScope): void {
  const { prng } = world;
  const afterMs = prng.between(1, 60);
  switch (prng.between(0, 4)) {
    case 0:
      renewLease(world, scope);
      return;
    case 1:
      spendBudget(world, scope);
      return;
    case 2:
      scope.run.record('memory.written', {
        payload: {
          memoryRef: 'tenant-memory',
          memoryId: `mem_${prng.hex(12)}`,
          nodeId: scope.nodeId,
          tags: ['note'],
        },
        nodeId: scope.nodeId,
        afterMs,
      });
      return;
    case 3:
      changeVariable(scope, {
        name: 'progress',
        previous: prng.between(0, 50),
        next: prng.between(51, 100),
        afterMs,
      });
      return;
    default:
      appendLog(scope, {
        level: prng.chance(0.9) ? 'debug' : 'warn',
        message: sentence(prng),
        fields: { queue: prng.between(0, 40), detail: prose(prng, prng.skewed(60, 1_200)) },
        afterMs,
      });
  }
}

function renewLease(world: World, scope: NodeScope): void {
  const { prng, clock } = world;
  const expiresAt = new Date(clock.nowMs + 30_000).toISOString();
  scope.run.record('lease.renewed', {
    payload: {
      leaseId: `lease-${prng.hex(6)}`,
      host: 'cloud',
      instanceId: `engine-${prng.between(1, 4)}`,
      expiresAt,
    },
    afterMs: 1,
  });
}

function spendBudget(world: World, scope: NodeScope): void {
  const limit = 50_000_000;
  const consumed = Math.min(limit, world.recorded * 40);
  scope.run.record('budget.consumed', {
    payload: { dimension: 'tokens', consumed, limit, remaining: limit - consumed },
    afterMs: 1,
  });
}
