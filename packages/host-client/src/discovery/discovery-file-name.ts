/** Longest name of a file, without its ending. */
const MAX_NAME = 80;

/** A name for the file of a discovery document, by the name of its host; characters that mean something in a path are none of it. */
export function discoveryFileName(hostName: string): string {
  const safe = hostName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-|-$/g, '');
  return `${safe || 'host'}.json`;
}
