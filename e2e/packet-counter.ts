import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { listen } from '@openwop-inspector/testing/host';
import { test as base } from './shells.ts';

export type PacketCounter = Awaited<ReturnType<typeof startPacketCounter>>;

/** Scenarios with a counter of their own. */
export const test = base.extend<{ counter: PacketCounter }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
  counter: async ({}, use) => {
    const counter = await startPacketCounter();
    await use(counter);
    await counter.close();
  },
});

/** Listens on loopback, by UDP and by TCP at ports of their own, and counts what comes. */
async function startPacketCounter() {
  let packets = 0;
  const udp = createSocket('udp4', () => packets++);
  const tcp = createServer((socket) => {
    packets++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  return {
    udpPort: udp.address().port,
    tcpPort: await listen(tcp),
    /** UDP packets and TCP connections so far. */
    count: () => packets,
    async close() {
      await new Promise<void>((resolve) => udp.close(resolve));
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}
