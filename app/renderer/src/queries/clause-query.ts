import { useQuery } from '@tanstack/react-query';

/** The pages of docs/protocol as text, each in a file of its own that is fetched when it is first read. */
const PAGES = import.meta.glob<string>('../../../../docs/protocol/*.md', {
  query: '?raw',
  import: 'default',
});

/** The Markdown of a page. */
export const useClausePage = (page: string) =>
  useQuery({ queryKey: ['clause-page', page], queryFn: () => loadPage(page) });

async function loadPage(page: string): Promise<string> {
  const load = PAGES[`../../../../docs/protocol/${page}.md`];
  if (load === undefined) throw new Error(`There is no page ${page}.`);
  return load();
}
