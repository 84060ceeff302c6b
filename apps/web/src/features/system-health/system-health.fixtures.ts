import type { DoctorReport } from '@superscope/contracts/doctor';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { HttpResponse, http } from 'msw';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const devops = withRights({ username: 'devops', name: 'Priya Nair', role: 'DevOps', planId: null });

export const well: SystemHealth = {
  engines: [
    { name: 'eventStore', reachable: true, answerMs: 2 },
    { name: 'mongo', reachable: true, answerMs: 1 },
    { name: 'clickhouse', reachable: true, answerMs: 4 },
  ],
  projectors: 1,
  feed: 'direct',
  checkpoints: [
    {
      partition: 'all',
      position: '812/812',
      at: '2026-03-01T01:00:00.000Z',
      eventsBehind: 0,
      secondsBehind: 0,
    },
  ],
  relay: null,
  eventsBehind: { count: 0, orMore: false },
  secondsBehind: 0,
  rebuild: null,
  history: {
    waiting: 0,
    running: 0,
    ready: 0,
    failed: 0,
    bytes: 0,
    mostBytes: 4_294_967_296,
    pending: [],
    proofs: { waiting: 0, running: 0, differing: 0 },
    digests: null,
  },
  jobs: [
    { name: 'monthOpened', of: '2026-03', at: '2026-02-28T13:00:00.000Z' },
    { name: 'monthClosed', of: null, at: null },
    { name: 'memberEventsProcessed', of: '2026-03-01', at: null },
  ],
  outbox: { kept: 2, sending: 0, sent: 31, failed: 1 },
  maintenance: null,
  stalePlans: 0,
  deadLetters: { waiting: 0, retrying: 0, dropped: 2 },
  proof: {
    signs: true,
    last: { at: '2026-03-01T01:00:00.000Z', events: 812, heads: 3, difference: null },
    failedAt: null,
    daysWithout: 0,
  },
  unknownProxies: [],
  outside: [],
  expiringTokens: [],
};

export const examined: DoctorReport = {
  at: '2026-03-01T01:00:00.000Z',
  version: '0.1.0',
  state: 'well',
  checks: [
    { area: 'engines', of: 'MongoDB', state: 'well', said: 'MongoDB 8.0.26, known to work.', advice: null },
    { area: 'disk', of: 'ClickHouse', state: 'unknown', said: 'It does not say how much is free.', advice: null },
  ],
};

export function serverWith(health: SystemHealth, report: DoctorReport = examined) {
  server.use(
    http.get('/api/doctor', () => HttpResponse.json(report)),
    http.get('/api/authentication', () => HttpResponse.json({ user: devops })),
    http.get('/api/system-health', () => HttpResponse.json(health)),
  );
}
