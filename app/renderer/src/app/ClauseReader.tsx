import { masker } from '@openwop-inspector/base';
import { CLAUSE_PAGES, type ClauseTarget, clauseAsMarkdown, clausePlace } from '@openwop-inspector/protocol';
import { ClausePage } from '@openwop-inspector/renderers';
import { Button, CopyButton, Dialog, DialogTitle, IconButton, layout, Pending } from '@openwop-inspector/ui';
import { useQuery } from '@tanstack/react-query';
import { backToClause, closeClause, openClause, useClauseStore } from '../shared/overlay-store.ts';

/** The protocol pages, at the clause that was cited. */
export function ClauseReader() {
  const trail = useClauseStore((state) => state.trail);
  const target = trail.at(-1);
  if (target === undefined) return null;
  return (
    <Dialog kind="bare" className={layout('crops reader')} onClose={closeClause}>
      <Head target={target} mayGoBack={trail.length > 1} />
      <Page target={target} />
    </Dialog>
  );
}

function Head({ target, mayGoBack }: { readonly target: ClauseTarget; readonly mayGoBack: boolean }) {
  const place = clausePlace(target);
  const { page: name, ref, item } = target;
  const citation = `${name} ${ref}${item === null ? '' : ` (${item})`}`.trim();
  return (
    <header className={layout('grid ruled restAndEnd gap8x16 pad12x20x8')}>
      <div>
        <DialogTitle isBig>Protocol: {citation}</DialogTitle>
        <p className={layout('aside min1lh')}>
          {place === null || place.section === ''
            ? null
            : `${place.pageTitle}, ${place.section} ${place.title}`}
        </p>
      </div>
      <div className={layout('rowTop wrap gap4')}>
        {mayGoBack ? <Button onPress={backToClause}>Back</Button> : null}
        <CopyButton label="Copy as link" text={masker.text(clauseAsMarkdown(citation))} />
        <IconButton icon="close" label="Close" onPress={closeClause} />
      </div>
      <nav aria-label="Protocol pages" className={layout('rowTop wrap gap4 allColumns')}>
        {CLAUSE_PAGES.map((page) => (
          <Button
            key={page}
            small
            look={page === target.page ? 'primary' : 'quiet'}
            onPress={() => openClause({ page, ref: '', item: null })}
          >
            {clausePlace({ page, ref: '', item: null })?.title ?? page}
          </Button>
        ))}
      </nav>
    </header>
  );
}

function Page({ target }: { readonly target: ClauseTarget }) {
  const page = useQuery({ queryKey: ['clause-page', target.page], queryFn: () => loadPage(target.page) });
  if (page.isError) return <p role="alert">The page is not part of this build.</p>;
  return (
    <div className={layout('scrolls pad12x20')}>
      {page.data === undefined ? (
        <Pending>Reading the page</Pending>
      ) : (
        <ClausePage text={page.data} target={target} onOpen={openClause} />
      )}
    </div>
  );
}

/** The pages of docs/protocol as text, each in a file of its own that is fetched when it is first read. */
const PAGES = import.meta.glob<string>('../../../../docs/protocol/*.md', {
  query: '?raw',
  import: 'default',
});

/** The Markdown of a page. */
async function loadPage(page: string): Promise<string> {
  const load = PAGES[`../../../../docs/protocol/${page}.md`];
  if (load === undefined) throw new Error(`There is no page ${page}.`);
  return load();
}
