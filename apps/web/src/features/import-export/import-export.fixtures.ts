import type {
  CheckedFiles,
  CsvTableInfo,
  ImportHistory,
  ImportProgress,
  ImportRecord,
} from '@superscope/contracts/csv-import';
import type { ImportEffect } from '@superscope/contracts/import-effect';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const field = (name: string, required = false): CsvTableInfo['columns'][number] => ({
  name,
  type: 'text',
  required,
  maxLength: null,
  values: null,
  unit: '',
  rule: `The rule of ${name}.`,
  example: `An example of ${name}`,
});
const tables: CsvTableInfo[] = [
  {
    holds: 'Who offers the platforms',
    table: 'providers',
    key: ['providerId'],
    platformBy: null,
    lastImportAt: '2026-11-01T01:00:00Z',
    columns: [field('providerId', true), field('name', true)],
  },
  {
    holds: 'The plans of each platform',
    table: 'plans',
    key: ['platformId', 'planId'],
    platformBy: 'column',
    lastImportAt: null,
    columns: [field('planId', true), field('platformId', true), field('startDate', true)],
  },
];

export const progress = (more: Partial<ImportProgress> = {}): ImportProgress => ({
  importId: 'i1',
  table: 'plans',
  fileName: 'plans.csv',
  startedAt: '2026-11-23T01:00:00Z',
  endedAt: null,
  state: 'running',
  rows: 200,
  done: 0,
  written: 0,
  skipped: 0,
  events: 0,
  message: null,
  erasedRows: 0,
  uncountedRows: 0,
  uncounted: { left: [], notJoined: [] },
  errorCount: 0,
  errors: [],
  ...more,
});
export const ended = (more: Partial<ImportProgress> = {}) =>
  progress({ state: 'completed', done: 200, written: 198, skipped: 2, events: 199, ...more });
export const record = (more: Partial<ImportRecord> = {}): ImportRecord => {
  const { errors: _, uncounted: __, ...rest } = ended();
  return { ...rest, startedBy: { username: 'helen', name: 'Helen Marchetti' }, planName: null, ...more };
};

export const effect = (more: Partial<ImportEffect> = {}): ImportEffect => ({
  fresh: 200,
  changed: 0,
  unchanged: 0,
  leaving: 0,
  absent: 0,
  notCompared: 0,
  comparedWith: [],
  largest: [],
  leavers: [],
  columns: [],
  figures: [],
  notes: [],
  noteCount: 0,
  asOf: 7,
  questions: [],
  questionCount: 0,
  confirm: null,
  ...more,
});

export type Upload = { params: Record<string, string>; key: string | null; fileName: string };
/** Files that are checked together, with the form field of each. */
export type Check = { params: Record<string, string>; fileNames: string[]; fields: string[] };
type CheckedFile = CheckedFiles['files'][number];

/** The server, and what was sent to it. */
export function fund(
  more: {
    onUpload?: (upload: Upload) => Response | undefined;
    onCheck?: (check: Check) => Response | undefined;
    /** The errors of a file that is checked with others. */
    refusalOf?: (fileName: string) => CheckedFile['refusal'];
    onProgress?: () => ImportProgress;
    history?: () => ImportRecord[];
    effect?: () => ImportEffect;
    user?: typeof helen;
  } = {},
) {
  portal({ user: more.user ?? helen, plans: [{ id: 'T.K1', name: 'Kestrel' }] });
  const sent: Upload[] = [];
  const checks: Check[] = [];
  const counts = { rows: 200, erasedRows: 0, uncountedRows: 0, uncounted: { left: [], notJoined: [] } };
  const effectOf = () => more.effect?.() ?? effect();
  const tableOf = (fileName: string) => (/providers/.test(fileName) ? 'providers' : 'plans');
  server.use(
    http.get('/api/plans', () => HttpResponse.json({ plans: [] })),
    http.get('/api/plans/completeness', () => HttpResponse.json({ months: [], plans: [] })),
    http.get('/api/csv/tables', () => HttpResponse.json(tables)),
    http.get('/api/platforms', () => HttpResponse.json([{ id: 'T', name: 'Tallowood' }])),
    http.get('/api/csv/repairs', () => HttpResponse.json([])),
    http.get('/api/csv/history', ({ request }) => {
      const table = new URL(request.url).searchParams.get('table');
      const imports = (more.history?.() ?? []).filter((each) => table === null || each.table === table);
      return HttpResponse.json({ imports, total: imports.length } satisfies ImportHistory);
    }),
    http.get('/api/csv/imports/:id', () => HttpResponse.json(more.onProgress?.() ?? ended())),
    http.post('/api/csv/import', async ({ request }) => {
      const params = Object.fromEntries(new URL(request.url).searchParams);
      const text = await request.text();
      const fileName = /filename="([^"]+)"/.exec(text)?.[1] ?? '';
      const upload = { params, key: request.headers.get('Idempotency-Key'), fileName };
      sent.push(upload);
      const answer = more.onUpload?.(upload);
      if (answer) return answer;
      const table = tableOf(fileName);
      const dryRun = params['dryRun'] === 'true';
      const taken = { importId: dryRun ? null : 'i1', table, ...counts, effect: dryRun ? effectOf() : null };
      return HttpResponse.json(taken, { status: dryRun ? 200 : 202 });
    }),
    http.post('/api/csv/check', async ({ request }) => {
      const params = Object.fromEntries(new URL(request.url).searchParams);
      const parts = [...(await request.text()).matchAll(/name="([^"]+)"; filename="([^"]+)"/g)];
      const check = { params, fields: parts.map(([, field]) => field!), fileNames: parts.map(([, , name]) => name!) };
      checks.push(check);
      const answer = more.onCheck?.(check);
      if (answer) return answer;
      const files = check.fileNames.map((fileName): CheckedFile => {
        const refusal = more.refusalOf?.(fileName) ?? null;
        const taken = { importId: null, table: tableOf(fileName), ...counts, effect: effectOf() };
        return { fileName, refusal, answer: refusal === null ? taken : null };
      });
      return HttpResponse.json({ files } satisfies CheckedFiles);
    }),
  );
  return { sent, checks, ...openAt('/staff/importExport') };
}

export const plansFile = (name = 'plans.csv') =>
  new File(['planId,platformId,startDate\nP1,T,2020-01-01'], name, { type: 'text/csv' });
export const providersFile = () =>
  new File(['\uFEFFproviderId,"name"\nPR1,One'], 'providers.csv', { type: 'text/csv' });

export async function bring(user: ReturnType<typeof openAt>['user'], ...files: File[]) {
  await screen.findByText('Drop files here');
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files);
}
export const row = async (name: string) => within(await screen.findByRole('listitem', { name }));
