/** The audit of a log: envelopes of one node, each of which has all the others before it. */
import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { auditLog, FindingGroups } from '@openwop-inspector/audit';
import { entry, many } from '../entry.ts';
import { event, opened } from '../logs.ts';

/** Events by which a host recorded envelopes, each refused here. */
const envelopes = (n: number): readonly object[] =>
  many(n, (at) =>
    event(at, {
      type: 'log.appended',
      nodeId: 'n',
      causationId: `c${at}`,
      payload: {
        level: 'error',
        message: 'm',
        fields: { envelopeId: `v${at}`, envelopeType: 'error', payload: { at } },
      },
    }),
  );

/** What a log of envelopes is audited by. */
export const AUDIT_ENTRIES = [
  entry('audit: envelopes of one node', 400, async (n) => {
    const log = await opened(envelopes(n));
    return () =>
      auditLog(log, {
        ...{ file: 'log', context: {}, groups: new FindingGroups() },
        acceptorOf: (context) => createAcceptor(context),
        onProgress: () => false,
      });
  }),
];
