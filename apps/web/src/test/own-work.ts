import type { WorkItem } from '@superscope/contracts/work';
import { HttpResponse, http } from 'msw';
import { server } from './server';

export const file: NonNullable<WorkItem['file']> = {
  name: 'pcmreport.pdf',
  bytes: 312_400,
  keptUntil: '2020-08-14T02:00:00.000Z',
  isNew: true,
};

const running: WorkItem = {
  workId: '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11',
  kind: 'pcmReport',
  about: 'Kestrel Freight Group Super Plan',
  planId: 'T.K1',
  companyId: null,
  askedBy: 'Dana Whitlock',
  isOwn: true,
  state: 'running',
  requestedAt: '2020-07-15T02:00:00.000Z',
  startedAt: '2020-07-15T02:00:01.000Z',
  endedAt: null,
  attempts: 1,
  mostAttempts: 3,
  retryAt: null,
  reason: null,
  progress: null,
  steps: [{ name: 'Drawing and printing', doneAt: null }],
  tries: [{ startedAt: '2020-07-15T02:00:01.000Z', endedAt: null, reason: null }],
  file: null,
  keptUntil: null,
  mayKeep: false,
  mayChange: true,
  settled: null,
  mayAcknowledge: false,
};

const workItem = (more: Partial<WorkItem> = {}): WorkItem => ({ ...running, ...more });

/** The server with background work, one item for each of these. `becomes` changes the first. Records what is asked for. */
export function ownWork(...items: Partial<WorkItem>[]) {
  const asked: unknown[] = [];
  let work = items.map((more, at) => workItem({ workId: running.workId.replace(/1$/, String(at + 1)), ...more }));
  const list = () => HttpResponse.json({ items: work, isCut: false });
  server.use(
    http.get('/api/work/mine', list),
    http.get('/api/work', list),
    http.post('/api/reports', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ workId: work[0]!.workId, isNew: true }, { status: 202 });
    }),
    http.post('/api/work/:workId/:how', async ({ params, request }) => {
      const { reason } = (await request.json().catch(() => ({}))) as { reason?: string };
      asked.push([String(params['how']), String(params['workId']).slice(-1), reason].filter(Boolean).join(' '));
      return HttpResponse.json({ stream: 'report-1', revision: '1', position: '1/1' });
    }),
    http.post('/api/reports/:workId/keep', ({ params }) => {
      asked.push(`keep ${String(params['workId']).slice(-1)}`);
      return HttpResponse.json({ stream: 'report-1', revision: '2', position: '2/2' });
    }),
    http.get('/api/reports/:workId/file', () =>
      HttpResponse.text('%PDF-', {
        headers: { 'Content-Disposition': `attachment; filename="x"; filename*=UTF-8''pcmreport.pdf` },
      }),
    ),
  );
  return {
    asked,
    becomes: (more: Partial<WorkItem>) => {
      work = [{ ...work[0]!, ...more }, ...work.slice(1)];
    },
  };
}
