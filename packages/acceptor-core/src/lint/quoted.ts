const MAX_NAME = 80;

/** A name of the content for a message: quoted, on one line, shortened. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
}
