/** What is in the token field of a host and is not set yet. It is only in the field; here is only who can set it. */

/** Sets what is typed, as the field's own button does. False when it could not be set, which the field then says. */
export type SetTyped = () => Promise<boolean>;

const fields = new Map<string, SetTyped>();

/** Registers the visible token field of a host. Returns a function that removes it. */
export function watchTokenField(hostId: string, setTyped: SetTyped): () => void {
  fields.set(hostId, setTyped);
  return () => {
    if (fields.get(hostId) === setTyped) fields.delete(hostId);
  };
}

/**
 * To be awaited before any request to a host: a typed token is used without a button of its own. False when it
 * could not be set; no request is then sent with another one.
 */
export async function setTypedToken(hostId: string): Promise<boolean> {
  return (await fields.get(hostId)?.()) ?? true;
}
