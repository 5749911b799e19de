import { unreachable } from '@openwop-inspector/base';
import { Button, Fact, Facts, Icon, layout } from '@openwop-inspector/ui';
import { Clause } from '../clause/Clause.tsx';
import { type RenderPlace, useRenderServices } from '../contract/render-services.ts';
import type { ContentUrl } from '../model/choose/content-source.ts';
import type { MediaFamily } from '../model/choose/envelope-view.ts';
import type { LoadOnce } from '../parts/loaded-content.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { factRows } from './content-facts.ts';
import { MediaFacts } from './MediaFacts.tsx';
import styles from './media-parts.module.css';
import { type MediaView, shortText } from './media-view.ts';

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
export function RemotePanel(props: RemotePanelProps) {
  const { view, url, place, openable, once } = props;
  const services = useRenderServices();
  const { obstacle, host } = place;
  return (
    <div
      className={layout('grid narrow dashed roundedMore gap8 pad8x10')}
      data-refused={obstacle === 'refused'}
    >
      <div className={layout('row wrap gap4x8')}>
        <Icon name={obstacle === null ? ICONS[view.family] : 'blocked'} size={18} className={layout.second} />
        <PanelText {...props} />
        <div className={layout('flex wrap gap4')}>
          {openable === null ? null : (
            <Button small onPress={() => void services.openLink(openable)}>
              Open outside…
            </Button>
          )}
          {once === null ? null : <LoadButton once={once} />}
        </div>
      </div>
      {once?.state.kind === 'loading' ? (
        <div
          role="progressbar"
          aria-label={`Loading from ${host ?? 'the host'}`}
          className={layout('relative crops sunken', styles.progress)}
        />
      ) : null}
      <p role="status" className={layout('breaks aside', styles.said)}>
        {once === null ? '' : stateText(once)}
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

/** What is not loaded, under which name, and why it cannot be. */
function PanelText({ view, url, place, once }: RemotePanelProps) {
  const { obstacle } = place;
  const { family, givenName } = view;
  return (
    <div className={layout('narrow breaks grow160')}>
      <p className={layout.bold}>{obstacle === null ? `Remote ${NOUNS[family]} not loaded` : 'Not loaded'}</p>
      {givenName === null || givenName === '' ? null : (
        <VisibleText as="p" className={layout.second} text={shortText(givenName, MAX_NAME)} />
      )}
      {obstacle === null ? null : (
        <p className={layout.second}>
          <Clause clause={refusalText(url, obstacle)} />
        </p>
      )}
      {obstacle === null && once === null ? (
        <p className={layout.second}>A token in the address is masked here, so it cannot be requested.</p>
      ) : null}
    </div>
  );
}

const MAX_NAME = 400;

const ICONS = { image: 'image', audio: 'sound', file: 'file' } as const;

const NOUNS: Readonly<Record<MediaFamily, string>> = { image: 'image', audio: 'sound', file: 'file' };

/** One button for both, so that the focus stays where it is. */
function LoadButton({ once }: { readonly once: LoadOnce }) {
  const isLoading = once.state.kind === 'loading';
  return (
    <Button small onPress={isLoading ? once.cancel : once.start}>
      {isLoading ? 'Cancel' : 'Load once'}
    </Button>
  );
}

function stateText({ state }: LoadOnce): string {
  if (state.kind === 'loading') return 'Loading';
  return state.kind === 'cancelled' ? 'Cancelled. Nothing was stored.' : '';
}

/** Effect of a click on "Load once". */
function LoadFacts({ place }: { readonly place: LoadPlace }) {
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
export function loadFacts(place: LoadPlace, render: RenderPlace): readonly LoadFact[] {
  return [
    { name: 'Host', value: place.host ?? 'unknown', isRisk: false },
    ...(place.isPunycode ? [punycode] : []),
    { name: 'Run', value: runText(place, render), isRisk: place.owner === 'other' },
    connection(place),
    credentials(place),
  ];
}

function runText({ owner }: LoadPlace, { runId, hostName }: RenderPlace): string {
  const run = runId === null ? 'this run' : `run ${runId}`;
  switch (owner) {
    case 'run':
      return `The own host of ${run}`;
    case 'other':
      return `Not the host of ${run}, which is ${hostName}`;
    case 'unknown':
      return `Of ${run}, whose host the file does not name`;
    default:
      return unreachable(owner);
  }
}

function connection({ scheme, host }: LoadPlace): LoadFact {
  const name = 'Connection';
  if (host !== null && isThisMachine(host))
    return { name, value: `${scheme}, to this machine`, isRisk: false };
  if (scheme === 'https') return { name, value: 'https', isRisk: false };
  return { name, value: 'http, not encrypted: others on the way can read and change it', isRisk: true };
}

function credentials({ sendsCredentials, host }: LoadPlace): LoadFact {
  const name = 'Credentials';
  if (!sendsCredentials) return { name, value: 'No credentials are sent', isRisk: false };
  return {
    name,
    value: `The credentials for ${host} are sent, since the run is attached to it`,
    isRisk: true,
  };
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
export function loadPlace(url: ContentUrl, place: RenderPlace): LoadPlace {
  switch (url.kind) {
    case 'refused':
      return { ...nowhere, obstacle: 'refused' };
    case 'host-path':
      return place.hostName === null
        ? { ...nowhere, obstacle: 'host-unknown' }
        : ownHost(place.hostName, place);
    case 'remote':
      return remote(url, place);
    default:
      return unreachable(url.kind);
  }
}

const nowhere = {
  host: null,
  isPunycode: false,
  owner: 'unknown',
  scheme: null,
  sendsCredentials: false,
} as const;

function ownHost(host: string, { sendsCredentials }: RenderPlace): LoadPlace {
  const isPunycode = hasPunycode(host);
  return { host, isPunycode, owner: 'run', scheme: schemeOf(host), sendsCredentials, obstacle: null };
}

function remote({ host, isPunycode, scheme }: ContentUrl, place: RenderPlace): LoadPlace {
  const own = place.hostName?.toLowerCase() ?? null;
  const owner = own === null ? 'unknown' : own === host?.toLowerCase() ? 'run' : 'other';
  return {
    host,
    isPunycode,
    owner,
    scheme: scheme === 'http' ? 'http' : 'https',
    sendsCredentials: place.sendsCredentials && owner === 'run',
    obstacle: null,
  };
}

/** A local host rarely has a certificate; any other is reached over TLS. */
function schemeOf(host: string): 'http' | 'https' {
  return isThisMachine(host) ? 'http' : 'https';
}

/** True for a loopback name or address, with or without a port. */
function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}

function hasPunycode(host: string): boolean {
  return host.split('.').some((label) => label.toLowerCase().startsWith('xn--'));
}

/** The address to request; null when it cannot be requested, or when a token in it is masked. */
export function requestAddress(
  address: string | null,
  url: ContentUrl,
  { host, scheme }: LoadPlace,
): string | null {
  if (address === null || host === null || isMasked(address)) return null;
  return url.kind === 'host-path' ? `${scheme}://${host}${address}` : address;
}

/** A masked token ends in the mark of the run log's masking, or is a marker of redaction. */
function isMasked(address: string): boolean {
  return address.includes('…') || /\[redacted/i.test(address);
}
