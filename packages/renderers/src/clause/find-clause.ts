import type { ClauseTarget } from '@openwop-inspector/protocol';

/** The element of a page on screen that a clause names: its heading, its row, or the item of a list below its heading. */
export function findClause(page: HTMLElement, { ref, item }: ClauseTarget): HTMLElement | null {
  if (ref === '') return null;
  const heading = [...page.querySelectorAll<HTMLElement>('[role="heading"]')].find((element) =>
    (element.textContent ?? '').startsWith(`${ref} `),
  );
  if (heading !== undefined) return item === null ? heading : (itemBelow(heading, item) ?? heading);
  const rows = [...page.querySelectorAll<HTMLElement>('tbody tr')];
  return rows.find((row) => namesOf(row).includes(ref)) ?? null;
}

function namesOf(row: HTMLElement): readonly string[] {
  return (row.querySelector('td')?.textContent ?? '').split(',').map((name) => name.trim());
}

/** The n-th item of the first ordered list behind a heading. */
function itemBelow(heading: HTMLElement, item: number): HTMLElement | null {
  for (let next = heading.nextElementSibling; next !== null; next = next.nextElementSibling) {
    if (next.getAttribute('role') === 'heading') return null;
    if (next instanceof HTMLOListElement)
      return next.querySelectorAll<HTMLElement>(':scope > li')[item - 1] ?? null;
  }
  return null;
}
