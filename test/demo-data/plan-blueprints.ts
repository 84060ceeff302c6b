import { nationalState, consultants } from './fictional-people.js';
import { Random } from './random.js';

export interface Provider {
  id: string;
  name: string;
}
export interface Platform {
  id: string;
  name: string;
  shortName: string;
  providerId: string;
  trusteeName: string;
  trusteeAfsl: string;
  microsite: string;
}

export const providers: readonly Provider[] = [
  { id: 'TALLOWOOD', name: 'Tallowood Retirement Pty Ltd' },
  { id: 'LANTERN', name: 'Lantern Bay Super Services Pty Ltd' },
];
// prettier-ignore
export const platforms: readonly Platform[] = [
  { id: 'TWR', name: 'Tallowood Retirement', shortName: 'Tallowood', providerId: 'TALLOWOOD', trusteeName: 'Wattlebird Trustees Limited', trusteeAfsl: '900101', microsite: 'https://tallowood.example.com.au' },
  { id: 'TWS', name: 'Tallowood Select', shortName: 'Select', providerId: 'TALLOWOOD', trusteeName: 'Wattlebird Trustees Limited', trusteeAfsl: '900101', microsite: 'https://select.tallowood.example.com.au' },
  { id: 'LBE', name: 'Lantern Bay Employer Super', shortName: 'Lantern Bay', providerId: 'LANTERN', trusteeName: 'Harbour Light Nominees Limited', trusteeAfsl: '900274', microsite: 'https://lanternbay.example.com.au' },
];

/** An industry's characteristics. `salary` is a factor on the national median. */
export interface Industry {
  name: string;
  femaleShare: number;
  salaryFactor: number;
  occupations: [string, number][];
  words: string[];
}
const collar = (standard: number, professional: number, white: number, highRisk: number): [string, number][] => [
  ['Standard', standard],
  ['Professional', professional],
  ['White collar', white],
  ['High risk', highRisk],
];
// prettier-ignore
const industries: Record<string, Industry> = {
  transport: { name: 'Transport and logistics', femaleShare: 0.44, salaryFactor: 0.98, occupations: collar(62, 6, 22, 10), words: ['Freight', 'Logistics', 'Couriers', 'Coachlines'] },
  health: { name: 'Health care', femaleShare: 0.76, salaryFactor: 0.97, occupations: collar(40, 34, 26, 0), words: ['Health', 'Care', 'Pathology', 'Dental'] },
  mining: { name: 'Mining services', femaleShare: 0.22, salaryFactor: 1.32, occupations: collar(38, 16, 12, 34), words: ['Mining Services', 'Resources', 'Drilling', 'Minerals'] },
  hospitality: { name: 'Accommodation and food', femaleShare: 0.55, salaryFactor: 0.8, occupations: collar(82, 2, 16, 0), words: ['Hotels', 'Hospitality', 'Bakeries', 'Catering'] },
  construction: { name: 'Construction', femaleShare: 0.2, salaryFactor: 1.05, occupations: collar(52, 10, 16, 22), words: ['Builders', 'Civil', 'Joinery', 'Constructions'] },
  education: { name: 'Education', femaleShare: 0.7, salaryFactor: 0.99, occupations: collar(14, 52, 34, 0), words: ['Education', 'Colleges', 'Early Learning', 'Tutoring'] },
  manufacturing: { name: 'Food manufacturing', femaleShare: 0.46, salaryFactor: 0.9, occupations: collar(70, 6, 20, 4), words: ['Foods', 'Dairy', 'Packaging', 'Textiles'] },
  energy: { name: 'Energy', femaleShare: 0.34, salaryFactor: 1.22, occupations: collar(44, 26, 18, 12), words: ['Energy', 'Solar', 'Power', 'Water'] },
  media: { name: 'Media', femaleShare: 0.52, salaryFactor: 1.0, occupations: collar(8, 42, 50, 0), words: ['Media', 'Publishing', 'Studios', 'Broadcasting'] },
  legal: { name: 'Legal services', femaleShare: 0.58, salaryFactor: 1.3, occupations: collar(2, 66, 32, 0), words: ['Legal', 'Advisory', 'Partners', 'Accounting'] },
  technology: { name: 'Technology', femaleShare: 0.36, salaryFactor: 1.28, occupations: collar(6, 54, 40, 0), words: ['Robotics', 'Software', 'Instruments', 'Networks'] },
  retail: { name: 'Retail', femaleShare: 0.6, salaryFactor: 0.82, occupations: collar(74, 2, 24, 0), words: ['Stores', 'Outfitters', 'Garden Centres', 'Grocers'] },
};

export interface PlanBlueprint {
  id: string;
  platformId: string;
  name: string;
  shortName: string;
  companies: string[];
  industry: Industry;
  femaleShare: number;
  salaryFactor: number;
  /** Where a third of the members live; the others are spread like the population. Blank when all are. */
  homeState: string;
  members: number;
  startDate: string;
  superScoreClient: boolean;
  relationshipManager: string;
  /** Its companies are a group with one payroll. Nothing is said of the payroll of other plans. */
  onePayroll: boolean;
  /** Yearly growth of the headcount, and the share of members who leave each month. */
  growthPerYear: number;
  monthlyChurn: number;
  /** Share of members who signed in within 12 months. */
  signedInShare: number;
}

// Sizes at the last month, 3,500 in total. 8, 25, 60, 300 and 1,300 members show every state of published figures. Twelve plans of 30 or
// more members on one platform are enough for rankings and comparisons.
// prettier-ignore
const demo: [name: string, industry: keyof typeof industries, platformId: string, members: number, state: string, since: string, signedIn: number, companies: string[]][] = [
  ['Kestrel Freight Group', 'transport', 'TWR', 1300, '', '2009-07-01', 0.477, ['Kestrel Freight Group Pty Ltd', 'Kestrel Warehousing Pty Ltd', 'Kestrel Coldchain Pty Ltd']],
  ['Bluegum Health', 'health', 'TWR', 400, 'VIC', '2004-02-01', 0.52, ['Bluegum Health Limited', 'Bluegum Home Care Pty Ltd']],
  ['Wattle & Stone', 'construction', 'TWR', 190, 'QLD', '2012-11-01', 0.31, ['Wattle & Stone Builders Pty Ltd']],
  ['Lyrebird Media', 'media', 'TWR', 60, 'NSW', '2016-03-01', 0.61, ['Lyrebird Media Pty Ltd']],
  ['Bilby & Sons', 'construction', 'TWR', 8, 'SA', '2018-08-01', 0.4, ['Bilby & Sons Joinery Pty Ltd']],
  ['Ironbark Mining Services', 'mining', 'TWR', 300, 'WA', '2007-05-01', 0.36, ['Ironbark Mining Services Pty Ltd', 'Ironbark Drilling Pty Ltd']],
  ['Paperbark Education', 'education', 'TWS', 150, 'NSW', '2001-01-01', 0.58, ['Paperbark Education Limited']],
  ['Tidewater Legal', 'legal', 'TWS', 25, 'NSW', '2014-10-01', 0.64, ['Tidewater Legal Pty Ltd']],
  ['Harbourlight Hotels', 'hospitality', 'LBE', 230, 'QLD', '2010-09-01', 0.27, ['Harbourlight Hotels Pty Ltd', 'Harbourlight Events Pty Ltd']],
  ['Coral Coast Foods', 'manufacturing', 'TWR', 110, 'QLD', '2011-04-01', 0.33, ['Coral Coast Foods Pty Ltd']],
  ['Saltbush Energy', 'energy', 'TWR', 75, 'SA', '2015-06-01', 0.55, ['Saltbush Energy Limited', 'Saltbush Storage Pty Ltd']],
  ['Quokka Robotics', 'technology', 'LBE', 14, 'WA', '2019-02-01', 0.6, ['Quokka Robotics Pty Ltd']],
  ['Coolabah Grocers', 'retail', 'TWR', 260, 'NSW', '2006-08-01', 0.29, ['Coolabah Grocers Limited', 'Coolabah Distribution Pty Ltd']],
  ['Pandanus Aged Care', 'health', 'TWR', 160, 'QLD', '2013-07-01', 0.41, ['Pandanus Aged Care Limited']],
  ['Granite Belt Dairy', 'manufacturing', 'TWR', 110, 'QLD', '2008-12-01', 0.35, ['Granite Belt Dairy Pty Ltd']],
  ['Jabiru Software', 'technology', 'TWR', 68, 'ACT', '2017-05-01', 0.63, ['Jabiru Software Pty Ltd']],
  ['Snowgum Accounting', 'legal', 'TWR', 40, 'VIC', '2015-09-01', 0.57, ['Snowgum Accounting Pty Ltd']],
];

/** Named plans without the SuperScore. */
const withoutSuperScore = new Set(['Wattle & Stone', 'Bilby & Sons']);

/** The plan of the demo's company representative. */
export const flagshipPlan = { platformId: 'TWR', planId: 'P0001', companyId: 'P0001-E1' };

const firstWords =
  'Acacia Banksia Boronia Brolga Bunyip Cassia Casuarina Cockatoo Correa Currawong Dingo Dolphin Dryandra Echidna Emu Eucalypt Fantail Finch Galah Gannet Goanna Grevillea Hakea Heron Honeyeater Ibis Jacana Jarrah Karri Kingfisher Koel Kookaburra Kurrajong Lilly-Pilly Lorikeet Magpie Mallee Mangrove Marri Melaleuca Merbau Mulga Myrtle Needlewood Osprey Pelican Plover Possum Quandong Rosella Sandpiper Sheoak Spinifex Sugarglider Telopea Tern Waratah Warbler Wombat Yellowbox'.split(
    ' ',
  );

/**
 * `count` plans with `members` members in total: first the named ones, then generated ones whose sizes span three orders of magnitude with
 * many small plans. `first` fixes the sizes of the first plans, and the others share the rest. Sorted by platform, so that split files are
 * written one by one.
 */
export const planBlueprints = (
  count: number,
  members: number,
  seed: number,
  first: readonly number[] = [],
): PlanBlueprint[] => {
  const random = new Random(seed, 'plans');
  const kinds = Object.keys(industries);
  const plans: PlanBlueprint[] = [];
  for (let i = 0; i < count; i++) {
    const named = demo[i];
    const round = Math.floor((i - demo.length) / firstWords.length);
    const industry = industries[named ? named[1] : kinds[i % kinds.length]!]!;
    const base =
      named?.[0] ?? `${firstWords[i % firstWords.length]!} ${industry.words[round % industry.words.length]!}`;
    const clash = plans.some((plan) => plan.shortName === base);
    const shortName = clash ? `${base} ${round + 1}` : base;
    plans.push({
      id: `P${String(i + 1).padStart(4, '0')}`,
      platformId: named?.[2] ?? platforms[i % platforms.length]!.id,
      name: `${shortName} Super Plan`,
      shortName,
      companies: named?.[7] ?? companiesOf(shortName, random),
      industry,
      femaleShare: named ? industry.femaleShare : clamp(industry.femaleShare + random.between(-0.12, 0.1), 0.2, 0.8),
      salaryFactor: industry.salaryFactor * random.between(0.95, 1.05),
      homeState: named ? named[4] : nationalState(random),
      members: named?.[3] ?? Math.exp(5.1 + 1.25 * random.normal()),
      startDate: named?.[5] ?? `${random.whole(1996, 2018)}-${String(random.whole(1, 12)).padStart(2, '0')}-01`,
      superScoreClient: named ? !withoutSuperScore.has(named[0]) : random.chance(0.85),
      relationshipManager: random.pick(consultants),
      onePayroll: i === 0,
      growthPerYear: i === 0 ? 0.025 : random.between(-0.03, 0.06),
      monthlyChurn: random.between(0.01, 0.02),
      signedInShare: named?.[6] ?? random.between(0.25, 0.65),
    });
  }
  for (const [i, size] of first.entries()) plans[i]!.members = size;
  shareOut(plans.slice(first.length), members - first.reduce((sum, size) => sum + size, 0));
  const platformOrder = platforms.map((platform) => platform.id);
  return plans.sort((a, b) => platformOrder.indexOf(a.platformId) - platformOrder.indexOf(b.platformId));
};

const companiesOf = (shortName: string, random: Random): string[] =>
  ['Pty Ltd', 'Group Pty Ltd', 'Services Pty Ltd']
    .slice(
      0,
      random.weighted([
        [1, 6],
        [2, 3],
        [3, 1],
      ]),
    )
    .map((end) => `${shortName} ${end}`);

/** Scales the sizes to the total, with at least five members per plan. Sizes that already add up stay the same. */
const shareOut = (plans: PlanBlueprint[], members: number): void => {
  const wanted = plans.reduce((sum, plan) => sum + plan.members, 0);
  for (const plan of plans) plan.members = Math.max(5, Math.round((plan.members * members) / wanted));
  let over = plans.reduce((sum, plan) => sum + plan.members, 0) - members;
  const bySize = [...plans].sort((a, b) => b.members - a.members);
  for (let i = 0; over !== 0 && i < 1000 * plans.length; i++) {
    const plan = bySize[i % bySize.length]!;
    if (over > 0 && plan.members <= 5) continue;
    plan.members -= Math.sign(over);
    over -= Math.sign(over);
  }
};

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
