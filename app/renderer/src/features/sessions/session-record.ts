/** Values by session that are forgotten when their session closes. The id may also be that of a bench or a host. */
import { create } from 'zustand';

const drops: ((sessionId: string) => void)[] = [];

/** Calls `drop` with the id of each session that closes. */
export function onSessionClose(drop: (sessionId: string) => void): void {
  drops.push(drop);
}

/** Forgets a closed session in all records. */
export function dropSessionRecords(sessionId: string): void {
  for (const drop of drops) drop(sessionId);
}

/**
 * A store of one value a session. `initial` is the value of a session that has none yet; where it is null, `change`
 * leaves such a session alone, since answers may arrive after a close.
 */
export function sessionRecord<Value>(initial: Value) {
  const useAll = create<Readonly<Record<string, Value>>>()(() => ({}));
  const of = (id: string): Value => useAll.getState()[id] ?? initial;
  const put = (id: string, value: Value): void => useAll.setState({ [id]: value });
  const drop = (id: string): void => {
    const { [id]: _closed, ...rest } = useAll.getState();
    useAll.setState(rest, true);
  };
  onSessionClose(drop);
  return {
    useAll,
    of,
    use: (id: string): Value => useAll((all) => all[id] ?? initial),
    put,
    change: (id: string, change: Partial<NonNullable<Value>>): void => {
      const now = of(id);
      if (now !== null && now !== undefined) put(id, { ...now, ...change });
    },
    drop,
  };
}
