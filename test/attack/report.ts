import { groupBy } from '@superscope/domain/group-by';
import { textTable } from '../bench/table.js';
import type { AttackScore } from './judge.js';
import type { PublishingCost } from './publishing-cost.js';

export interface AttackReport {
  mechanism: string;
  scores: readonly AttackScore[];
  costs: readonly PublishingCost[];
  missed: readonly string[];
  /** The number of facts that were read in two ways. */
  compared: number;
  /** Number of members by plan. */
  sizes: ReadonlyMap<string, number>;
}

const told = [
  ...['counts of few: right of told', 'by chance', 'sure: right of told'],
  ...['nomination', 'insurance', 'sign-in', 'balance 10 %', '20 %'],
];

const whole = (value: number) => value.toLocaleString('en-AU', { maximumFractionDigits: 0 });
const ofClaimed = (right: number, claimed: number) => (claimed === 0 ? '-' : `${whole(right)} of ${whole(claimed)}`);
const figure = (value: number | null, digits = 1) => (value === null ? '-' : value.toFixed(digits));
const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0);

/** The sums of some scores. Members and balances: right claims of all confident ones, and for members those right by the prior. */
function toldBy(scores: readonly AttackScore[]): string[] {
  const claimed = sum(scores, ({ groups }) => groups.claimed);
  const members = (['nomination', 'insurance', 'sign-in'] as const).map((secret) => {
    const right = sum(scores, (score) => score.members[secret].right);
    const all = right + sum(scores, (score) => score.members[secret].wrong);
    const byPrior = whole(sum(scores, (score) => score.members[secret].byChance));
    return all === 0 ? ofClaimed(right, all) : `${ofClaimed(right, all)} (${byPrior})`;
  });
  const within20 = sum(scores, ({ balances }) => balances.within20);
  return [
    ofClaimed(
      sum(scores, ({ groups }) => groups.right),
      claimed,
    ),
    claimed === 0 ? '-' : whole(sum(scores, ({ groups }) => groups.byChance)),
    ofClaimed(
      sum(scores, ({ groups }) => groups.sureRight),
      sum(scores, ({ groups }) => groups.sure),
    ),
    ...members,
    whole(sum(scores, ({ balances }) => balances.within10)),
    ofClaimed(within20, within20 + sum(scores, ({ balances }) => balances.wrong)),
  ];
}

/** A row for each attack and plan. */
export const attackRows = ({ scores, sizes }: AttackReport): string[][] => [
  ['attack', 'plan of', ...told],
  ...scores.map((score) => [score.attack, whole(sizes.get(score.planId)!), ...toldBy([score])]),
];

/** A row for each attack, of all plans together. */
export const totalRows = ({ scores }: AttackReport): string[][] => [
  ['attack', ...told],
  ...[...groupBy(scores, ({ attack }) => attack)].map(([attack, those]) => [attack, ...toldBy(those)]),
];

/** Percent of right guesses, by the prior and by the attack. */
export function guessRows({ scores, sizes }: AttackReport): string[][] {
  const rows = scores
    .filter(({ attack }) => attack.startsWith('posterior'))
    .map(({ planId, members }) => [
      whole(sizes.get(planId)!),
      ...Object.values(members).map(({ guesses: { made, right, rightByPrior } }) =>
        made === 0 ? '-' : `${figure((100 * rightByPrior) / made, 0)} %, ${figure((100 * right) / made, 0)} %`,
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
  const compared = `${whole(report.compared)} facts were read in two ways.`;
  return [`Answers are ${report.mechanism}.`, ...tables, compared, verdict].join('\n\n');
}

export function reportMarkdown(report: AttackReport): string {
  const markdown = ([head, ...rows]: string[][]) =>
    [head!, head!.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${[totalRows(report), guessRows(report), costRows(report)].map(markdown).join('\n\n')}\n`;
}
