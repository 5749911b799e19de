import { Button, Fact, Facts, Icon, layout } from '@openwop-inspector/ui';
import { Clause } from '../clause/Clause.tsx';
import { type RenderPlace, useRenderServices } from '../contract/render-services.ts';
import type { ContentUrl } from '../model/choose/content-source.ts';
import type { MediaFamily } from '../model/choose/envelope-view.ts';
import type { LoadOnce } from '../parts/loaded-content.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { factRows, type MediaView, shortText } from './content-facts.ts';
import { MediaFacts } from './MediaFacts.tsx';
import styles from './media-parts.module.css';

const punycode: LoadFact = {
  name: 'Name',
  value: 'Written in punycode (xn--): in other letters it may look like another host',
  isRisk: true,
};

interface RemotePanelProps {
  readonly view: MediaView;
  readonly url: ContentUrl;
  readonly place: LoadPlace;
  /** Whole, for opening outside; null when it may not be, or when a token in it is masked. */
  readonly openable: string | null;
  /** Null when nothing can be loaded: `place.obstacle`, or the address is masked. */
  readonly once: LoadOnce | null;
}

/** Content at an address: what a click would request, and from which host. Nothing is requested without it (S-17). */
export function RemotePanel({ view, url, place, openable, once }: RemotePanelProps) {
  const services = useRenderServices();
  const { obstacle, host } = place;
  const isLoading = once?.state.kind === 'loading';
  return (
    <div
      className={layout('grid narrow dashed roundedMore gap8 pad8x10')}
      data-refused={obstacle === 'refused'}
    >
      <div className={layout('row wrap gap4x8')}>
        <Icon name={obstacle === null ? ICONS[view.family] : 'blocked'} size={18} className={layout.second} />
        <PanelText view={view} url={url} obstacle={obstacle} isMasked={once === null} />
        <div className={layout('flex wrap gap4')}>
          {openable === null ? null : (
            <Button small onPress={() => void services.openLink(openable)}>
              Open outside…
            </Button>
          )}
          {once === null ? null : (
            // One button for both, so that the focus stays where it is.
            <Button small onPress={isLoading ? once.cancel : once.start}>
              {isLoading ? 'Cancel' : 'Load once'}
            </Button>
          )}
        </div>
      </div>
      {isLoading ? (
        <div
          role="progressbar"
          aria-label={`Loading from ${host ?? 'the host'}`}
          className={layout('relative crops sunken', styles.progress)}
        />
      ) : null}
      <p role="status" className={layout('breaks aside hidesEmpty')}>
        {isLoading && 'Loading'}
        {once?.state.kind === 'cancelled' && 'Cancelled. Nothing was stored.'}
      </p>
      {once?.state.kind === 'problem' ? (
        <p role="alert" className={layout('breaks rowText errorText leadIcon')}>
          <Icon name="warning" size={12} />
          <VisibleText text={once.state.message} />
        </p>
      ) : null}
      <MediaFacts rows={factRows(view.media)} />
      {once === null ? null : <LoadFacts place={place} />}
      <VisibleText as="p" className={layout('breaks selectable code second')} text={url.masked} />
    </div>
  );
}

interface PanelTextProps extends Pick<RemotePanelProps, 'view' | 'url'> {
  readonly obstacle: LoadPlace['obstacle'];
  /** A token in the address is masked, where there is no obstacle. */
  readonly isMasked: boolean;
}

/** What is not loaded, under which name, and why it cannot be. */
function PanelText({ view, url, obstacle, isMasked }: PanelTextProps) {
  return (
    <div className={layout('narrow breaks grow160')}>
      <p className={layout.bold}>
        {obstacle === null ? `Remote ${NOUNS[view.family]} not loaded` : 'Not loaded'}
      </p>
      {view.givenName !== null && view.givenName !== '' && (
        <VisibleText as="p" className={layout.second} text={shortText(view.givenName, MAX_NAME)} />
      )}
      {obstacle !== null && (
        <p className={layout.second}>
          <Clause clause={refusalText(url, obstacle)} />
        </p>
      )}
      {obstacle === null && isMasked && (
        <p className={layout.second}>A token in the address is masked here, so it cannot be requested.</p>
      )}
    </div>
  );
}

const MAX_NAME = 400;

const ICONS = { image: 'image', audio: 'sound', file: 'file' } as const;

const NOUNS: Readonly<Record<MediaFamily, string>> = { image: 'image', audio: 'sound', file: 'file' };

/** Effect of a click on "Load once". */
function LoadFacts({ place }: Pick<RemotePanelProps, 'place'>) {
  const services = useRenderServices();
  return (
    <Facts>
      {loadFacts(place, services.place).map(({ name, value, isRisk }) => (
        <Fact key={name} name={name}>
          <span className={isRisk ? layout('warnText leadIcon') : undefined}>
            {isRisk && <Icon name="warning" size={12} />}
            <VisibleText text={value} />
          </span>
        </Fact>
      ))}
    </Facts>
  );
}

/** Returns why there is no button. */
export function refusalText(url: ContentUrl, obstacle: 'refused' | 'host-unknown'): string {
  if (obstacle === 'host-unknown') {
    return 'The address is a path of the run’s own host, and the file does not say which host that was.';
  }
  const { scheme } = url;
  if (scheme === null) return 'This address cannot be requested.';
  if (scheme === 'http' || scheme === 'https') {
    return 'An address with a user name or a password in it is neither loaded nor opened (security S-04).';
  }
  return `Addresses of the scheme ${scheme.slice(0, 40)} are neither loaded nor opened (security S-04).`;
}

/** One line about the effect of a click; `isRisk` highlights it. */
interface LoadFact {
  readonly name: string;
  readonly value: string;
  readonly isRisk: boolean;
}

/** Returns the effect of a click, line by line. */
export function loadFacts(place: LoadPlace, { runId, hostName }: RenderPlace): readonly LoadFact[] {
  const { host, owner, scheme } = place;
  const run = runId === null ? 'this run' : `run ${runId}`;
  const owners = {
    run: `The own host of ${run}`,
    other: `Not the host of ${run}, which is ${hostName}`,
    unknown: `Of ${run}, whose host the file does not name`,
  };
  const isOpen = scheme !== 'https' && !isThisMachine(host ?? '');
  const connection = isThisMachine(host ?? '') ? `${scheme}, to this machine` : 'https';
  return [
    { name: 'Host', value: host ?? 'unknown', isRisk: false },
    ...(place.isPunycode ? [punycode] : []),
    { name: 'Run', value: owners[owner], isRisk: owner === 'other' },
    {
      name: 'Connection',
      value: isOpen ? 'http, not encrypted: others on the way can read and change it' : connection,
      isRisk: isOpen,
    },
    {
      name: 'Credentials',
      value: place.sendsCredentials
        ? `The credentials for ${host} are sent, since the run is attached to it`
        : 'No credentials are sent',
      isRisk: place.sendsCredentials,
    },
  ];
}

// Facts displayed before content is loaded from an address: whose host, how it is requested, with what (S-17).

interface LoadPlace {
  /** Host with port of the request; null when it cannot be requested. */
  readonly host: string | null;
  readonly isPunycode: boolean;
  /** `unknown`: the file does not name the host of its run. */
  readonly owner: 'run' | 'other' | 'unknown';
  readonly scheme: 'https' | 'http' | null;
  readonly sendsCredentials: boolean;
  /** Why it cannot be loaded; null when a click may load it. */
  readonly obstacle: 'refused' | 'host-unknown' | null;
}

/** Reads the place of an address. Sends nothing. */
export function loadPlace(url: ContentUrl, { hostName, sendsCredentials }: RenderPlace): LoadPlace {
  const isRemote = url.kind === 'remote';
  const host = isRemote ? url.host : url.kind === 'host-path' ? hostName : null;
  if (host === null) {
    const obstacle = url.kind === 'refused' ? 'refused' : 'host-unknown';
    return { host, isPunycode: false, owner: 'unknown', scheme: null, sendsCredentials: false, obstacle };
  }
  const isOwn = hostName?.toLowerCase() === host.toLowerCase();
  // Of the run's own host no scheme is known: a local one rarely has a certificate, any other is reached over TLS.
  const isPlain = isRemote ? url.scheme === 'http' : isThisMachine(host);
  return {
    host,
    isPunycode: host.split('.').some((label) => label.toLowerCase().startsWith('xn--')),
    owner: isOwn ? 'run' : hostName === null ? 'unknown' : 'other',
    scheme: isPlain ? 'http' : 'https',
    sendsCredentials: sendsCredentials && isOwn,
    obstacle: null,
  };
}

/** True for a loopback name or address, with or without a port. */
function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

/** The address to request; null when it cannot be requested, or when a token in it is masked. */
export function requestAddress(
  address: string | null,
  url: ContentUrl,
  { host, scheme }: LoadPlace,
): string | null {
  // A masked token ends in the mark of the run log's masking, or is a marker of redaction.
  if (address === null || host === null || /…|\[redacted/i.test(address)) return null;
  return url.kind === 'host-path' ? `${scheme}://${host}${address}` : address;
}
