import { textTable } from '../bench/table.js';
import type { AttackScore, MemberScore } from './judge.js';
import type { PublishingCost } from './publishing-cost.js';

export interface AttackReport {
  mechanism: string;
  scores: readonly AttackScore[];
  costs: readonly PublishingCost[];
  missed: readonly string[];
  /** Members by plan. */
  sizes: ReadonlyMap<string, number>;
}

const heading = [
  'attack',
  'plan of',
  'counts of few: right of told',
  'by chance',
  'sure: right of told',
  'nomination',
  'insurance',
  'sign-in',
  'balance 10 %',
  '20 %',
];

const whole = (value: number) => value.toLocaleString('en-AU', { maximumFractionDigits: 0 });
const ofClaimed = (right: number, claimed: number) => (claimed === 0 ? '-' : `${whole(right)} of ${whole(claimed)}`);
const known = ({ right, wrong }: MemberScore) => ofClaimed(right, right + wrong);
const figure = (value: number | null, digits = 1) => (value === null ? '-' : value.toFixed(digits));

/** Rows of the table of attacks; members and balances are those told with confidence, right of all told. */
export function attackRows({ scores, sizes }: AttackReport): string[][] {
  return [
    heading,
    ...scores.map(({ attack, planId, groups, members, balances }) => [
      attack,
      whole(sizes.get(planId)!),
      ofClaimed(groups.right, groups.claimed),
      groups.claimed === 0 ? '-' : whole(groups.byChance),
      ofClaimed(groups.sureRight, groups.sure),
      known(members.nomination),
      known(members.insurance),
      known(members['sign-in']),
      whole(balances.within10),
      ofClaimed(balances.within20, balances.within20 + balances.wrong),
    ]),
  ];
}

/** Percent of guesses that are right, by the prior and by the attack. */
export function guessRows({ scores, sizes }: AttackReport): string[][] {
  const rows = scores
    .filter(({ attack }) => attack.startsWith('posterior'))
    .map(({ planId, members }) => [
      whole(sizes.get(planId)!),
      ...Object.values(members).map(
        ({ guesses: { made, right, rightByPrior } }) =>
          `${figure((100 * rightByPrior) / made, 0)} %, ${figure((100 * right) / made, 0)} %`,
      ),
    ]);
  return [['plan of', 'nomination: prior, attack', 'insurance', 'sign-in'], ...rows];
}

export function costRows({ costs }: AttackReport): string[][] {
  return [
    [
      ...['plan of', 'average balance', 'score', 'shares', 'shares shown', 'balances by gender and age'],
      ...['shown', 'signs over 1, 3, 12 months right'],
    ],
    ...costs.map((cost) => [
      whole(cost.members),
      `${figure(cost.balance)} %`,
      figure(cost.score, 2),
      `${figure(cost.shares, 2)} pp`,
      `${figure(cost.sharesShown, 0)} %`,
      `${figure(cost.tableBalance)} %`,
      `${figure(cost.tableShown, 0)} %`,
      cost.signs.map((sign) => `${figure(sign, 0)} %`).join(', '),
    ]),
  ];
}

export function reportText(report: AttackReport): string {
  const tables = [attackRows(report), guessRows(report), costRows(report)].map((rows) => textTable(rows, []));
  const verdict =
    report.missed.length === 0
      ? 'Every target is met.'
      : `Targets missed:\n${report.missed.map((line) => `  ${line}`).join('\n')}`;
  return [`Answers are ${report.mechanism}.`, ...tables, verdict].join('\n\n');
}

export function reportMarkdown(report: AttackReport): string {
  const markdown = ([head, ...rows]: string[][]) =>
    [head!, head!.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${[attackRows(report), guessRows(report), costRows(report)].map(markdown).join('\n\n')}\n`;
}
