import { isIPv4, isIPv6 } from 'node:net';

/** The 4 or 16 bytes of an address as `node:net` takes it; null for any other text. A zone (`%eth0`) is left out. */
export function ipBytes(address: string): readonly number[] | null {
  if (isIPv4(address)) return address.split('.').map(Number);
  if (!isIPv6(address)) return null;
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::', 2);
  const before = groupBytes(head);
  const after = groupBytes(tail ?? '');
  return [...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after];
}

/** Groups of four hex digits, the last of which may be a whole IPv4 address. */
function groupBytes(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
