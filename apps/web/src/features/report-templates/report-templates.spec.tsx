import type { PdfResource } from '@superscope/contracts/pdf-resources';
import type {
  Template,
  TemplateChange,
  TemplateDifference,
  TemplatePrecedence,
} from '@superscope/contracts/report-templates';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { dropFiles } from '../../test/drop-files';
import { dana, kestrel, portal } from '../../test/portal';
import { baseApi } from '../../portal/api/base.api';
import { address, back, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { typeDate } from '../../test/type-date';
import { withRights } from '../../test/with-rights';

const mei = withRights({ username: 'mei', name: 'Mei Tran', role: 'Admin', planId: null });

const did = {
  id: 's1',
  templateSectionName: 'What we did',
  sequence: 1,
  heading: null,
  sectionItems: [
    { id: 'i1', sequence: 1, text: 'Two seminars in Geelong.', note: null },
    { id: 'i2', sequence: 2, text: '112 members completed their risk profile.', note: 'Counted in October.' },
  ],
};
const year = {
  id: 'p2',
  templatePageNumber: 22,
  templatePageName: 'CustomBiSectionPage' as const,
  sequence: 2,
  heading: 'Your committee’s year',
  sourceFilename: null,
  sourcePageNumber: null,
  pageSections: [did],
};
const cover = {
  ...year,
  id: 'p1',
  templatePageNumber: 1,
  templatePageName: 'CoverPage' as const,
  sequence: 1,
  heading: null,
  pageSections: [],
};
const annual: Template = {
  id: 'employer-T.E1',
  revision: 9,
  platformId: 'T',
  planId: 'T.K1',
  companyId: 'T.E1',
  serves: 'Kestrel Freight Group Pty Ltd',
  templateName: 'KFG annual',
  reportingStartDate: '2025-11-01',
  reportingEndDate: '2026-10-31',
  reportPages: [cover, year],
};
/** The employer's template with another second item. */
const withItem = (item: (typeof did.sectionItems)[number]): Template => ({
  ...annual,
  reportPages: [cover, { ...year, pageSections: [{ ...did, sectionItems: [did.sectionItems[0]!, item] }] }],
});
const standard: Template = {
  ...annual,
  id: 'platform-T',
  planId: null,
  companyId: null,
  serves: 'Tallowood Retirement',
  templateName: 'Tallowood standard',
  reportPages: [cover],
};

const changed = (revision: number, what: string, more: Partial<TemplateChange> = {}): TemplateChange => ({
  revision,
  pageId: 'p2',
  what,
  from: null,
  to: null,
  canComeBack: true,
  by: 'Helen Marchetti',
  at: '2026-11-25T21:40:00.000Z',
  ...more,
});

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

const written = { stream: 'reportTemplate-employer-T.E1', revision: '9', position: '9' };
const pdf = (filename: string, usedBy: PdfResource['usedBy'] = []): PdfResource => ({
  platformId: 'T',
  platformName: 'Tallowood Retirement',
  filename,
  modified: '2026-11-18T01:00:00.000Z',
  pages: 12,
  size: 1_232_896,
  fontsEmbedded: true,
  isRefused: false,
  usedBy,
});
const pdfs = [
  pdf('Fund governance.pdf', [{ templateId: 'employer-T.E1', templateName: 'KFG annual', pageId: 'p2', sequence: 2 }]),
  pdf('Beliefs.pdf'),
];

/** The server, and what was sent to it. */
function fund(templates: Template[] = [annual, standard], answer?: () => Response): Sent[] {
  portal({ user: mei, plans: [{ id: 'T.K1', name: kestrel.name, members: null }] });
  const sent: Sent[] = [];
  const wrote = async ({ request }: { request: Request }) => {
    const text = await request.text();
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    });
    return answer?.() ?? HttpResponse.json({ ...written, id: 'employer-T.E1' });
  };
  const difference: TemplateDifference = {
    now: ['Page 2: Your committee’s year', 'Item 2: 112 members completed their risk profile.'],
    then: ['Page 2: Your committee’s year', 'Item 2: 118 members completed their risk profile.'],
  };
  server.use(
    http.get('/api/platforms', () => HttpResponse.json([{ id: 'T', name: 'Tallowood Retirement' }])),
    http.get('/api/plan/:id/groups', () =>
      HttpResponse.json({
        companies: [{ value: 'T.E1', label: 'Kestrel Freight Group Pty Ltd' }],
        categories: [],
      }),
    ),
    http.get('/api/pcr', () => HttpResponse.json(templates)),
    http.get('/api/pcr/upload', () => HttpResponse.json(pdfs)),
    http.get('/api/pcr/precedence', () => HttpResponse.json({ employers: 1, plans: 0, narrower: [] })),
    http.get('/api/pcr/resources', () => HttpResponse.json(pdfs)),
    http.post('/api/pcr/upload', async ({ request }) => {
      const { searchParams } = new URL(request.url);
      const name = /filename="([^"]+)"/.exec(await request.text())?.[1] ?? '';
      sent.push({ method: 'POST', path: name, body: Object.fromEntries(searchParams) });
      return answer?.() ?? HttpResponse.json({ ...written, filename: name, pages: 4, warning: null, notices: [] });
    }),
    http.delete('/api/pcr/upload', ({ request }) => {
      sent.push({ method: 'DELETE', path: new URL(request.url).search, body: null });
      return HttpResponse.json(written);
    }),
    http.get('/api/pcr/:id/changes', () =>
      HttpResponse.json([
        changed(5, 'Item 2 changed', { from: '118 members', to: '112 members' }),
        changed(4, 'Item 2 added', { to: '118 members' }),
        changed(1, 'Template made', { pageId: null, by: 'Mei Tran' }),
      ]),
    ),
    http.get('/api/pcr/:id/changes/:revision', () => HttpResponse.json(difference)),
    http.post('/api/pcr', wrote),
    http.post('/api/pcr/:id/bringBack', wrote),
    http.delete('/api/plans/*', wrote),
    http.delete('/api/platforms/*', wrote),
  );
  return sent;
}

const all = '?platform=T&plan=T.K1&employer=T.E1';
const open = (at = '', search = all) =>
  openAt(`/staff/pcrTemplates${search}${at === '' ? '' : `&at=employer-T.E1${at}`}`);
const tree = () => screen.findByRole('tree');
const line = async (name: RegExp) => within(await tree()).findByRole('treeitem', { name });
const editor = async () => within(await screen.findByRole('region', { name: 'Editor' }));
const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

describe('PCR templates', () => {
  it('is for the fund’s staff', async () => {
    portal({ user: dana, plans: [] });
    openAt('/staff/pcrTemplates');
    expect(await screen.findByText('This page is not for your role')).toBeVisible();
  });

  it('says which template serves the employer, and which it is the narrowest of', async () => {
    fund();
    open();
    expect(await screen.findByText('Employer: KFG annual')).toBeVisible();
    expect(await screen.findByText('Plan: none')).toBeVisible();
    expect(await screen.findByText('Platform: Tallowood standard')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Platform (required)' })).toHaveValue('Tallowood Retirement');
  });

  it('takes plan and platform from an employer that is chosen first, whatever platform was chosen before', async () => {
    fund();
    const plan = { id: 'T.K1', name: kestrel.name, superScoreClient: true };
    server.use(
      http.get('/api/platforms', () =>
        HttpResponse.json([
          { id: 'B', name: 'Banksia Super' },
          { id: 'T', name: 'Tallowood Retirement' },
        ]),
      ),
      http.get('/api/companies', () => HttpResponse.json([{ id: 'T.E1', name: 'Kestrel Freight', plan }])),
    );
    const { user } = open('', '?platform=B');
    const platform = await screen.findByRole('combobox', { name: 'Platform (required)' });
    await waitFor(() => expect(platform).toHaveValue('Banksia Super'));
    await user.type(screen.getByRole('combobox', { name: 'Employer' }), 'kes');
    await user.click(await screen.findByRole('option', { name: /Freight/ }));
    await waitFor(() => expect(platform).toHaveValue('Tallowood Retirement'));
    expect(screen.getByRole('combobox', { name: 'Plan' })).toHaveValue(kestrel.name);
    expect(address()).toBe('/staff/pcrTemplates?plan=T.K1&employer=T.E1');
  });

  it('opens templates to pages, sections and items by the arrows', async () => {
    fund();
    open();
    const user = userEvent.setup({ delay: null });
    await user.click(await line(/^KFG annual/));
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(await line(/^1 ?Two seminars/)).toHaveAttribute('aria-level', '4');
    expect(await line(/^What we did/)).toHaveAttribute('aria-expanded', 'true');
  });

  const annuals = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...annual,
      id: `employer-T.E${at + 1}`,
      companyId: `T.E${at + 1}`,
      templateName: `Annual ${at + 1}`,
    }));

  it('lists templates ten at a time, beginning where the chosen one stands', async () => {
    fund(annuals(12));
    const { user } = openAt('/staff/pcrTemplates?platform=T&at=employer-T.E12');
    expect(await line(/^Annual 12/)).toBeVisible();
    const pages = within(await screen.findByRole('navigation', { name: 'Templates: pages' }));
    expect(pages.getByRole('status')).toHaveTextContent('11 – 12 of 12');
    expect(await line(/^Usual report/)).toBeVisible();
    await user.click(pages.getByRole('button', { name: 'Previous page' }));
    expect(await line(/^Annual 10/)).toBeVisible();
    expect(within(await tree()).queryByRole('treeitem', { name: /^Annual 1[12]/ })).not.toBeInTheDocument();
  });

  it('turns to the page of a template that is chosen before the list has it', async () => {
    const templates = annuals(10);
    fund(templates);
    const { store } = openAt('/staff/pcrTemplates?platform=T&at=employer-T.E11');
    expect(await line(/^Annual 10/)).toBeVisible();
    templates.push(annuals(11).at(-1)!);
    act(() => void store.dispatch(baseApi.util.invalidateTags(['ReportTemplates' as never])));
    expect(await line(/^Annual 11/)).toBeVisible();
    expect(within(await tree()).queryByRole('treeitem', { name: /^Annual 10/ })).not.toBeInTheDocument();
  });

  it('saves an item, and only what was typed', async () => {
    const sent = fund();
    open('/p2/s1/i2');
    const user = userEvent.setup({ delay: null });
    const text = await (await editor()).findByRole('textbox', { name: /^Text/ });
    await user.clear(text);
    await user.type(text, '118 members.');
    expect((await editor()).getByText('Not saved')).toBeVisible();
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body).toMatchObject({
      id: 'employer-T.E1',
      templateName: 'KFG annual',
      reportPages: [
        {
          id: 'p2',
          pageSections: [
            { id: 's1', sectionItems: [{ id: 'i2', sequence: 2, text: '118 members.', note: 'Counted in October.' }] },
          ],
        },
      ],
    });
  });

  it('names what is missing at its field', async () => {
    const sent = fund();
    open('/p2/s1/i2');
    const user = userEvent.setup({ delay: null });
    await user.clear(await (await editor()).findByRole('textbox', { name: /^Text/ }));
    await user.clear((await editor()).getByRole('textbox', { name: /^Sequence/ }));
    await press(user, 'Save item');
    expect(await screen.findByText('Text is required')).toBeVisible();
    expect(await screen.findByText('Sequence must be greater than 0')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('names what a template, a page and a section lack', async () => {
    const sent = fund([annual]);
    const { user } = open('', '?platform=T');
    const clear = async (name: RegExp) => user.clear(await (await editor()).findByRole('textbox', { name }));
    const says = async (...messages: string[]) => {
      for (const message of messages) expect(await screen.findByText(message)).toBeVisible();
    };
    await press(user, 'New template');
    for (const name of [/^Template/, /^Start date/, /^As-at date/]) await clear(name);
    await press(user, 'Save template');
    await says('Template is required', 'Start date is required', 'As-at date is required');
    await press(user, 'Cancel');
    await press(user, 'Leave without saving');
    await user.click(await line(/^KFG annual/));
    await press(user, 'Page');
    for (const name of [/^Number/, /^Sequence/]) await clear(name);
    await press(user, 'Save page');
    await says('Page template is required', 'Number must be greater than 0', 'Sequence must be greater than 0');
    await press(user, 'Cancel');
    await press(user, 'Leave without saving');
    await user.click(await line(/^KFG annual/));
    await user.keyboard('{ArrowRight}');
    await user.click(await line(/^2 ?Your committee/));
    await press(user, 'Section');
    await press(user, 'Save section');
    await says('Name is required');
    expect(sent).toEqual([]);
  });

  it('shows the page on paper as it is typed', async () => {
    fund();
    open('/p2/s1/i2');
    const user = userEvent.setup({ delay: null });
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(await preview.findByText('Page 2 of 2')).toBeVisible();
    await user.type(await (await editor()).findByRole('textbox', { name: /^Text/ }), ' More.');
    expect(await preview.findByText('112 members completed their risk profile. More.')).toBeVisible();
  });

  const precedence = (...answers: TemplatePrecedence[]) =>
    server.use(
      http.get('/api/pcr/precedence', () =>
        HttpResponse.json(answers.length > 1 ? answers.shift() : (answers[0] ?? null)),
      ),
    );
  const winsFor = (serves: string, employers: number, plans = 0) => ({
    templateId: `of ${serves}`,
    serves,
    ofEmployer: plans === 0,
    employers,
    plans,
  });

  it('says whom a template serves and which narrower ones win, also after somebody else has made one', async () => {
    fund([standard]);
    precedence({ employers: 5, plans: 1, narrower: [] }, { employers: 4, plans: 1, narrower: [winsFor('Kestrel', 1)] });
    const { store } = openAt('/staff/pcrTemplates?platform=T&plan=T.K1&at=new');
    const of = await editor();
    expect(await of.findByText('Serves 5 employers and the plan as a whole.')).toBeVisible();
    act(() => void store.dispatch(baseApi.util.invalidateTags(['ReportTemplates' as never])));
    expect(await of.findByText('Serves 4 employers and the plan as a whole; Kestrel’s own wins for 1.')).toBeVisible();
  });

  it('says so of a template that is there, and that an employer’s serves nobody else', async () => {
    fund();
    precedence({
      employers: 2,
      plans: 2,
      narrower: [
        winsFor('Harbour', 9, 1),
        winsFor('Kestrel', 1),
        winsFor('Aurora', 1),
        winsFor('B', 1),
        winsFor('C', 0, 1),
      ],
    });
    const { unmount } = openAt('/staff/pcrTemplates?platform=T&at=platform-T');
    expect(
      await (
        await editor()
      ).findByText(
        'Serves 2 employers and 2 plans as a whole; Harbour’s own wins for 9, Kestrel’s own wins for 1, Aurora’s own wins for 1, 2 more win for 1.',
      ),
    ).toBeVisible();
    unmount();
    precedence({ employers: 1, plans: 0, narrower: [] });
    openAt(`/staff/pcrTemplates${all}&at=employer-T.E1`);
    expect(await (await editor()).findByText('Serves this employer alone.')).toBeVisible();
  });

  it('says that whom it serves was not counted, and counts again', async () => {
    fund();
    server.use(http.get('/api/pcr/precedence', () => HttpResponse.json({}, { status: 500 })));
    openAt('/staff/pcrTemplates?platform=T&at=platform-T');
    const of = await editor();
    expect(await of.findByText('Whom it serves could not be counted.')).toBeVisible();
    precedence({ employers: 3, plans: 0, narrower: [] });
    await userEvent.click(of.getByRole('button', { name: 'Count again' }));
    expect(await of.findByText('Serves 3 employers.')).toBeVisible();
  });

  const disclaimer = { ...cover, id: 'p3', templatePageName: 'DisclaimerPage' as const, sequence: 3 };
  const ranking = { ...cover, id: 'p4', templatePageName: 'RankingPage' as const, sequence: 4 };
  const ofFigures = {
    ...standard,
    reportingStartDate: '2020-01-01',
    reportingEndDate: '2030-01-01',
    reportPages: [cover, disclaimer, ranking],
  };
  const preview = async () => within(await screen.findByRole('region', { name: 'Preview' }));

  it('draws a page of figures as the plan that is chosen gets it, under the heading that is typed', async () => {
    fund([ofFigures]);
    openAt('/staff/pcrTemplates?platform=T&plan=T.K1&at=platform-T/p3');
    const of = await preview();
    expect(await of.findByText(`As ${kestrel.name} gets it, with its published figures.`)).toBeVisible();
    const page = await of.findByRole('region', { name: /Disclaimer/ });
    expect(page).toHaveTextContent(kestrel.name);
    const user = userEvent.setup({ delay: null });
    await user.type(await (await editor()).findByRole('textbox', { name: /^Heading/ }), 'How to read this');
    expect(await of.findByRole('heading', { name: 'How to read this' })).toBeVisible();
  });

  it('says that nothing on a page is published, and draws none of a plan that is no longer chosen', async () => {
    fund([ofFigures]);
    let slow: (() => void) | null = null;
    server.use(
      http.get('/api/plans/:id/ranking', async ({ params }) => {
        if (params['id'] === 'T.K1') await new Promise<void>((resolve) => (slow = resolve));
        return HttpResponse.json({ months: [] });
      }),
    );
    const { unmount } = openAt('/staff/pcrTemplates?platform=T&plan=T.K1&at=platform-T/p4');
    await waitFor(() => expect(slow).not.toBeNull());
    expect((await preview()).queryByText('Nothing on this page is published')).toBeNull();
    slow!();
    expect(await (await preview()).findByText('Nothing on this page is published')).toBeVisible();
    unmount();
  });

  it('draws no page that the report of a small plan does not have', async () => {
    fund([ofFigures]);
    const month = '2020-06-01T00:00:00.000';
    const row = {
      'MemberSnapshot.month.month': month,
      'MemberSnapshot.month': month,
      'MemberSnapshot.countMembers': 45,
    };
    server.use(http.post('/cubejs-api/v1/load', () => HttpResponse.json({ data: [row] })));
    openAt('/staff/pcrTemplates?platform=T&plan=T.K1&at=platform-T/p4');
    const of = await preview();
    expect(await of.findByText('Not in the report of a small plan')).toBeVisible();
    expect(of.getByText(/stand for all pages of figures/)).toHaveTextContent(/fewer than 60 members/);
  });

  it('asks for a plan before it draws a page of figures', async () => {
    fund([{ ...standard, reportPages: [cover, disclaimer] }]);
    openAt('/staff/pcrTemplates?platform=T&at=platform-T/p3');
    expect(await (await preview()).findByText('Choose a plan to see this page with its figures.')).toBeVisible();
  });

  it('says why there is no page: no closed month within the dates, or a plan out of reach', async () => {
    fund([
      { ...standard, reportPages: [disclaimer], reportingStartDate: '2040-01-01', reportingEndDate: '2041-01-01' },
    ]);
    const { unmount } = openAt('/staff/pcrTemplates?platform=T&plan=T.K1&at=platform-T/p3');
    expect(await (await preview()).findByText('No month to report on')).toBeVisible();
    unmount();
    server.use(http.get('/api/plan/:id', () => HttpResponse.json({ message: 'No.' }, { status: 403 })));
    openAt('/staff/pcrTemplates?platform=T&plan=T.K1&at=platform-T/p3');
    expect(await (await preview()).findByText('This plan is out of your reach')).toBeVisible();
  });

  it('asks before what is typed is lost', async () => {
    fund();
    open('/p2/s1/i2');
    const user = userEvent.setup({ delay: null });
    const text = await (await editor()).findByRole('textbox', { name: /^Text/ });
    await user.type(text, ' More.');
    await user.click(await line(/^Tallowood standard/));
    const dialog = within(await screen.findByRole('dialog', { name: 'What you typed is not saved yet' }));
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(text).toHaveValue('112 members completed their risk profile. More.');
    await user.click(await line(/^Tallowood standard/));
    await press(user, 'Leave without saving');
    expect(await (await editor()).findByRole('heading', { name: 'Tallowood standard' })).toBeVisible();
  });

  it('asks before the browser goes back to another part of the same page', async () => {
    fund();
    open('/p2/s1/i2');
    const user = userEvent.setup({ delay: null });
    await user.click(await line(/^Tallowood standard/));
    const name = await (await editor()).findByRole('textbox', { name: /^Template/ });
    const title = 'What you typed is not saved yet';
    await user.type(name, ' 2026');
    back();
    await user.click(
      within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: 'Keep editing' }),
    );
    expect(name).toHaveValue('Tallowood standard 2026');
    expect(address()).toMatch(/at=platform-T$/);
    back();
    await screen.findByRole('dialog', { name: title });
    await press(user, 'Leave without saving');
    const text = await (await editor()).findByRole('textbox', { name: /^Text/ });
    // The step that was allowed allows no other.
    await user.type(text, ' More.');
    back();
    await screen.findByRole('dialog', { name: title });
    expect(text).toHaveValue('112 members completed their risk profile. More.');
  });

  it('adds an item after the last, and a section only to a custom page with room', async () => {
    const sent = fund();
    open('/p2/s1');
    const user = userEvent.setup({ delay: null });
    await press(user, 'Item');
    const form = await editor();
    expect(await form.findByRole('textbox', { name: /^Sequence/ })).toHaveValue('3');
    await user.type(form.getByRole('textbox', { name: /^Text/ }), 'Letters in April.');
    await press(user, 'Save item');
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(await line(/^1 ?Cover/));
    expect(screen.getByRole('button', { name: 'Section' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Section' })).toHaveAttribute('title', 'Only a custom page has sections');
  });

  it('moves a page with Alt and an arrow', async () => {
    const sent = fund();
    open('/p2');
    const user = userEvent.setup({ delay: null });
    (await line(/^2 ?Your committee/)).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body).toMatchObject({
      reportPages: [
        { id: 'p2', sequence: 1, pageSections: [] },
        { id: 'p1', sequence: 2, pageSections: [] },
      ],
    });
  });

  it('moves a page by one step at a time, while the server has the order that is shown', async () => {
    let answered = () => undefined as void;
    let read = 0;
    const sent = fund();
    server.use(
      http.get('/api/pcr', () => {
        read += 1;
        return HttpResponse.json([annual, standard]);
      }),
      http.post('/api/pcr', async ({ request }) => {
        sent.push({ method: 'POST', path: '/api/pcr', body: await request.json() });
        await new Promise<void>((resolve) => (answered = resolve));
        return HttpResponse.json({ ...written, id: 'employer-T.E1' });
      }),
    );
    open('/p2');
    const user = userEvent.setup({ delay: null });
    (await line(/^2 ?Your committee/)).focus();
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    answered();
    await waitFor(() => expect(read).toBe(2));
    expect(sent).toHaveLength(1);
  });

  it('has nothing unsaved once the server has what it made of the text', async () => {
    const templates = [annual];
    const sent = fund(templates);
    open('/p2/s1/i2');
    const user = userEvent.setup({ delay: null });
    const text = await (await editor()).findByRole('textbox', { name: /^Text/ });
    const sequence = (await editor()).getByRole('textbox', { name: /^Sequence/ });
    await user.clear(text);
    await user.type(text, 'Letters. ');
    await user.clear(sequence);
    await user.type(sequence, '03');
    templates[0] = withItem({ id: 'i2', sequence: 3, text: 'Letters.', note: 'Counted in October.' });
    await press(user, 'Save item');
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(text).toHaveValue('Letters.'));
    expect(sequence).toHaveValue('3');
    await waitFor(async () => expect((await editor()).queryByText('Not saved')).toBeNull());
  });

  it('shows another person’s change of a field in which nothing is typed', async () => {
    const templates = [annual];
    fund(templates);
    const { store } = open('/p2/s1/i2');
    const user = userEvent.setup({ delay: null });
    const text = await (await editor()).findByRole('textbox', { name: /^Text/ });
    await user.type(text, ' More.');
    templates[0] = withItem({ id: 'i2', sequence: 2, text: 'Theirs.', note: 'Counted in November.' });
    act(() => void store.dispatch(baseApi.util.invalidateTags(['ReportTemplates' as never])));
    const note = (await editor()).getByRole('textbox', { name: /^Note/ });
    await waitFor(() => expect(note).toHaveValue('Counted in November.'));
    expect(text).toHaveValue('112 members completed their risk profile. More.');
  });

  describe('that another person changed meanwhile', () => {
    const message = 'Somebody changed this template after you read it. Yours was not saved.';
    const theirs = changed(12, 'Item 2 changed', { from: '112 members completed their risk profile.', to: 'Theirs.' });
    const refusal = () => HttpResponse.json({ message, revision: 12, changes: [theirs] }, { status: 409 });

    it('says who changed what, keeps what is typed, and saves it over theirs when asked again', async () => {
      const templates = [annual];
      let isRefused = true;
      const sent = fund(templates, () =>
        isRefused ? refusal() : HttpResponse.json({ ...written, revision: '13', id: 'employer-T.E1' }),
      );
      open('/p2/s1/i2');
      const user = userEvent.setup({ delay: null });
      const text = await (await editor()).findByRole('textbox', { name: /^Text/ });
      await user.type(text, ' More.');
      templates[0] = { ...withItem({ id: 'i2', sequence: 2, text: 'Theirs.', note: 'In May.' }), revision: 12 };
      await press(user, 'Save item');
      expect(await (await editor()).findByText(message)).toBeVisible();
      expect(
        (await editor()).getByText(/“112 members completed their risk profile.” became “Theirs.” .*Helen Marchetti/),
      ).toBeVisible();
      const note = (await editor()).getByRole('textbox', { name: /^Note/ });
      await waitFor(() => expect(note).toHaveValue('In May.'));
      expect(text).toHaveValue('112 members completed their risk profile. More.');
      isRefused = false;
      await press(user, 'Save item');
      await waitFor(() => expect(sent).toHaveLength(2));
      expect(sent.map(({ body }) => (body as { revision: number }).revision)).toEqual([9, 12]);
      await waitFor(async () => expect((await editor()).queryByText(message)).toBeNull());
    });

    it('names the revision at which its text was typed, though theirs was read since', async () => {
      const templates = [annual];
      const sent = fund(templates, refusal);
      const { store } = open('/p2/s1/i2');
      const user = userEvent.setup({ delay: null });
      const text = await (await editor()).findByRole('textbox', { name: /^Text/ });
      await user.type(text, ' More.');
      templates[0] = { ...withItem({ id: 'i2', sequence: 2, text: 'Theirs.', note: 'In May.' }), revision: 12 };
      act(() => void store.dispatch(baseApi.util.invalidateTags(['ReportTemplates' as never])));
      const note = (await editor()).getByRole('textbox', { name: /^Note/ });
      await waitFor(() => expect(note).toHaveValue('In May.'));
      await press(user, 'Save item');
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(sent[0]!.body).toMatchObject({ revision: 9 });
    });

    it('gives back what was typed before the session ended, beside their note, at the revision at which it was typed', async () => {
      const templates = [annual];
      const sent = fund(templates, refusal);
      const { store } = open('/p2/s1/i2');
      const user = userEvent.setup({ delay: null });
      await user.type(await (await editor()).findByRole('textbox', { name: /^Text/ }), ' More.');
      templates[0] = { ...withItem({ id: 'i2', sequence: 2, text: 'Theirs.', note: 'In May.' }), revision: 12 };
      server.use(http.get('/api/pcr', () => HttpResponse.json({ message: 'Please sign in.' }, { status: 401 })));
      act(() => void store.dispatch(baseApi.util.invalidateTags(['ReportTemplates' as never])));
      expect(await screen.findByText('Your session has ended.')).toBeVisible();
      server.use(
        http.get('/api/pcr', () => HttpResponse.json(templates)),
        http.post('/api/authentication', () => HttpResponse.json({ user: mei })),
      );
      await user.type(await screen.findByLabelText('Username or email'), 'mei');
      await user.type(screen.getByLabelText('Password'), 'correct horse');
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      expect(await screen.findByText(/^The session had ended\. What you typed is still here/)).toBeVisible();
      const [text, note] = [/^Text/, /^Note/].map((name) => screen.getByRole('textbox', { name }));
      expect(text).toHaveValue('112 members completed their risk profile. More.');
      await waitFor(() => expect(note).toHaveValue('In May.'));
      await press(user, 'Save item');
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(sent[0]!.body).toMatchObject({ revision: 9 });
    });

    it('keeps what is typed in an item that somebody else deletes with its page, until it is discarded', async () => {
      const templates = [annual];
      fund(templates, refusal);
      const { store } = open('/p2/s1/i2');
      const user = userEvent.setup({ delay: null });
      const text = await (await editor()).findByRole('textbox', { name: /^Text/ });
      await user.type(text, ' More.');
      templates[0] = { ...annual, revision: 12, reportPages: annual.reportPages.filter(({ id }) => id !== 'p2') };
      act(() => void store.dispatch(baseApi.util.invalidateTags(['ReportTemplates' as never])));
      expect(await screen.findByText(/^Somebody deleted this item\. What you typed is still here/)).toBeVisible();
      expect((await editor()).getByRole('textbox', { name: /^Text/ })).toHaveValue(
        '112 members completed their risk profile. More.',
      );
      await press(user, 'Discard');
      expect(await (await editor()).findByText('This page is not there')).toBeVisible();
    });
  });

  it('names the sections that go with a page, and deletes it', async () => {
    const sent = fund();
    open('/p2');
    const user = userEvent.setup({ delay: null });
    await press(user, 'Delete Your committee’s year');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/With it go its sections: What we did\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(sent).toEqual([{ method: 'DELETE', path: '/api/plans/T.K1/reports/employer-T.E1/pages/p2', body: null }]),
    );
  });

  it('brings a deleted template back', async () => {
    const sent = fund([annual]);
    openAt(`/staff/pcrTemplates${all}&at=employer-T.E1`);
    const user = userEvent.setup({ delay: null });
    await press(user, 'Delete KFG annual');
    await press(user, 'Delete');
    await press(user, 'Bring back');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ path: '/api/pcr/employer-T.E1/bringBack', body: { revision: 8, pageId: null } });
  });

  it('says who changed what, and brings a page back after showing what differs', async () => {
    const sent = fund();
    open('/p2');
    const user = userEvent.setup({ delay: null });
    const changes = within(await screen.findByRole('region', { name: 'Changes' }));
    expect(await changes.findByText('Item 2 changed')).toBeVisible();
    expect(await changes.findByText('“118 members” became “112 members”')).toBeVisible();
    expect(changes.getAllByText('Helen Marchetti, 26/11/2026 08:40')).toHaveLength(2);
    expect(changes.queryByText('Template made')).toBeNull();
    await user.click(changes.getByRole('button', { name: /^Bring back: Item 2 added/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Goes: Item 2: 112 members completed their risk profile.',
      'Comes back: Item 2: 118 members completed their risk profile.',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Bring back' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ path: '/api/pcr/employer-T.E1/bringBack', body: { revision: 4, pageId: 'p2' } });
  });

  it('makes a template for the employer from the one that serves it, a year either side of today', async () => {
    const sent = fund([standard]);
    open();
    const user = userEvent.setup({ delay: null });
    expect(await screen.findByText('Platform: Tallowood standard')).toBeVisible();
    await press(user, 'New template');
    const form = await editor();
    expect(await form.findByRole('textbox', { name: /^Template/ })).toHaveValue('DEFAULT');
    expect(form.queryByText('Not saved')).toBeNull();
    await typeDate(user, 'Start date (required)', '01/07/2025');
    expect(await form.findByText('Not saved')).toBeVisible();
    await press(user, 'Cancel');
    await press(user, 'Leave without saving');
    await press(user, 'New template');
    await press(user, 'Save template');
    await waitFor(() => expect(sent).toHaveLength(1));
    const body = sent[0]!.body as Record<string, unknown> & { reportPages: object[] };
    expect(body).toMatchObject({ platformId: 'T', planId: 'T.K1', companyId: 'T.E1', templateName: 'DEFAULT' });
    expect(body).not.toHaveProperty('id');
    expect(body.reportPages).toHaveLength(1);
    const years = [body['reportingStartDate'], body['reportingEndDate']].map((day) => Number(String(day).slice(0, 4)));
    expect(years[1]! - years[0]!).toBe(2);
  });

  it('has the usual report for whoever has no template, and makes one of all its pages', async () => {
    const sent = fund([]);
    open();
    const user = userEvent.setup({ delay: null });
    expect(await screen.findByText('The usual report serves this employer')).toBeVisible();
    await press(user, 'New template from the usual report');
    await press(user, 'Save template');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect((sent[0]!.body as { reportPages: object[] }).reportPages).toHaveLength(24);
  });

  it('makes a page of a PDF’s page', async () => {
    const sent = fund();
    open('/p1');
    const user = userEvent.setup({ delay: null });
    await press(user, 'Page');
    const form = await editor();
    await user.selectOptions(await form.findByRole('combobox', { name: /^Page template/ }), 'Page of a PDF');
    await press(user, 'Save page');
    expect(await screen.findByText('Pdf filename is required')).toBeVisible();
    expect(await screen.findByText('Source page must be greater than 0')).toBeVisible();
    await user.selectOptions(form.getByRole('combobox', { name: /^Pdf filename/ }), 'Beliefs.pdf (12 pages)');
    await user.type(form.getByRole('textbox', { name: /^Source page/ }), '3');
    await press(user, 'Save page');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body).toMatchObject({
      reportPages: [
        { templatePageName: 'PdfSourcePage', sequence: 3, sourceFilename: 'Beliefs.pdf', sourcePageNumber: 3 },
      ],
    });
  });

  it('deletes a PDF only if no page uses it, and leads to the page that does', async () => {
    const sent = fund();
    open('/p1');
    const user = userEvent.setup({ delay: null });
    const table = within(await screen.findByRole('region', { name: 'PDF resources' }));
    expect(await table.findByText('In use')).toBeVisible();
    expect(table.queryByRole('button', { name: 'Delete Fund governance.pdf' })).toBeNull();
    await user.click(table.getByRole('button', { name: 'Delete Beliefs.pdf' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(sent).toEqual([{ method: 'DELETE', path: '?platformId=T&filename=Beliefs.pdf', body: null }]),
    );
    await user.click(table.getByRole('button', { name: 'KFG annual, p. 2' }));
    expect(await (await editor()).findByRole('heading', { name: 'Your committee’s year' })).toBeVisible();
  });

  it('uploads PDFs, and keeps pages of a single one only', async () => {
    const sent = fund();
    open();
    const user = userEvent.setup({ delay: null });
    const files = ['Stories.pdf', 'Letter.pdf', 'notes.txt'].map((name) => new File(['%PDF-1.7'], name));
    const zone = await screen.findByTestId('file-drop');
    dropFiles(zone, files[0]!);
    await screen.findByText('Stories.pdf');
    await user.type(screen.getByRole('textbox', { name: 'Pages to keep' }), '1, 3-6');
    dropFiles(zone, ...files.slice(1));
    expect(
      await screen.findByText("File: 'notes.txt' type: '' did not pass: '.pdf' validation constraint"),
    ).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Pages to keep' })).toBeDisabled();
    await press(user, 'Remove Letter.pdf');
    await press(user, 'Upload');
    expect(await screen.findByText('Stories.pdf is uploaded.')).toBeVisible();
    expect(sent).toEqual([{ method: 'POST', path: 'Stories.pdf', body: { platformId: 'T', pageNumbers: '1, 3-6' } }]);
  });

  it('tells what an uploaded PDF lost', async () => {
    const [warning, notices] = ['It does not hold all of its fonts.', ['Its signature was removed.']];
    fund([annual], () => HttpResponse.json({ ...written, filename: 'Letter.pdf', pages: 4, warning, notices }));
    open();
    const user = userEvent.setup({ delay: null });
    dropFiles(await screen.findByTestId('file-drop'), new File(['%PDF-1.7'], 'Letter.pdf'));
    await screen.findByText('Letter.pdf');
    await press(user, 'Upload');
    const said = 'Letter.pdf is uploaded. It does not hold all of its fonts. Its signature was removed.';
    expect(await screen.findByText(said)).toBeVisible();
  });

  it('keeps a PDF queued that is dropped while another is uploaded', async () => {
    let answered = () => undefined as void;
    fund();
    server.use(
      http.post('/api/pcr/upload', async () => {
        await new Promise<void>((resolve) => (answered = resolve));
        return HttpResponse.json({ ...written, filename: 'Stories.pdf', pages: 4, warning: null, notices: [] });
      }),
    );
    open();
    const user = userEvent.setup({ delay: null });
    const drop = async (name: string) => {
      dropFiles(await screen.findByTestId('file-drop'), new File(['%PDF-1.7'], name));
      await screen.findByRole('button', { name: `Remove ${name}` });
    };
    await drop('Stories.pdf');
    const before = answered;
    await press(user, 'Upload');
    await waitFor(() => expect(answered).not.toBe(before));
    await drop('Letter.pdf');
    answered();
    expect(await screen.findByText('Stories.pdf is uploaded.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove Letter.pdf' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Stories.pdf' })).toBeNull();
  });

  it('says why a PDF was refused, and keeps it queued', async () => {
    const message = '‘Roadshow.pdf’ was refused. It contains JavaScript. Save it without and try again.';
    fund([annual], () => HttpResponse.json({ message }, { status: 400 }));
    open();
    const user = userEvent.setup({ delay: null });
    dropFiles(await screen.findByTestId('file-drop'), new File(['%PDF-1.7'], 'Roadshow.pdf'));
    await screen.findByText('Roadshow.pdf');
    await press(user, 'Upload');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove Roadshow.pdf' })).toBeVisible();
  });

  it('shows what the server says', async () => {
    fund([annual], () => HttpResponse.json({ message: 'There is no such template.' }, { status: 404 }));
    open('/p1');
    const user = userEvent.setup({ delay: null });
    await user.type(await (await editor()).findByRole('textbox', { name: 'Heading' }), 'Front');
    await press(user, 'Save page');
    expect(await screen.findByText('There is no such template.')).toBeVisible();
  });
});
