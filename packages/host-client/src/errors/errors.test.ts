import { expect, test } from 'vitest';
import { networkError, statusError } from './request-errors.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

function read(status: number, body: string, headers: Record<string, string> = {}) {
  const facts = { host: 'host.example', sentToken: true, nowMs: NOW, mask: (text: string) => text };
  return statusError({ status, headers: new Headers(headers), body }, facts);
}

/** Status, body, code, message of the host, words that the sentence holds. */
const BODIES: readonly (readonly [number, string, string, string | null, RegExp])[] = [
  [404, '{"error":"run_not_found","message":"no run"}', 'run_not_found', 'no run', /no run with this id/],
  [
    400,
    '{"error":{"code":"validation_error","message":"m"}}',
    'validation_error',
    'm',
    /does not understand/,
  ],
  [
    403,
    '{"error":"forbidden","message":"m","scopeRequired":"runs:read"}',
    'forbidden',
    'm',
    /lacks the scope runs:read/,
  ],
  [403, '{"error":"forbidden","message":"m","scopeRequired":"<b>"}', 'forbidden', 'm', /more scopes/],
  [
    401,
    '{"error":"invalid_token","error_description":"d"}',
    'invalid_token',
    'd',
    /does not accept the token/,
  ],
  [422, '{"detail":"d"}', 'http_422', 'd', /cannot carry it out/],
  [500, '{"code":"internal","message":"m"}', 'internal', 'm', /has failed/],
  [400, '{"error":"this is a sentence"}', 'http_400', 'this is a sentence', /does not understand/],
  [404, 'Not Found', 'http_404', 'Not Found', /nothing at this address/],
  [
    502,
    '<html><head><title>502 Bad Gateway</title></head></html>',
    'http_502',
    '502 Bad Gateway',
    /is a web page/,
  ],
  [502, '', 'http_502', null, /gets no answer/],
  [502, '[]', 'http_502', null, /gets no answer/],
  [500, '{"error":', 'http_500', null, /has failed/],
  [500, '"text"', 'http_500', 'text', /has failed/],
  [
    409,
    '{"error":"interrupt_already_resolved","message":"m"}',
    'interrupt_already_resolved',
    'm',
    /answered before/,
  ],
  [410, '{"error":"interrupt_gone","message":"m"}', 'interrupt_gone', 'm', /is gone/],
  [
    501,
    '{"error":"fork_from_seq_unsupported","message":"m"}',
    'fork_from_seq_unsupported',
    'm',
    /from the beginning/,
  ],
  [418, '{"error":"__proto__"}', 'http_418', '__proto__', /refuses the request/],
];

test.each(BODIES)(
  'a body says why, in whatever form (section 5.1): %i %s',
  (status, body, code, hostMessage, words) => {
    const error = read(status, body);
    expect(error).toMatchObject({ kind: 'status', status, code, hostMessage, rawBody: body });
    expect(error.message).toMatch(words);
  },
);

/** Header and details, milliseconds. */
const WAITS: readonly (readonly [Record<string, string>, object, number | null])[] = [
  [{ 'retry-after': '5' }, {}, 5000],
  [{ 'retry-after': '0.2' }, {}, 200],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, {}, 30_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 09:00:30 GMT', date: 'Thu, 01 Jan 2026 09:00:00 GMT' }, {}, 30_000],
  [{ 'retry-after': 'Thu, 01 Jan 2025 00:00:00 GMT' }, {}, 0],
  [{ 'retry-after': 'soon' }, { retryAfterMs: 250 }, 250],
  [{ 'retry-after': '-5' }, {}, null],
  [{ 'retry-after': '1e99' }, {}, 86_400_000],
  [{}, { retryAfterMs: 250 }, 250],
  [{}, { retryAfterMs: '250' }, null],
  [{}, {}, null],
];

test.each(WAITS)('Retry-After is read in seconds and as a date: %j %j', (headers, details, ms) => {
  const body = JSON.stringify({ error: 'rate_limited', message: 'm', details });
  expect(read(429, body, headers).retryAfterMs).toBe(ms);
});

test('a correlation id is printed for failures of the host alone, and no part is longer than it may be', () => {
  const body = JSON.stringify({
    error: 'internal',
    message: 'm'.repeat(9000),
    details: { correlationId: 'c-1' },
  });
  expect(read(500, body)).toMatchObject({ correlationId: 'c-1' });
  expect(read(400, body).correlationId).toBeNull();
  expect(read(500, body).hostMessage).toHaveLength(500);
  expect(read(500, 'x'.repeat(100_000)).rawBody).toHaveLength(65_536);
});

test('secrets in an answer are masked by name and by shape (secret-leakage-error-envelope)', () => {
  const secret = 'CANARY-openwop-CONFORMANCE-NEVER-SECRET-7f3a';
  const error = read(
    500,
    JSON.stringify({ error: 'internal', message: secret, details: { interruptToken: 'Z9pCZM9SStStk7yQ' } }),
  );
  expect(JSON.stringify(error)).not.toMatch(/NEVER-SECRET|Z9pCZM9SStSt/);
});

const FAILURES: readonly (readonly [unknown, string, string])[] = [
  [{ code: 'ECONNREFUSED' }, 'unreachable', 'ECONNREFUSED'],
  [{ code: 'ENOTFOUND' }, 'unreachable', 'ENOTFOUND'],
  [{ errors: [{ code: 'ECONNREFUSED' }, { code: 'ENETUNREACH' }] }, 'unreachable', 'ECONNREFUSED'],
  [{ code: 'UND_ERR_SOCKET' }, 'unreachable', 'UND_ERR_SOCKET'],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'out-of-time', 'UND_ERR_CONNECT_TIMEOUT'],
  [{ code: 'UND_ERR_HEADERS_TIMEOUT' }, 'out-of-time', 'UND_ERR_HEADERS_TIMEOUT'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'certificate', 'CERT_HAS_EXPIRED'],
  [{ code: 'CERT_REVOKED' }, 'certificate', 'CERT_REVOKED'],
  [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'certificate', 'ERR_SSL_WRONG_VERSION_NUMBER'],
  [{ code: 'HPE_INVALID_CONSTANT' }, 'not-understood', 'HPE_INVALID_CONSTANT'],
  [{ code: 'CANARY of a token' }, 'unreachable', 'NO_CONNECTION'],
  [undefined, 'unreachable', 'NO_CONNECTION'],
];

test.each(FAILURES)('a failure of the system is reported by its code alone: %j', (cause, kind, code) => {
  const thrown = new TypeError('fetch failed for CANARY', { cause });
  const error = networkError(thrown, 'host.example');
  expect(error).toMatchObject({ kind, code, status: null });
  expect(JSON.stringify(error)).not.toContain('CANARY');
});
