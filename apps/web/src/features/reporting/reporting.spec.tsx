import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { file, ownWork } from '../../test/own-work';
import { dana, helen, kestrel, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { savedFiles } from '../../test/saved-files';
import { server } from '../../test/server';
import { typeDate } from '../../test/type-date';
import { withRights } from '../../test/with-rights';

const page = '/staff/reporting';
const freight = {
  id: 'T.E1',
  name: 'Kestrel Freight',
  plan: { id: 'T.K1', name: kestrel.name, superScoreClient: true },
};
const okafor = {
  id: 'm-1',
  surname: 'Okafor',
  givenName: 'Dara',
  login: 'd.okafor',
  companyName: 'Kestrel Freight',
  joinDate: null,
  leftOn: null,
};
const result = (n: number) => ({
  id: `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`,
  generated: `2026-10-${String(n).padStart(2, '0')}T01:30:00.000Z`,
  start: '2025-09-30',
  end: '2026-09-30',
  template: 'DEFAULT',
  engagedOnly: n === 2,
  by: 'Helen Marchetti',
  code: 'KF7Q4M2D9X1B',
  keptUntil: '2026-11-20T01:30:00.000Z',
  mayKeep: false,
  figuresKept: true,
  isNew: n === 1,
});

/** A server with the lookups; records what is asked of it. */
function office(results: readonly object[] = [], user = helen) {
  const asked: string[] = [];
  const plans = [{ id: kestrel.id, name: kestrel.name, members: 400 }];
  portal({ user, plans });
  const note = (request: Request) => asked.push(decodeURIComponent(request.url.replace(/^.*?\/api\//, '')));
  server.use(
    http.get('/api/companies', ({ request }) => {
      note(request);
      return HttpResponse.json([freight]);
    }),
    http.get('/api/members', ({ request }) => {
      note(request);
      return HttpResponse.json([okafor]);
    }),
    http.get('/api/plans/:id/reports/result', ({ request }) => {
      note(request);
      return new URL(request.url).searchParams.has('resultId')
        ? saved('PolicyCommitteeReport.pdf')
        : HttpResponse.json(results);
    }),
    http.get('/api/members/events', ({ request }) => {
      note(request);
      return saved('memberEvents.csv');
    }),
    http.get('/api/plan/:id/superScoreDetails', ({ request }) => {
      note(request);
      return saved('superScoreDetails.csv');
    }),
    http.get('/api/moneyFit/exportDetailsCsv', ({ request }) => {
      note(request);
      return saved('moneyFitDetails.csv');
    }),
    http.get('/api/insuranceCalculation/exportNeedsQuoteCsv', ({ request }) => {
      note(request);
      return saved('insuranceNeedsQuotes.csv');
    }),
  );
  return asked;
}
const saved = (name: string) =>
  HttpResponse.text('a file', { headers: { 'Content-Disposition': `attachment; filename="${name}"` } });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function opened(at = page) {
  const { user } = openAt(at);
  await screen.findByRole('heading', { name: 'Reports', level: 1 });
  const field = (name: RegExp) => screen.getByRole('combobox', { name });
  const pick = async (name: RegExp, text: string, option: RegExp) => {
    await user.type(field(name), text);
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return {
    user,
    field,
    plan: () => pick(/^Plan/, 'kes', /Super Plan/),
    employer: () => pick(/^Employer/, 'kes', /Freight/),
    member: () => pick(/^Member/, 'oka', /Freight/),
  };
}
const offer = (name: RegExp) =>
  within(screen.getByRole('region', { name: 'Download or open' })).getByRole('button', { name });
const request = () => screen.getByRole('button', { name: 'Request report' });

describe('The Reports screen', () => {
  it('tells plans of one name apart by their platform, and employers by their plan', async () => {
    office();
    const { user, field } = await opened();
    await user.type(field(/^Plan/), 'kes');
    expect(await screen.findByRole('option', { name: /Super Plan/ })).toHaveTextContent(kestrel.platform.name);
    await user.clear(field(/^Plan/));
    await user.type(field(/^Employer/), 'kes');
    expect(await screen.findByRole('option', { name: /Freight/ })).toHaveTextContent(freight.plan.name);
  });

  it('is not for employers', async () => {
    office([], dana);
    openAt(page);
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });

  it('clears employer and member with a plan, the member with an employer, and keeps plan and employer in the address', async () => {
    const asked = office();
    const { user, field, plan, employer, member } = await opened();
    await member();
    expect(asked.at(-1)).toBe('members?name=oka');
    await plan();
    expect(field(/^Member/)).toHaveValue('');
    await member();
    expect(asked.at(-1)).toBe('members?name=oka&planId=T.K1');
    await employer();
    expect(asked).toContain('companies?name=kes&planId=T.K1');
    expect(field(/^Member/)).toHaveValue('');
    expect(asked).toContain('plans/T.K1/reports/result?companyId=T.E1');
    expect(address()).toBe(`${page}?planId=T.K1&companyId=T.E1`);
    await user.click(screen.getByRole('button', { name: 'Clear Plan' }));
    expect(field(/^Employer/)).toHaveValue('');
    expect(address()).toBe(page);
  });

  it('takes the plan of an employer that is chosen first', async () => {
    office();
    const { field, employer } = await opened();
    await employer();
    expect(field(/^Plan/)).toHaveValue(kestrel.name);
    expect(request()).toBeEnabled();
  });

  it('is about what its address names', async () => {
    office();
    const { field } = await opened(`${page}?planId=T.K1&companyId=T.E1&from=2026-07-01`);
    await waitFor(() => expect(field(/^Employer/)).toHaveValue('Kestrel Freight'));
    expect(field(/^Plan/)).toHaveValue(kestrel.name);
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue('01/07/2026');
    expect(offer(/^Member events/)).toHaveTextContent('01/07/2026 to today');
  });

  it('asks for a text of up to 100 characters', async () => {
    const asked = office();
    const { user, field } = await opened();
    await user.click(field(/^Employer/));
    await user.paste('k'.repeat(101));
    expect(await screen.findByText('Type at most 100 characters.')).toBeVisible();
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(asked.filter((each) => each.includes('kkk'))).toHaveLength(1));
    expect(asked.join()).not.toContain('k'.repeat(101));
  });

  it('saves the member events of the days, and a wrong date turns off nothing else', async () => {
    const names = savedFiles();
    const asked = office();
    const { user, employer } = await opened();
    await employer();
    await user.click(offer(/^Member events/));
    await waitFor(() => expect(names).toEqual(['memberEvents.csv']));
    expect(asked.at(-1)).toBe('members/events');
    await typeDate(user, 'From', '31/02/2026');
    expect(offer(/^Member events/)).toBeDisabled();
    expect(request()).toBeEnabled();
    await typeDate(user, 'From', '01/07/2026');
    await typeDate(user, 'To', '01/06/2026');
    expect(screen.getAllByText('The end date cannot be before the start date.')[0]).toBeVisible();
    expect(offer(/^Member events/)).toBeDisabled();
    await typeDate(user, 'To', '31/07/2026');
    await user.click(offer(/^Member events/));
    await waitFor(() => expect(asked.at(-1)).toBe('members/events?startDate=2026-07-01&endDate=2026-07-31'));
  });

  it('saves the scores of a plan’s members, and who used a tool, of everybody in reach or of an employer', async () => {
    const names = savedFiles();
    const asked = office();
    const { user, employer } = await opened();
    expect(offer(/^SuperScore details/)).toBeDisabled();
    expect(offer(/^SuperScore details/)).toHaveTextContent('Choose a plan');
    await user.click(offer(/^MoneyFit details/));
    await waitFor(() => expect(asked.at(-1)).toBe('moneyFit/exportDetailsCsv'));
    await employer();
    await user.click(offer(/^MoneyFit details/));
    await waitFor(() => expect(asked.at(-1)).toBe('moneyFit/exportDetailsCsv?companyId=T.E1'));
    await user.click(offer(/^SuperScore details/));
    await waitFor(() => expect(asked.at(-1)).toBe('plan/T.K1/superScoreDetails'));
    await waitFor(() => expect(names).toEqual(['moneyFitDetails.csv', 'moneyFitDetails.csv', 'superScoreDetails.csv']));
    await user.click(offer(/^Insurance needs quotes/));
    await waitFor(() => expect(asked.at(-1)).toBe('insuranceCalculation/exportNeedsQuoteCsv'));
  });

  it('opens a plan’s SuperScore report as a book in a tab of its own', async () => {
    office();
    const { plan } = await opened();
    expect(offer(/^SuperScore report/)).toBeDisabled();
    await plan();
    const link = screen.getByRole('link', { name: /^SuperScore report/ });
    expect(link).toHaveAttribute('href', '/reports/plan-superscore-report/?planId=T.K1&viewMode=book');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('saves the checklist of an employer whose plan is a SuperScore client', async () => {
    const names = savedFiles();
    office();
    server.use(
      http.get('/api/companies/:id/superScoreChecklist', ({ params }) =>
        saved(`checklist of ${String(params['id'])}.docx`),
      ),
    );
    const { user, employer } = await opened();
    expect(offer(/^Checklist/)).toHaveTextContent('Choose an employer');
    await employer();
    await user.click(offer(/^Checklist/));
    await waitFor(() => expect(names).toEqual(['checklist of T.E1.docx']));
  });

  it('has no checklist where the plan is no SuperScore client', async () => {
    office();
    portal({ user: helen, plan: { ...kestrel, superScoreClient: false } });
    await opened(`${page}?planId=T.K1&companyId=T.E1`);
    await waitFor(() => expect(offer(/^Checklist/)).toHaveTextContent('Not a SuperScore client'));
    expect(offer(/^Checklist/)).toBeDisabled();
  });

  it('saves the flyer for new employees of an employer', async () => {
    const names = savedFiles();
    office();
    server.use(http.get('/api/companies/:id/newFlyer', ({ params }) => saved(`flyer of ${String(params['id'])}.pdf`)));
    const { user, employer } = await opened();
    expect(offer(/^New Employee Flyer/)).toBeDisabled();
    expect(offer(/^New Employee Flyer/)).toHaveTextContent('Choose an employer');
    await employer();
    await user.click(offer(/^New Employee Flyer/));
    await waitFor(() => expect(names).toEqual(['flyer of T.E1.pdf']));
  });

  it('opens and saves the advice of a topic once a member is chosen', async () => {
    const names = savedFiles();
    office();
    server.use(
      http.get('/pdf/:report', ({ params, request: sent }) =>
        saved(`${String(params['report'])} ${new URL(sent.url).searchParams.get('memberId')}.pdf`),
      ),
    );
    const { user, member } = await opened();
    for (const name of [/^Insurance ?Choose/, /^Insurance, printed/, /^Investment ?Choose/, /^Investment, printed/])
      expect(offer(name)).toBeDisabled();
    expect(offer(/^Investment, printed/)).toHaveTextContent('Choose a member');
    await member();
    const offers = within(screen.getByRole('region', { name: 'Single Topic Advice' }));
    expect(offers.getByRole('link', { name: /^Insurance/ })).toHaveAttribute(
      'href',
      '/reports/limited-advice-report/?memberId=m-1',
    );
    expect(offers.getByRole('link', { name: /^Investment/ })).toHaveAttribute(
      'href',
      '/reports/intra-fund-investment-report/?memberId=m-1',
    );
    await user.click(offer(/^Investment, printed/));
    await waitFor(() => expect(names).toEqual(['intra-fund-investment-report m-1.pdf']));
    await user.click(offer(/^Insurance, printed/));
    await waitFor(() => expect(names.at(-1)).toBe('limited-advice-report m-1.pdf'));
  });

  it('offers what is chosen enough for, and nothing else', async () => {
    office([], withRights({ username: 'mei', name: 'Mei Tran', role: 'Admin', planId: null }));
    const { plan, employer, member } = await opened();
    const offers = within(screen.getByRole('region', { name: 'Download or open' }));
    const there = () =>
      [...offers.getAllByRole('button'), ...offers.queryAllByRole('link')]
        .filter((each) => !(each as HTMLButtonElement).disabled)
        .map((each) => each.textContent.replace(/(CSV|PDF|Word|new tab)$/, ''))
        .toSorted();
    const always = [
      'Email deliverythe portal and all campaigns',
      'Insurance needs quotesall members whom you may see and who were quoted',
      'Member eventsto today',
      'MoneyFit detailsall members whom you may see',
    ];
    expect(there()).toEqual(always);
    await plan();
    const ofPlan = ['SuperScore details', 'SuperScore report'];
    await waitFor(() =>
      expect(there()).toEqual(['Email deliverycampaigns of this plan', ...always.slice(1), ...ofPlan]),
    );
    await employer();
    const ofEmployer = [
      'Checklist',
      'Email deliverycampaigns of this plan',
      ...always.slice(1, 3),
      'MoneyFit detailsmembers of this employer',
      'New Employee Flyer',
      ...ofPlan,
    ];
    await waitFor(() => expect(there()).toEqual(ofEmployer));
    await member();
    const ofMember = ['Insurance', 'Insurance, printed', 'Investment', 'Investment, printed'];
    await waitFor(() => expect(there()).toEqual([...ofEmployer, ...ofMember].toSorted()));
  });

  it('has the delivery of e-mail for an Admin only', async () => {
    const asked = office([], withRights({ username: 'mei', name: 'Mei Tran', role: 'Admin', planId: null }));
    const names = savedFiles();
    server.use(
      http.get('/api/devops/monitors/email', ({ request: sent }) => {
        asked.push(new URL(sent.url).search);
        return saved('emailDelivery.csv');
      }),
    );
    const { user, plan } = await opened();
    await user.click(offer(/^Email delivery/));
    await waitFor(() => expect(names).toEqual(['emailDelivery.csv']));
    await plan();
    await user.click(offer(/^Email delivery/));
    await waitFor(() => expect(asked.slice(-1)).toEqual(['?planId=T.K1']));
  });

  it('has no delivery of e-mail for Staff', async () => {
    office();
    await opened();
    expect(offer(/^Member events/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Email delivery/ })).toBeNull();
  });

  it('says in the server’s words why a file did not download', async () => {
    office();
    server.use(
      http.get('/api/members/events', () =>
        HttpResponse.json({ message: 'The query took too long.' }, { status: 504 }),
      ),
    );
    const { user } = await opened();
    await user.click(offer(/^Member events/));
    expect(await screen.findByText(/Member events did not download\. The query took too long\./)).toBeVisible();
  });
});

describe('Policy Committee Reports', () => {
  it('need a plan and an employer', async () => {
    office();
    const { plan, employer } = await opened();
    expect(request()).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
    const reports = within(screen.getByRole('region', { name: 'Policy Committee Reports' }));
    expect(await reports.findByText('Choose a plan and an employer')).toBeVisible();
    await plan();
    expect(request()).toBeDisabled();
    const listed = screen.getByRole('region', { name: 'Policy Committee Reports' });
    expect(within(listed).getByText('Choose an employer')).toBeVisible();
    await employer();
    expect(request()).toBeEnabled();
    expect(screen.getByRole('link', { name: /^Preview/ })).toHaveAttribute(
      'href',
      '/playwright/pcr/pdf/T.K1?companyId=T.E1',
    );
    expect(await screen.findByText('No report was made yet')).toBeVisible();
  });

  it('are listed ten to a page, and downloaded', async () => {
    const names = savedFiles();
    const asked = office(Array.from({ length: 11 }, (_, i) => result(i + 1)));
    const { user, employer } = await opened();
    await employer();
    const table = await screen.findByRole('region', { name: 'Policy Committee Reports' });
    await within(table).findByText('1 – 10 of 11');
    expect(within(table).getAllByRole('row')).toHaveLength(11);
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(
      'New, by Helen Marchetti30/09/2025 – 30/09/2026Default',
    );
    expect(within(table).getAllByRole('row')[2]).toHaveTextContent(
      '30/09/2025 – 30/09/2026Engaged members onlyDefault',
    );
    await user.click(within(table).getAllByRole('button', { name: /^Download the report/ })[0]!);
    await waitFor(() => expect(names).toEqual(['PolicyCommitteeReport.pdf']));
    expect(asked).toContain(`plans/T.K1/reports/result?resultId=${result(1).id}`);
    await user.click(within(table).getByRole('button', { name: 'Next page' }));
    expect(within(table).getAllByRole('row')).toHaveLength(2);
  });

  it('stand on top while they are made, and the same request again is the same row', async () => {
    office([result(3)]);
    const work = ownWork({ state: 'running', kind: 'policyCommitteeReport', companyId: 'T.E1', file: null });
    const forms: Record<string, unknown>[] = [];
    server.use(
      http.post('/api/plans/T.K1/reports/request', async ({ request: sent }) => {
        forms.push(Object.fromEntries(await sent.formData()));
        return HttpResponse.json(
          { workId: '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11', isNew: forms.length === 1 },
          { status: 202 },
        );
      }),
    );
    const { user, employer } = await opened();
    await employer();
    await user.click(screen.getByRole('switch', { name: 'Engaged only' }));
    await user.click(request());
    const row = await screen.findByRole('row', { name: /^Being made/ });
    expect(row).toHaveTextContent('Drawing and printing');
    expect(row.previousElementSibling).toBeNull();
    expect(forms).toEqual([{ companyId: 'T.E1', engagedOnly: 'true' }]);
    await user.click(request());
    await waitFor(() => expect(within(row).getByText('Being made').closest('[tabindex]')).toHaveFocus());
    work.becomes({ state: 'failed', reason: 'The program that makes files does not answer.', file });
    await user.click(within(row).getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('The program that makes files does not answer.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(work.asked).toEqual(['stop 1', 'retry 1']));
  });

  it('stand on top at once, before the list of work knows of them', async () => {
    office([result(3)]);
    server.use(
      http.post('/api/plans/T.K1/reports/request', () =>
        HttpResponse.json({ workId: '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11', isNew: true }, { status: 202 }),
      ),
    );
    const { user, employer } = await opened();
    await employer();
    await user.click(request());
    const row = await screen.findByRole('row', { name: /^Being made/ });
    expect(row).toHaveTextContent('Waits for its turn');
    expect(row.previousElementSibling).toBeNull();
  });

  it('that are no longer kept are not shown as being made', async () => {
    office();
    const asked = { kind: 'policyCommitteeReport', companyId: 'T.E1', file: null } as const;
    ownWork({ ...asked, state: 'failed', reason: 'It was too large.' }, { ...asked, state: 'done' });
    const { employer } = await opened();
    await employer();
    expect(await screen.findByText('It was too large.')).toBeVisible();
    expect(screen.queryByText('Being made')).toBeNull();
  });

  it('that cannot be requested say why', async () => {
    office();
    server.use(
      http.post('/api/plans/T.K1/reports/request', () =>
        HttpResponse.json(
          { message: 'No month of this plan is closed yet, so there is nothing to report.' },
          { status: 409 },
        ),
      ),
    );
    const { user, employer } = await opened();
    await employer();
    await user.click(request());
    expect(await screen.findByRole('alert')).toHaveTextContent('No month of this plan is closed yet');
  });

  it('are kept for seven years by whoever may keep them, and say so', async () => {
    const results = [{ ...result(2), mayKeep: true }, result(1)];
    office(results);
    const work = ownWork();
    const { user, employer } = await opened();
    await employer();
    const keep = /^Keep 7 years: the report/;
    const button = await screen.findByRole('button', { name: keep });
    results[0] = { ...result(2), keptUntil: '2033-11-20T01:30:00.000Z' };
    await user.click(button);
    await waitFor(() => expect(work.asked).toEqual(['keep 2']));
    expect(await screen.findByText('Kept to 20/11/2033')).toBeVisible();
    expect(screen.queryByRole('button', { name: keep })).toBeNull();
  });

  it('whose file is no longer kept are listed and checked, and not downloaded', async () => {
    const gone = { keptUntil: null, isNew: false };
    office([
      { ...result(2), ...gone },
      { ...result(1), ...gone, figuresKept: false },
    ]);
    const { employer } = await opened();
    await employer();
    expect(await screen.findByText('Figures kept, file not')).toBeVisible();
    expect(await screen.findByText('File no longer kept')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Download the report/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Check the report of/ })).toHaveLength(2);
    expect(screen.queryByText(/^Kept to/)).toBeNull();
  });

  it('copies the code of a report of the list, or checks it and shows below what came out', async () => {
    office([result(2)]);
    const codes: (string | null)[] = [];
    server.use(
      http.post('/api/reports/check', ({ request }) => {
        codes.push(new URL(request.url).searchParams.get('code'));
        return HttpResponse.json({
          report: null,
          unchanged: 'unknown',
          edited: [],
          pagesCompared: false,
          figures: 'none',
        });
      }),
    );
    const { user, employer } = await opened();
    await employer();
    await user.click(await screen.findByRole('button', { name: /^Copy the code of the report of 02\/10\/2026/ }));
    expect(await screen.findByRole('button', { name: 'Code copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('KF7Q4M2D9X1B');
    await user.click(await screen.findByRole('button', { name: /^Check the report of 02\/10\/2026/ }));
    expect(await screen.findByRole('region', { name: 'What came out' })).toHaveFocus();
    expect(codes).toEqual(['KF7Q4M2D9X1B']);
    expect(screen.getByLabelText(/^Or its code/)).toHaveValue('KF7Q4M2D9X1B');
  });
});
