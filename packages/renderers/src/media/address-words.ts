/** Sentences about an address that is not asked, and about one that would be. */
import { unreachable } from '@openwop-inspector/base';
import type { RenderPlace } from '../contract/render-services.ts';
import type { ContentUrl } from '../model/choose/content-url.ts';
import { isThisMachine, type LoadPlace } from './load-place.ts';

/** Why there is no button. */
export function refusalWords(url: ContentUrl, obstacle: 'refused' | 'host-unknown'): string {
  if (obstacle === 'host-unknown') {
    return 'The address is a path of the run’s own host, and the file does not tell which host that was.';
  }
  const { scheme } = url;
  if (scheme === null) return 'This is not an address that can be asked.';
  if (scheme === 'http' || scheme === 'https') {
    return 'An address with a user name or a password in it is neither loaded nor opened (security S-04).';
  }
  return `Addresses of the scheme ${scheme.slice(0, 40)} are neither loaded nor opened (security S-04).`;
}

/** One line about what a click would do; `isRisk` asks for a second look. */
export interface LoadFact {
  readonly name: string;
  readonly value: string;
  readonly isRisk: boolean;
}

/** What a click would do, line by line. */
export function loadFacts(place: LoadPlace, render: RenderPlace): readonly LoadFact[] {
  return [
    { name: 'Host', value: place.host ?? 'unknown', isRisk: false },
    ...(place.isPunycode ? [punycode] : []),
    { name: 'Run', value: runWords(place, render), isRisk: place.owner === 'other' },
    connection(place),
    credentials(place),
  ];
}

const punycode: LoadFact = {
  name: 'Name',
  value: 'Written in punycode (xn--): in other letters it may look like another host',
  isRisk: true,
};

function runWords({ owner }: LoadPlace, { runId, hostName }: RenderPlace): string {
  const run = runId === null ? 'this run' : `run ${runId}`;
  switch (owner) {
    case 'run':
      return `The own host of ${run}`;
    case 'other':
      return `Not the host of ${run}, which is ${hostName}`;
    case 'unknown':
      return `Of ${run}, whose host the file does not tell`;
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
