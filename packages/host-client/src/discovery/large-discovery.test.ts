import { expect, test } from 'vitest';
import { createHostConnection } from '../rest/create-host-connection.ts';
import { getDiscovery } from '../rest/read-calls.ts';
import { readDiscovery } from './read-discovery.ts';

const KINDS = 100_000;

/** That many kinds and versions would take minutes if each were compared with each other one. */
function manyKinds(count: number): unknown {
  const kinds = Array.from({ length: count }, (_, i) => `vendor.acme.kind-${i}`);
  return {
    protocolVersion: '1.1',
    implementation: { name: 'host' },
    supportedEnvelopes: [...kinds, 'vendor.acme.kind-7', 'vendor.acme.kind-9'],
    schemaVersions: Object.fromEntries(kinds.map((kind, i) => [i % 2 === 0 ? kind : `${kind}-other`, 1])),
    limits: { clarificationRounds: 1, schemaRounds: 1, envelopesPerTurn: 1 },
  };
}

test('kinds and versions are compared once each, however many there are (envelope 9)', () => {
  const { findings, supportedEnvelopes } = readDiscovery(manyKinds(KINDS), 'http://h');
  const of = (rule: string) => findings.find((one) => one.rule === rule)?.message;
  expect(of('kind_duplicate')).toBe('Listed more than once: vendor.acme.kind-7, vendor.acme.kind-9.');
  expect(of('kind_without_version')).toContain(`and ${KINDS / 2 - 5} more`);
  expect(of('version_without_kind')).toContain(`and ${KINDS / 2 - 5} more`);
  expect(supportedEnvelopes).toHaveLength(1000);
}, 30_000);

function answering(body: string) {
  const answer = () =>
    Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  return createHostConnection({ baseUrl: 'http://h.example', token: () => null, fetch: answer });
}

test('a discovery document of more than 1 MiB is not read, and the answer says so (security S-12)', async () => {
  const answer = await getDiscovery(answering(JSON.stringify(manyKinds(100_000))));
  expect(answer).toMatchObject({
    ok: false,
    error: {
      code: 'answer_too_large',
      message: 'The answer of h.example is larger than 1 MiB and was not read to its end.',
    },
  });
});

test('a name that the pattern of the schema would go over again and again is not put to it, which is reported', () => {
  const name = `x-host-${'a-'.repeat(400_000)}!`;
  const document = { modelCapabilities: { supported: true, advertised: [name] } };
  for (const families of [document, { capabilities: document }])
    expect(readDiscovery(families, 'http://h').findings).toContainEqual(
      expect.objectContaining({
        rule: 'schema',
        message: expect.stringContaining('was not checked against its schema'),
      }),
    );
});

test('a deep document is not indented into a thousand times its size', () => {
  const zeros = Array.from({ length: 100_000 }, () => 0);
  const nested = JSON.parse(`${'['.repeat(400)}${JSON.stringify(zeros)}${']'.repeat(400)}`);
  expect(readDiscovery({ nested }, 'http://h').documentText.length).toBeLessThan(300_000);
});
