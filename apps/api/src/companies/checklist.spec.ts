import type { PlanAction } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { describe, expect, it } from 'vitest';
import { partOf } from '../documents/zip-part.fixture.js';
import { checklistDocument } from './checklist-document.js';
import { checklistOf, type Checklist } from './checklist.js';

const of = (value: number, more: Partial<PublishedFigure> = {}): PublishedFigure => ({ value, because: null, ...more });
const withheld = (because: '<11' | 'np'): PublishedFigure => ({ value: null, because });
const action = (more: Partial<PlanAction> = {}): PlanAction => ({
  key: 'nominateBeneficiary',
  area: 'nominatedBeneficiary',
  label: 'Nominate a binding beneficiary',
  concerned: 'have nominated nobody',
  assumes: 'A binding nomination that is signed at the end of the month.',
  members: of(629),
  share: of(49),
  change: of(0.42),
  margin: 0.05,
  didBefore: withheld('np'),
  likelyChange: withheld('np'),
  campaigns: [],
  ...more,
});
const score: PlanSuperScore = {
  planId: 'T.K1',
  month: '2020-06',
  score: 3.08,
  members: 1284,
  areas: {
    nominatedBeneficiary: 0.34,
    accountBalance: 0.68,
    lifeInsurance: 0.58,
    investmentApproach: null,
    retirementAdequacy: 0.31,
  },
  withheld: {},
};
const names = { companyName: 'Kestrel Freight', planName: 'Kestrel Freight Group Super Plan' };
const checklist = (...actions: PlanAction[]) =>
  checklistOf(names, score, { planId: 'T.K1', month: '2020-06', actions });

/** The paragraphs of the Word document. */
const wordsOf = async (made: Checklist): Promise<string[]> =>
  partOf(await checklistDocument(made), 'word/document.xml')
    .split('</w:p>')
    .slice(0, -1)
    .map((paragraph) =>
      [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:sym /g)].map(([, text = '☐']) => text).join(''),
    );

describe('the checklist of an employer', () => {
  it('names what raises each area, the lowest score first, with whom it concerns and what it would change', () => {
    const { areas, ...head } = checklist(
      action(),
      action({ key: 'contributeMore', area: 'retirementAdequacy', label: 'Contribute more before tax' }),
    );
    expect(head).toEqual({ ...names, figuresOf: '30/06/2020', score: '3.08 of 5 stars' });
    expect(areas.map(({ title }) => title)).toEqual([
      'Retirement adequacy: 0.31 of 1',
      'Nominated beneficiary: 0.34 of 1',
    ]);
    expect(areas[1]!.items[0]!.figures).toBe(
      'Members who have nominated nobody: 629 (49 %). If all of them did, the plan’s score would change by 0.42 stars.',
    );
  });

  it('says what is not published, and never a number for it', () => {
    const [area] = checklist(
      action({ area: 'investmentApproach', members: withheld('<11'), share: withheld('np'), change: withheld('np') }),
    ).areas;
    expect(area!.title).toBe('Investment approach: not published');
    expect(area!.items[0]!.figures).toBe(
      'Members who have nominated nobody: fewer than about 11. The change of the score is not published.',
    );
    const [rounded] = checklist(
      action({
        members: withheld('np'),
        share: { value: null, because: 'least', least: 90 },
        change: of(0.02, { rounded: true }),
      }),
    ).areas;
    expect(rounded!.items[0]!.figures).toBe(
      'Members who have nominated nobody: not published (about 90 % or more). If all of them did, the plan’s score would change by about 0.02 stars, which is within the margin.',
    );
  });

  it('is a Word document with a box to tick for each action, under its area and beside its figures', async () => {
    const made = checklist(
      action(),
      action({ key: 'contributeMore', area: 'retirementAdequacy', label: 'Contribute more before tax' }),
    );
    const texts = await wordsOf(made);
    expect(texts.slice(0, 4)).toEqual([
      'SuperScore checklist',
      'Kestrel Freight, Kestrel Freight Group Super Plan',
      'SuperScore of the plan: 3.08 of 5 stars. Figures of 30/06/2020.',
      'Retirement adequacy: 0.31 of 1',
    ]);
    const { title, items } = made.areas[1]!;
    const { label, figures, assumes } = items[0]!;
    expect(texts.slice(-5)).toEqual([title, `☐ ${label}`, figures, `Assumes: ${assumes}`, 'Who:\tBy when:']);
    expect(texts.filter((text) => text.startsWith('☐ '))).toHaveLength(2);
  });

  it('says in its document that nothing is published yet', async () => {
    const none = { planId: 'T.K1', month: null, actions: [] };
    expect(await wordsOf(checklistOf(names, { ...score, month: null, score: null }, none))).toEqual([
      'SuperScore checklist',
      'Kestrel Freight, Kestrel Freight Group Super Plan',
      'SuperScore of the plan: not published. No month is published yet.',
      'There is nothing to tick before the first month of the plan is published.',
    ]);
  });
});
