/** What of a host needs Node: requests whose certificates are always checked. Not for the window. */
export { authoritiesUnusable, readAuthorities } from './authorities.ts';
export { createHostFetch } from './host-fetch.ts';
