import { describe, expect, test } from 'vitest';
import { adjacentItem, families, galleryItems, itemAt } from './gallery-place.ts';

const items = galleryItems(families);
const states = ['empty', 'huge', 'hostile', 'untrusted', 'rtl'];

describe('the gallery', () => {
  test('every story has a unique address that is valid after #', () => {
    const addresses = items.map(({ address }) => address);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect(address).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/);
  });

  test.each(families.map((family) => [family.title, family] as const))(
    '%s is displayed in every state',
    (_title, { stories }) => {
      const names = stories.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(states));
    },
  );

  test.each(items.map(({ address, story }) => [address, story] as const))(
    '%s is deterministic',
    (address, story) => {
      const displayed = story.show(address);
      if (displayed.kind !== 'subject') return;
      expect(displayed.subject.key).toBe(address);
      const again = story.show(address);
      expect(again.kind === 'subject' && again.subject).toEqual(displayed.subject);
    },
  );
});

describe('the address', () => {
  const [first, second] = items;
  test.each([
    ['#markdown/hostile', 'markdown/hostile'],
    ['#surface', 'surface/normal'],
    ['', first?.address],
    ['#nowhere/at-all', first?.address],
    ['#__proto__', first?.address],
  ])('%j leads to %s', (hash, address) => {
    expect(itemAt(items, hash)?.address).toBe(address);
  });

  test('leads nowhere where nothing matches', () => {
    expect(itemAt([], '#markdown/normal')).toBeUndefined();
  });

  test('steps forward and back, and stops at the ends', () => {
    if (first === undefined || second === undefined) throw new Error('The gallery is empty');
    expect(adjacentItem(items, first, 1)).toBe(second);
    expect(adjacentItem(items, second, -1)).toBe(first);
    expect(adjacentItem(items, first, -1)).toBe(first);
    expect(adjacentItem(items, first, items.length * 2)).toBe(items.at(-1));
  });
});
