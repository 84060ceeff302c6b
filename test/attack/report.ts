import { groupBy } from '@superscope/domain/group-by';
import { secrets } from './claims.js';
import { textTable } from '../bench/table.js';
import type { AttackScore } from './judge.js';
import type { PublishingCost } from './publishing-cost.js';
import { budgetRows, type BudgetLine } from './budget/budget.js';
import type { UpgradeScore } from './recency/upgrade-attack.js';

export interface AttackReport {
  mechanism: string;
  scores: readonly AttackScore[];
  costs: readonly PublishingCost[];
  /** Simulated plans whose months are published again without the rows of members who had left. */
  upgrades: readonly UpgradeScore[];
  /** What is told of each secret of the catalogue in simulated plans. */
  budget: readonly BudgetLine[];
  missed: readonly string[];
  /** The number of facts that were read in two ways. */
  compared: number;
  /** Number of members by plan. */
  sizes: ReadonlyMap<string, number>;
}

const told = [
  ...['counts of few: right of told', 'by chance', 'sure: right of told'],
  ...[...secrets, 'balance 10 %', '20 %', 'salary 3 dollars', '10 %'],
];

const whole = (value: number) => value.toLocaleString('en-AU', { maximumFractionDigits: 0 });
const ofClaimed = (right: number, claimed: number) => (claimed === 0 ? '-' : `${whole(right)} of ${whole(claimed)}`);
const figure = (value: number | null, digits = 1) => (value === null ? '-' : value.toFixed(digits));
const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0);

/** The sums of some scores. Members and balances: right claims of all confident ones, and for members those right by the prior. */
function toldBy(scores: readonly AttackScore[]): string[] {
  const claimed = sum(scores, ({ groups }) => groups.claimed);
  const members = secrets.map((secret) => {
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
    whole(sum(scores, ({ salaries }) => salaries.within3Dollars)),
    whole(sum(scores, ({ salaries }) => salaries.within10Percent)),
  ];
}

/** A row for each attack and plan. */
const attackRows = ({ scores, sizes }: AttackReport): string[][] => [
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
  const posteriors = scores.filter(({ attack }) => attack.startsWith('posterior'));
  const rows = [...groupBy(posteriors, ({ planId }) => planId)].map(([planId, those]) => [
    whole(sizes.get(planId)!),
    ...secrets.map((secret) => {
      const [made, right, rightByPrior] = (['made', 'right', 'rightByPrior'] as const).map((name) =>
        sum(those, ({ members }) => members[secret].guesses[name]),
      ) as [number, number, number];
      return made === 0 ? '-' : `${figure((100 * rightByPrior) / made, 0)} %, ${figure((100 * right) / made, 0)} %`;
    }),
  ]);
  const [first, ...others] = secrets;
  return [['plan of', `${first}: prior, attack`, ...others], ...rows];
}

function costRows({ costs }: AttackReport): string[][] {
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

/** Right claims of all claims about sign-ins, in brackets those right by the prior, before and after an upgrade. */
function upgradeRows({ upgrades }: AttackReport): string[][] {
  const told = ({ sure, right, byPrior }: UpgradeScore['before']) =>
    sure === 0 ? '-' : `${ofClaimed(right, sure)} (${whole(byPrior)})`;
  return [
    ['plan of', 'secret', 'claims about', 'before the upgrade', 'before and after it'],
    ...upgrades.map(({ members, secret, claims, before, after }) => [
      whole(members),
      secret,
      whole(claims),
      told(before),
      told(after),
    ]),
  ];
}

export function reportText(report: AttackReport): string {
  const tables = [
    attackRows(report),
    guessRows(report),
    upgradeRows(report),
    budgetRows(report.budget),
    costRows(report),
  ].map((rows) => textTable(rows, []));
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
  return `${[totalRows(report), guessRows(report), upgradeRows(report), budgetRows(report.budget), costRows(report)].map(markdown).join('\n\n')}\n`;
}
