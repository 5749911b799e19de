import { createHostConnection, type DoctorCheckId, examineHost } from '@openwop-inspector/host-client';
import { createHostFetch } from '@openwop-inspector/host-client/node';
import { DIALECT_NAMES, type DialectName, type Faults, startLiveHost } from '@openwop-inspector/testing/host';
import { describe, expect, test } from 'vitest';

const RUN_ID = 'plain-60';

/** Examines a run that continues and in which nothing happens. */
async function examined(dialect: DialectName, faults: Partial<Faults> = {}, key: string | null = null) {
  const host = await startLiveHost({ dialect, faults, runs: [{ workflow: 'plain' }] });
  try {
    host.run(RUN_ID).emit(5);
    const connection = createHostConnection({
      fetch: createHostFetch(),
      baseUrl: host.origin,
      token: () => key ?? host.key,
    });
    const report = await examineHost(connection, {
      runId: host.run(RUN_ID).runId,
      signal: new AbortController().signal,
    });
    const of = (id: DoctorCheckId) => report.checks.find((check) => check.id === id);
    return {
      fault: report.fault,
      of,
      streams: host.requests.filter(({ path }) => path.includes('/events?')).length,
    };
  } finally {
    await host.close();
  }
}

describe('the doctor on hosts that also answer strangers (section 5)', () => {
  test.each<[string, Faults['anonymous'], string | null, string, string | null]>([
    ['the right token, strangers see no run', 'sees-no-run', null, 'fine', null],
    ['the right token, strangers see all', 'sees-all', null, 'remark', null],
    ['a wrong token, strangers see all', 'sees-all', 'wrong', 'remark', null],
    ['a wrong token, strangers see no run', 'sees-no-run', 'wrong', 'remark', 'run'],
    ['a wrong token, strangers are refused', 'refused', 'wrong', 'fault', 'auth'],
  ])('%s', async (_, anonymous, key, auth, fault) => {
    const report = await examined('app', { anonymous }, key);
    expect({ auth: report.of('auth')?.verdict, fault: report.fault }).toEqual({ auth, fault });
    if (fault === 'run') expect(report.of('run')?.words).toContain('The token may be the cause');
  });
});

test.each(DIALECT_NAMES)(
  'the stream of a quiet run on %s is fine (sections 6.1 and 6.3)',
  async (dialect) => {
    const report = await examined(dialect);
    expect(report.of('stream')).toMatchObject({ verdict: 'fine', words: 'The stream opens and delivers.' });
    expect(report.streams).toBe(1);
  },
);
