import type { AsfaFigures } from '@superscope/contracts/asfa';
import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import { setupServer } from 'msw/node';
import { HttpResponse, http } from 'msw';

const info = {
  git: { commit: { id: null, time: null } },
  build: { time: null, version: '0.1.0' },
  maintenanceMessage: null,
};

const variables: CalculationVariables = {
  concessionalCap: 32_500,
  asfaRetirement: { at: '2020-07-01', modestSingleYearTotal: 27_902, comfortableSingleYearTotal: 43_687 },
};

/** The set of 1 July 2024. */
export const asfaFigures: AsfaFigures = {
  at: '2024-07-01',
  modestSingleYearTotal: 33_134,
  modestCoupleYearTotal: 47_731,
  comfortableSingleYearTotal: 52_085,
  comfortableCoupleYearTotal: 73_337,
  savingsModestSingle: 100_000,
  savingsModestCouple: 100_000,
  savingsComfortableSingle: 595_000,
  savingsComfortableCouple: 690_000,
  pensionSingle: 29_024,
  pensionCouple: 43_753,
  assetsLimitSingleHomeOwner: 314_000,
  sets: [],
  hosts: ['www.asfa.example'],
  hostsRevision: 0,
};

/** Sends each query of a batch by itself, so that a spec can answer one differently. The first 401 or 503 refuses the whole batch. */
async function figures({ request }: { request: Request }) {
  const { queries } = (await request.json()) as { queries: unknown[] };
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const asked = queries.map((query) =>
    fetch('http://localhost:3000/cubejs-api/v1/load', { method: 'POST', headers, body: JSON.stringify({ query }) }),
  );
  const answers = await Promise.all(asked);
  const everything = answers.find(({ status }) => status === 401 || status === 503);
  if (everything) return everything;
  const reference = answers.map((answer) => answer.headers.get('X-Correlation-Id')).find((id) => id !== null);
  const each = answers.map(async (answer) => {
    const body = (await answer.json()) as object;
    return answer.ok ? { status: 200, figures: body } : { status: answer.status, ...body };
  });
  return HttpResponse.json(
    { answers: await Promise.all(each) },
    reference ? { headers: { 'X-Correlation-Id': reference } } : {},
  );
}

/** Answers that every spec can rely on. A spec adds its own in front of them. */
export const server = setupServer(
  http.get('/actuator/info', () => HttpResponse.json(info)),
  // Prefetched for every user who sees plans, on pages without figures too.
  http.get('/api/calculationVariables', () => HttpResponse.json(variables)),
  http.post('/api/figures', figures),
  // The panel of Import / Export shows the set in use.
  http.get('/api/asfa', () => HttpResponse.json(asfaFigures)),
  // Staff's dashboard asks for the plan's reports.
  http.get('/api/plans/:id/reports/result', () => HttpResponse.json([])),
  // The header asks for the person's files on every page.
  http.get('/api/work/clocks', () => HttpResponse.json([])),
  http.get('/api/work/mine', () => HttpResponse.json({ items: [], isCut: false })),
  // The header tells staff how many plans wait for their figures.
  http.get('/api/asfa/progress', () => HttpResponse.json({ plans: 1, waiting: 0 })),
  // The shell tells how long screens took.
  http.post('/api/speed/screens', () => new HttpResponse(null, { status: 204 })),
  // The menu asks for what fires.
  http.get('/api/alerts/count', () => HttpResponse.json({ lookedAt: new Date().toISOString(), open: 0, firing: [] })),
  http.get('/api/authentication/passwordRule', () => HttpResponse.json({ leastLength: 10, words: [] })),
  http.get('/api/authentication', () => HttpResponse.json({ message: 'Please sign in' }, { status: 401 })),
);
