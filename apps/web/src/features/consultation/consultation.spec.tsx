import type { ConsultationDocument, ConsultationDraft } from '@superscope/contracts/consultation';
import { consultationContent } from '@superscope/contracts/consultation';
import { shownContent } from '@superscope/contracts/rendering';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';
import stored from './stored-consultation.fixture.json';

const page = '/staff/consultation';
const content = consultationContent.parse(stored);
const draft: ConsultationDraft = { content, contentSha256: 'a'.repeat(64) };
const amara = {
  id: 'm-1',
  surname: 'Marchetti',
  givenName: 'Amara',
  login: 'amara.marchetti',
  memberNumber: '10001234',
  dateOfBirth: '1984-03-14',
  companyName: 'Kestrel Freight',
  leftOn: null as string | null,
};
const compared = [
  {
    at: '2026-11-29T01:00:00.000Z',
    feesAsAt: '2026-11-29',
    a: { assetId: null, name: 'Everything together' },
    b: { assetId: 'I.IDX', name: 'Balanced Index', platform: { id: 'I', name: 'Ironbark' } },
    difference: 12.5,
  },
  {
    at: '2026-11-01T01:00:00.000Z',
    feesAsAt: '2026-10-01',
    a: { assetId: 'T.L80', name: 'Lifestage' },
    b: { assetId: 'T.CASH', name: 'Cash', platform: { id: 'T', name: 'Tallowood' } },
    difference: -3,
  },
  {
    at: '2024-11-01T01:00:00.000Z',
    feesAsAt: '2024-10-01',
    a: { assetId: null, name: 'Lifestage' },
    b: { assetId: null, name: 'Of an earlier release', platform: null },
    difference: null,
  },
];
const quoted = {
  at: '2026-11-29T02:00:00.000Z',
  calculationDate: '2026-11-29',
  salary: 90_000,
  memberCategory: 'STAFF',
  occupationGroup: 'Standard',
  state: 'VIC',
  voluntaryDeathCover: 300_000,
  voluntaryTpdCover: null,
  voluntarySciCover: null,
  monthlyPremiumTotal: 83.53,
  need: { debts: 310_000, dependants: 2 },
};

interface Answers {
  runs?: boolean;
  /** What the files say of the member. */
  insured?: object;
  leftOn?: string | null;
  drafts?: (() => Response)[];
  filings?: (() => Response)[];
}

/** The id under which it is filed; another one if the same was filed before. */
const filedAnswer = (consultationId: unknown) =>
  HttpResponse.json({ consultationId, stream: 'member-m-1', revision: '9', position: '9' });

/** A server with somebody signed in, and what it was asked. */
function portal({ runs = true, insured = {}, leftOn = null, drafts = [], filings = [] }: Answers = {}) {
  const asked: Record<string, unknown>[] = [];
  const filed: Record<string, unknown>[] = [];
  const downloads: string[] = [];
  server.use(
    http.get('/api/authentication', () =>
      HttpResponse.json({ user: withRights({ username: 'mei', name: 'Mei Tran', role: 'Staff', planId: null }) }),
    ),
    http.get('/api/members', () => HttpResponse.json([{ ...amara, leftOn }])),
    http.get('/api/members/m-1/feeComparisons', () => HttpResponse.json(runs ? compared : [])),
    http.get('/api/insuranceCalculation/member', () =>
      HttpResponse.json({
        dateOfBirth: '1984-03-14',
        gender: 'Female',
        ...insured,
        quotedBefore: runs ? [quoted] : [],
      }),
    ),
    http.get('/api/members/m-1/consultations', () =>
      HttpResponse.json(
        filed.length === 0
          ? []
          : [{ consultationId: 'c-1', at: '2026-11-30T01:00:00.000Z', filedBy: 'Mei Tran', parts: ['fees', 'asfa'] }],
      ),
    ),
    http.get('/api/members/m-1/consultations/:id/pdf', ({ params }) => {
      downloads.push(String(params['id']));
      return new HttpResponse('%PDF-', { headers: { 'Content-Type': 'application/pdf' } });
    }),
    http.post('/api/consultations/draft', async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>);
      return drafts.shift()?.() ?? HttpResponse.json(draft);
    }),
    http.post('/api/consultations', async ({ request }) => {
      filed.push((await request.json()) as Record<string, unknown>);
      return filings.shift()?.() ?? filedAnswer(filed.at(-1)!['consultationId']);
    }),
  );
  return { asked, filed, downloads };
}

async function opened() {
  const { user } = openAt(page);
  await screen.findByRole('heading', { name: 'Consultation', level: 1 });
  return {
    user,
    member: async () => {
      await user.type(screen.getByRole('combobox', { name: /^Member/ }), 'march');
      await user.click(await screen.findByRole('option', { name: /Kestrel/ }));
    },
  };
}

const readButton = () => screen.getByRole('button', { name: /^Read / });
const fileButton = () => screen.findByRole('button', { name: 'File and download' });

describe('a consultation', () => {
  it('takes the newest comparison and quotation of the member, and shows what would be filed', async () => {
    const { asked, filed } = portal();
    const { user, member } = await opened();
    expect(readButton()).toBeDisabled();
    await member();
    await screen.findByRole('combobox', { name: 'Cover and need' });
    await user.click(readButton());
    for (const title of ['Fees and net benefit', 'Cover and need', 'Retirement standard', 'Grounds'])
      expect(await screen.findByRole('heading', { name: title, level: 2 })).toBeVisible();
    expect(asked).toEqual([
      {
        memberId: 'm-1',
        fees: { assetId: null, comparisonAssetId: 'I.IDX', otherAssetIds: [], feesAsAt: '2026-11-29' },
        cover: {
          memberId: 'm-1',
          calculationDate: '2026-11-29',
          voluntaryDeathCover: 300_000,
          voluntaryTpdCover: null,
          voluntarySciCover: null,
          need: { debts: 310_000, dependants: 2 },
          selectedMember: {
            memberCategory: 'STAFF',
            salary: 90_000,
            dateOfBirth: null,
            gender: null,
            occupationGroup: 'Standard',
            state: 'VIC',
          },
        },
        asfa: true,
      },
    ]);
    expect(filed).toEqual([]);
  });

  it('takes an earlier comparison, leaves parts out, and needs one of them', async () => {
    const { asked } = portal();
    const { user, member } = await opened();
    await member();
    const fees = await screen.findByRole('combobox', { name: 'Fees and net benefit' });
    // What an earlier release stored without ids cannot be asked again.
    expect(
      within(fees)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      expect.stringMatching(/^Balanced Index/),
      expect.stringMatching(/^Cash, fees of 01\/10\/2026/),
      'Leave it out',
    ]);
    await user.selectOptions(fees, 'Leave it out');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Cover and need' }), 'Leave it out');
    await user.click(screen.getByRole('switch', { name: 'Retirement standard' }));
    expect(screen.getByText('Still needed: something to speak about.')).toBeVisible();
    expect(readButton()).toBeDisabled();
    await user.selectOptions(fees, within(fees).getAllByRole('option')[1]!);
    await user.click(readButton());
    await fileButton();
    expect(asked).toMatchObject([
      { fees: { assetId: 'T.L80', comparisonAssetId: 'T.CASH', feesAsAt: '2026-10-01' }, cover: null, asfa: false },
    ]);
  });

  it('leaves out no investment that was begun to be set beside', async () => {
    portal();
    const { user, member } = await opened();
    await member();
    await user.click(await screen.findByRole('button', { name: 'Add an investment' }));
    expect(screen.getByText('Still needed: the investment beside, or to remove it.')).toBeVisible();
    expect(readButton()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Remove investment C' }));
    await waitFor(() => expect(readButton()).toBeEnabled());
  });

  it('files what was read and saves it, says for whom, and lists it', async () => {
    const { filed, downloads } = portal();
    const { user, member } = await opened();
    await member();
    await screen.findByRole('combobox', { name: 'Cover and need' });
    await user.click(readButton());
    await user.click(await fileButton());
    const { name, number } = content.member;
    expect(await screen.findByText(new RegExp(`Filed for ${name}, ${number}, born`))).toBeVisible();
    expect(filed).toMatchObject([{ memberId: 'm-1', contentSha256: draft.contentSha256, asfa: true }]);
    await waitFor(() => expect(downloads).toEqual([filed[0]!['consultationId']]));
    const before = within(await screen.findByRole('region', { name: 'Filed before' }));
    expect(before.getByText('fees, retirement standard; by Mei Tran')).toBeVisible();
    await user.click(before.getByRole('button', { name: /^PDF, consultation of/ }));
    await waitFor(() => expect(downloads.at(-1)).toBe('c-1'));
  });

  it('files nothing once the form says something else, until it is read again', async () => {
    const { asked } = portal();
    const { user, member } = await opened();
    await member();
    await screen.findByRole('combobox', { name: 'Cover and need' });
    await user.click(readButton());
    await fileButton();
    await user.click(screen.getByRole('switch', { name: 'Retirement standard' }));
    expect(await fileButton()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Read it again' }));
    await waitFor(async () => expect(await fileButton()).toBeEnabled());
    expect(asked.map(({ asfa }) => asfa)).toEqual([true, false]);
  });

  it('reads it again where something changed meanwhile, and sends the same filing again where no answer came', async () => {
    const message = 'What this consultation stands on has changed since you read it. Read it again before you file it.';
    const { asked, filed } = portal({
      filings: [() => HttpResponse.json({ message }, { status: 409 }), () => HttpResponse.error()],
    });
    const { user, member } = await opened();
    await member();
    await screen.findByRole('combobox', { name: 'Cover and need' });
    await user.click(readButton());
    await user.click(await fileButton());
    expect(await screen.findByText(message)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    expect(asked).toHaveLength(2);
    await user.click(await fileButton());
    expect(await screen.findByText('No answer came. Trying again files it once.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^Filed for/)).toBeVisible();
    const [first, second, third] = filed.map(({ consultationId }) => consultationId);
    expect(first).not.toBe(second);
    expect(third).toBe(second);
  });

  it('says where a part cannot be read, and leads to the calculators before there is a run', async () => {
    portal({ runs: false, drafts: [() => HttpResponse.json({ message: 'No balance is known.' }, { status: 400 })] });
    const { user, member } = await opened();
    await member();
    expect(await screen.findByRole('link', { name: 'Compare fees' })).toHaveAttribute(
      'href',
      '/staff/feeComparison?member=m-1',
    );
    expect(screen.getByRole('link', { name: 'Calculate insurance' })).toHaveAttribute(
      'href',
      '/staff/insuranceCalculation?member=m-1',
    );
    await user.click(readButton());
    expect(await screen.findByText('No balance is known.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await fileButton()).toBeEnabled();
  });

  it('asks for birth date and gender where the files name neither, as a quotation needs them', async () => {
    const { asked } = portal({ insured: { dateOfBirth: null, gender: null } });
    const { user, member } = await opened();
    await member();
    expect(await screen.findByText('Still needed: a birth date, a gender.')).toBeVisible();
    await user.type(screen.getByLabelText(/^Birth date/), '14/03/1990{Tab}');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Gender/ }), 'Male');
    await user.click(readButton());
    await fileButton();
    expect(asked).toMatchObject([{ cover: { selectedMember: { dateOfBirth: '1990-03-14', gender: 'Male' } } }]);
    // Without a quotation nobody needs them.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Cover and need' }), 'Leave it out');
    expect(screen.queryByLabelText(/^Birth date/)).toBeNull();
  });

  it('that was filed before is saved again under the id that it has', async () => {
    const { downloads } = portal({ filings: [() => filedAnswer('c-1')] });
    const { user, member } = await opened();
    await member();
    await screen.findByRole('combobox', { name: 'Cover and need' });
    await user.click(readButton());
    await user.click(await fileButton());
    await waitFor(() => expect(downloads).toEqual(['c-1']));
    await user.click(screen.getByRole('button', { name: 'Download it again' }));
    await waitFor(() => expect(downloads).toEqual(['c-1', 'c-1']));
  });

  it('is not for a member who has left, whose filed ones can still be made', async () => {
    portal({ leftOn: '2026-10-15' });
    const { member } = await opened();
    await member();
    await screen.findByRole('combobox', { name: 'Cover and need' });
    expect(screen.getByText('Still needed: a member who is in the plan.')).toBeVisible();
    expect(readButton()).toBeDisabled();
  });
});

describe('the address of a consultation', () => {
  it('names the member by id, from which the page begins again', async () => {
    portal();
    server.use(http.get('/api/members/m-1', () => HttpResponse.json({ ...amara, erased: false })));
    const { user } = openAt(`${page}?member=m-1`);
    await screen.findByRole('combobox', { name: 'Cover and need' });
    await user.click(readButton());
    expect(await fileButton()).toBeEnabled();
  });

  it('says that its member cannot be shown any more', async () => {
    portal();
    server.use(
      http.get('/api/members/m-1', () => HttpResponse.json({ message: 'There is no such member.' }, { status: 404 })),
    );
    openAt(`${page}?member=m-1`);
    expect(await screen.findByText('There is no such member. Choose a member again.')).toBeVisible();
    expect(readButton()).toBeDisabled();
  });
});

describe('the document of a consultation', () => {
  afterEach(() => {
    Reflect.deleteProperty(window, shownContent);
  });

  const document: ConsultationDocument = {
    content,
    consultationId: '0f6b4f6e-6c2e-4a33-9a0f-0d7b6c1f2a11',
    filedAt: '2026-11-30T01:00:00.000Z',
    filedBy: 'Mei Tran',
    contentSha256: 'a'.repeat(64),
  };

  it('draws what an event holds, with who filed it and every table it stands on', async () => {
    Object.assign(window, { [shownContent]: document });
    portal();
    openAt('/documents/consultation');
    const sheet = within(await screen.findByRole('article', { name: 'Consultation' }));
    expect(sheet.getByText('Mei Tran')).toBeVisible();
    expect(sheet.getAllByText(content.member.number)[0]).toBeVisible();
    const grounds = sheet.getByRole('region', { name: 'What it stands on' });
    for (const side of content.fees!.netBenefit.sides) expect(grounds).toHaveTextContent(`${side.mark} ${side.name}`);
    expect(grounds).toHaveTextContent('Premium rates');
    expect(sheet.getByRole('region', { name: 'What was typed' })).toHaveTextContent('Debts$310,000');
    // Nobody can open anything on paper.
    expect(sheet.getByText(/so that no fee counts twice/)).toBeVisible();
    expect(sheet.getByText(/a{64}/)).toBeVisible();
  });

  it('says why there is no quotation, and what is not known beside the standard', async () => {
    const cover = { ...content.cover!, quotation: null, noQuotation: 'The plan has no premium rates.' };
    Object.assign(window, {
      [shownContent]: { ...document, content: { ...content, fees: null, cover, asfa: { known: null } } },
    });
    portal();
    openAt('/documents/consultation');
    const sheet = within(await screen.findByRole('article', { name: 'Consultation' }));
    expect(sheet.getByText('The plan has no premium rates.')).toBeVisible();
    expect(sheet.getByText(/^No figures of this member are known yet/)).toBeVisible();
    expect(sheet.queryByRole('region', { name: 'Fees and net benefit' })).toBeNull();
  });
});
