import { csvTableNames } from '@superscope/contracts/csv-tables';
import type { Role } from '@superscope/domain/user/user.events';
import fc from 'fast-check';
import { fuzzedRoles, othersPlan, ownPlan, sampleImport, sampleMember } from './fuzz-portal.js';
import { mutated, nested, oddJson, oddText } from './odd-values.js';
import type { RawRequest } from './raw-http.js';
import type { Route } from './routes.js';

export interface FuzzRequest extends RawRequest {
  /** The role of the session; null without a session. */
  role: Role | null;
}

/** Existing ids by the name of a path parameter; other parameters use all of them. */
const ids: Readonly<Record<string, readonly string[]>> = {
  id: [ownPlan, othersPlan, 'PF.none', sampleImport],
  planId: [ownPlan, othersPlan, 'PF.none'],
  companyId: [`${ownPlan}-E1`, `${othersPlan}-E1`],
  campaignId: ['TWR.C1', `${ownPlan}-C1`],
  memberId: [sampleMember, '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11', 'M1'],
  importId: [sampleImport, '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11'],
  table: csvTableNames,
  userId: ['an-application', 'admin', 'nobody'],
  tokenId: ['0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11'],
};
const allIds = [...new Set(Object.values(ids).flat())];

/** Valid or nearly valid bodies by the end of a path. An endpoint without one gets odd JSON. */
const exampleBodies: readonly [path: RegExp, body: unknown][] = [
  [/authentication$/, { username: 'staff', password: 'not the password', mfaCode: '123456' }],
  [/passwordUpdate$/, { oldPassword: 'not the password', newPassword: 'another-password' }],
  [/passwordResetLink$/, { email: 'somebody@example.com' }],
  [/passwordReset$/, { token: 'no-such-token', password: 'another-password', confirmPassword: 'another-password' }],
  [/close$|deactivate$/, { on: '2026-01-31' }],
  [/move$/, { planId: othersPlan, companyId: `${othersPlan}-E1`, categoryId: null, on: '2026-01-31' }],
  [/drop$/, { reason: 'A reason' }],
  [/withdraw$/, { table: 'memberSnapshots', planId: ownPlan, month: '2025-12' }],
  [/applications$/, { username: 'a-program', name: null, context: { kind: 'plan', id: ownPlan } }],
  [/tokens$/, { label: 'A label', expiresInDays: 30 }],
  [
    /cubejs-api/,
    { query: { measures: ['MemberSnapshot.countMembers'], dimensions: ['Member.gender'] }, queryType: 'multi' },
  ],
];

/** Known and unknown names of query parameters. */
const queryNames = ['name', 'platformId', 'planId', 'table', 'dryRun', 'token', 'query', 'queryType'];
const oddNames = [
  '__proto__',
  'constructor',
  'planId[]',
  'planId[$ne]',
  'name[a][b]',
  '__proto__[x]',
  '',
  '\u0000',
  '%',
];

const encoded: fc.Arbitrary<string> = oddText.map((text) => {
  try {
    return encodeURIComponent(text);
  } catch {
    // An unpaired surrogate has no valid encoding; these are its bytes as sent by a faulty client.
    return '%ED%A0%80';
  }
});

/** A path segment or query value: valid, odd but escaped, or raw bytes. */
const addressPart = (right: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...right) },
    { weight: 4, arbitrary: encoded },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '%',
        '%zz',
        '%E0%A4%A',
        '%00',
        '..%2f..%2f',
        '%2e%2e',
        'ü',
        '日',
        '*',
        '%ff',
        '{}',
        ';x=1',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '/', '//', 'a'.repeat(101), 'a'.repeat(9_000), '/'.repeat(200), '%41'.repeat(500)),
    },
  );

const queryText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 6,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...queryNames) }, fc.constantFrom(...oddNames), encoded),
          fc.option(addressPart(allIds), { nil: null }),
        ),
        { maxLength: 6 },
      )
      .map((pairs) => pairs.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&')),
  },
  { weight: 1, arbitrary: fc.constantFrom('&&&', '=', '?', 'a&a=1&a=2', 'x=1&'.repeat(2_000), '#', '%00=%00') },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...exampleBodies.at(-1)!.slice(1))
      .chain(mutated)
      .map((body) => `query=${encodeURIComponent(jsonOf((body as { query?: unknown } | null)?.query))}`),
  },
);

const printable = (text: string): string => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?').slice(0, 4_000);

const oddHeaders: readonly (readonly [string, string])[] = [
  ['X-After', 'plan-PF.other@1/1'],
  ['X-After', 'x@18446744073709551616/99999999999999999999'],
  ['X-After', '@'.repeat(3_000)],
  ['Idempotency-Key', 'k'.repeat(201)],
  ['Idempotency-Key', 'a key that comes again'],
  ['Idempotency-Key', 'the-same'],
  ['Range', 'bytes=0-,5-2,-1'],
  ['Range', 'lines=1'],
  ['Accept', 'application/json;q=NaN, */*;q=-1'],
  ['Accept-Encoding', 'gzip, br;q=banana'],
  ['Authorization', 'Bearer undefined'],
  ['Authorization', `ssa_nobody.0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11.${'x'.repeat(43)}`],
  ['Cookie', 'superscope=%E0%A4%A; superscope=x; __proto__=1; ;=;'],
  ['Cookie', `superscope=${'c'.repeat(3_000)}`],
  ['X-Audience', 'staff'],
  ['X-Requested-By', 'somebody else'],
  ['Expect', '100-continue'],
  ['Transfer-Encoding', 'identity'],
  ['Origin', 'https://elsewhere.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
];

const oddHeader: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('X-After', 'Idempotency-Key', 'If-None-Match', 'X-Correlation-Id', 'X-Audience', 'Authorization'),
    oddText.map(printable),
  ),
  fc.tuple(fc.constantFrom('Accept', 'Accept-Language', 'User-Agent', 'X-Forwarded-For'), oddText.map(printable)),
  fc.constantFrom(...oddHeaders),
);

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

const jsonBody = (route: Route): fc.Arbitrary<string> => {
  const example = exampleBodies.find(([path]) => path.test(route.path))?.[1];
  const odd = fc.oneof(
    oddJson.map(jsonOf),
    fc.constantFrom('', '{', '[]', 'null', '"', '{"a":1,}', "{'a':1}", 'NaN', '{"__proto__":{"x":1}}', '\uFEFF{}'),
    fc.constantFrom(
      '{"constructor":{"prototype":{"x":1}}}',
      nested(5_000),
      nested(400_000),
      `"${'x'.repeat(900_000)}"`,
    ),
    fc.constantFrom(`{"on":${nested(100_000)}}`, `{"query":${nested(100_000)}}`, '1'.repeat(2 * 1024 * 1024)),
  );
  return example === undefined
    ? odd
    : fc.oneof({ weight: 3, arbitrary: mutated(example).map(jsonOf) }, { weight: 1, arbitrary: odd });
};

interface Sent {
  type: string | null;
  body: Buffer | null;
  announced?: number;
}

const contentTypes = [
  ...['application/json', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'application/problem+json', ''],
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'a/b/c;;', 'multipart/form-data', '\u00ff'],
  ...['multipart/form-data; boundary=', 'multipart/form-data; boundary=" "', `multipart/mixed; boundary=b`],
];

const part = (disposition: string, content: string, type = 'text/csv') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;

/** Malformed uploads. */
const multipartBody: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(
          part('name="file"; filename="f.csv"', 'providerId,name\r\nPR1,Somebody'),
          part('name="file"; filename="../../etc/passwd.csv"', 'x'),
          part('name="file"; filename="f.csv"', ''),
          part('name="file"; filename=""', 'x'),
          part('name="other"; filename="f.csv"', 'x'),
          part('name="file"', 'not a file'),
          part('name="__proto__"', '1'),
          part('name="__proto__"; filename="f.csv"', '1'),
          part('name="constructor"; filename="f.csv"', '1'),
          part('filename="f.csv"', 'nameless'),
          part('name="file"; filename="f.xlsx"', 'x', 'application/zip'),
          `--b\r\n\r\n\r\n`,
          `--b\r\nContent-Disposition: ${'x'.repeat(20_000)}\r\n\r\n`,
        ),
        oddText.map((text) => part(`name="file"; filename="${text.slice(0, 300)}.csv"`, text)),
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('--b--\r\n', '--b--', '', '--b', '--c--\r\n'),
  )
  .map(([parts, end]) => parts.join('') + end);

const sent = (route: Route): fc.Arbitrary<Sent> => {
  const json = jsonBody(route).map((text): Sent => ({ type: 'application/json', body: Buffer.from(text) }));
  const multipart = multipartBody.map((text): Sent => ({
    type: 'multipart/form-data; boundary=b',
    body: Buffer.from(text),
  }));
  return fc.oneof(
    { weight: 6, arbitrary: json },
    { weight: /import$/.test(route.path) ? 8 : 1, arbitrary: multipart },
    {
      weight: 1,
      arbitrary: fc.tuple(json, fc.constantFrom(...contentTypes)).map(([each, type]) => ({ ...each, type })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...contentTypes), fc.uint8Array({ maxLength: 60 }))
        .map(([type, bytes]) => ({ type, body: Buffer.from(bytes) })),
    },
    // The client disconnects midway.
    {
      weight: 1,
      arbitrary: fc.oneof(json, multipart).map((each) => ({ ...each, announced: (each.body?.length ?? 0) + 1_000 })),
    },
    { weight: 1, arbitrary: fc.constant<Sent>({ type: null, body: null }) },
  );
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'NONSENSE'];

/** Requests to one route, most of them nearly valid, so that they pass the first checks. */
export function requestTo(route: Route): fc.Arbitrary<FuzzRequest> {
  const target = fc
    .tuple(
      ...route.path
        .split('/')
        .map((each) => (each.startsWith(':') ? addressPart(ids[each.slice(1)] ?? allIds) : fc.constant(each))),
    )
    .map((parts) => parts.join('/'));
  const method = fc.oneof({ weight: 12, arbitrary: fc.constant(route.method) }, fc.constantFrom(...methods));
  const role = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Role | null>('Admin', 'Staff') },
    fc.constantFrom<Role | null>(...fuzzedRoles, null),
  );
  return fc
    .record({
      target,
      query: queryText,
      method,
      role,
      headers: fc.array(oddHeader, { maxLength: 2 }),
      says: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      sent: route.method === 'POST' ? sent(route) : fc.constant<Sent>({ type: null, body: null }),
    })
    .map(({ target, query, method, role, headers, says, sent }) => ({
      method,
      role,
      target: Buffer.from(query === '' ? target : `${target}?${query}`).toString('latin1'),
      headers: [
        ...headers,
        ...(says ? ([['X-Requested-By', 'superscope']] as const) : []),
        ...(sent.type === null ? [] : ([['Content-Type', sent.type]] as const)),
      ],
      body: sent.body,
      ...(sent.announced === undefined ? {} : { announced: sent.announced }),
    }));
}
