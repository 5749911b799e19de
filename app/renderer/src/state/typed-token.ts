/** What is in the token field of a host and is not set yet. The field alone holds it; here is only who can set it. */

/** Sets what is typed, as the field's own button does. False when it could not be set, which the field then says. */
export type SetTyped = () => Promise<boolean>;

const fields = new Map<string, SetTyped>();

/** The token field of a host is in sight. Returns the way to stop. */
export function watchTokenField(hostId: string, setTyped: SetTyped): () => void {
  fields.set(hostId, setTyped);
  return () => {
    if (fields.get(hostId) === setTyped) fields.delete(hostId);
  };
}

/**
 * To be waited for before a host is asked anything: a typed token is used without a button of its own. False when it
 * could not be set; the host is then not asked with another one.
 */
export async function setTypedToken(hostId: string): Promise<boolean> {
  return (await fields.get(hostId)?.()) ?? true;
}
