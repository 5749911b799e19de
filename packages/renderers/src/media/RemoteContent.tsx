import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type LoadedContent, useRenderServices } from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import type { ContentUrl } from '../model/choose/content-url.ts';
import { renderRule } from '../model/choose/render-rules.ts';
import { ContentPane } from './ContentPane.tsx';
import { loadedFacts } from './content-facts.ts';
import { askedAddress, loadPlace } from './load-place.ts';
import { loadedVerdict } from './loaded-verdict.ts';
import { type MediaView, URL_POINTER } from './media-view.ts';
import { RemotePanel } from './RemotePanel.tsx';
import { useLoadOnce } from './use-load-once.ts';

export interface RemoteContentProps {
  readonly view: MediaView;
  readonly subject: EnvelopeSubject;
  readonly url: ContentUrl;
}

/** Content at an address: the panel before the click, the content after it. Nothing of it is kept for later. */
export function RemoteContent({ view, subject, url }: RemoteContentProps) {
  const services = useRenderServices();
  const place = loadPlace(url, services.place);
  const address = askedAddress(view.address, url, place);
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (address !== null) return services.loadOnce(address, signal);
      const answer = services.loadFrom?.(subject, URL_POINTER, signal);
      return answer ?? ({ kind: 'problem', message: 'The address is not at hand.' } as const);
    },
    [services, address, subject],
  );
  const once = useLoadOnce(load);
  if (once.state.kind === 'bytes') {
    return <LoadedPane view={view} content={once.state} host={place.host ?? ''} />;
  }
  const canLoad = place.obstacle === null && (address !== null || services.loadFrom !== undefined);
  return (
    <RemotePanel
      view={view}
      url={url}
      place={place}
      openable={url.kind === 'remote' ? address : null}
      once={canLoad ? once : null}
    />
  );
}

interface LoadedPaneProps {
  readonly view: MediaView;
  readonly content: LoadedContent;
  readonly host: string;
}

/** What was loaded, judged as if it had stood in the payload. It takes the focus of the button that is gone. */
function LoadedPane({ view, content, host }: LoadedPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const { bytes, declaredType: answeredType } = content;
  const { family } = view;
  const declaredType = view.media.mimeType;
  const verdict = useMemo(
    () => loadedVerdict(bytes, { wanted: family, declaredType, answeredType }),
    [bytes, family, declaredType, answeredType],
  );
  return (
    <div ref={place} tabIndex={-1}>
      <ContentPane
        view={view}
        family={verdict.family}
        bytes={bytes}
        facts={loadedFacts(view, verdict, bytes.length, host)}
        why={verdict.rule === null ? undefined : `${renderRule(verdict.rule).title}.`}
      />
    </div>
  );
}
