import type { PlanAction, PlanActions } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { monthEnd } from '@superscope/domain/calendar-dates';
import { scoredAreas, type ScoredArea } from '@superscope/domain/scoring/super-score';

/** One thing that members can do, with a box to tick. */
export interface ChecklistItem {
  label: string;
  /** Whom it concerns and what it would change, in published figures. */
  figures: string;
  assumes: string;
}

/** What raises the score of a plan, area by area, as an employer may read it. */
export interface Checklist {
  companyName: string;
  planName: string;
  /** dd/MM/yyyy; null before a month is published. */
  figuresOf: string | null;
  score: string;
  areas: readonly { title: string; items: readonly ChecklistItem[] }[];
}

const AREAS: Record<ScoredArea, string> = {
  nominatedBeneficiary: 'Nominated beneficiary',
  accountBalance: 'Account balance',
  lifeInsurance: 'Life insurance',
  investmentApproach: 'Investment approach',
  retirementAdequacy: 'Retirement adequacy',
};

const NOT_PUBLISHED = 'not published';
const WORDS = { '<11': 'fewer than about 11', np: NOT_PUBLISHED, least: NOT_PUBLISHED } as const;
const dayText = (day: string) => day.split('-').reverse().join('/');
const stars = (value: number) => value.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const about = ({ rounded }: PublishedFigure) => (rounded ? 'about ' : '');

const countOf = (of: PublishedFigure): string =>
  of.value === null ? WORDS[of.because ?? 'np'] : `${about(of)}${of.value.toLocaleString('en-AU')}`;

function shareOf(of: PublishedFigure): string | null {
  if (of.because === 'least' && of.least !== undefined) return `about ${of.least} % or more`;
  return of.value === null ? null : `${about(of)}${of.value.toLocaleString('en-AU', { maximumFractionDigits: 1 })} %`;
}

/** 'Members who have nominated nobody: 629 (49 %). If all of them did, the plan's score would change by 0.42 stars.' */
function figuresText({ concerned, members, share, change, margin }: PlanAction): string {
  const part = shareOf(share);
  const whom = `Members who ${concerned}: ${countOf(members)}${part === null ? '' : ` (${part})`}.`;
  if (change.value === null) return `${whom} The change of the score is not published.`;
  const isClear = margin === null || Math.abs(change.value) >= margin;
  return `${whom} If all of them did, the plan’s score would change by ${about(change)}${stars(change.value)} stars${
    isClear ? '' : ', which is within the margin'
  }.`;
}

/** Areas with the lowest score come first; one whose score is not published stands last. */
export function checklistOf(
  names: Pick<Checklist, 'companyName' | 'planName'>,
  score: PlanSuperScore,
  { actions }: PlanActions,
): Checklist {
  const ranked = scoredAreas.toSorted((a, b) => (score.areas[a] ?? 2) - (score.areas[b] ?? 2));
  return {
    ...names,
    figuresOf: score.month === null ? null : dayText(monthEnd(score.month)),
    score: score.score === null ? WORDS[score.withheld.score ?? 'np'] : `${stars(score.score)} of 5 stars`,
    areas: ranked.flatMap((area) => {
      const items = actions
        .filter((action) => action.area === area)
        .map((action) => ({ label: action.label, figures: figuresText(action), assumes: action.assumes }));
      const points = score.areas[area];
      const title = `${AREAS[area]}: ${points === null ? NOT_PUBLISHED : `${stars(points)} of 1`}`;
      return items.length === 0 ? [] : [{ title, items }];
    }),
  };
}
