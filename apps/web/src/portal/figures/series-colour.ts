import type { ShownTheme } from '../../ui/theme';

// Each colour has one meaning. Values that are good or bad run from rust (bad) through gold to teal (good). Ages, salaries and risk
// profiles are ramps of one hue: higher values are darker, and in the dark theme lighter.
// Neighbours differ by CIEDE2000 9.7 or more in simulated protan, deutan and tritan sight.
type Pair = readonly [light: string, dark: string];

const palette = {
  nomination: {
    Binding: ['#0F6356', '#9BE0CF'],
    'Non-binding': ['#56AC9C', '#3E9585'],
    'Expired binding': ['#D9A02B', '#E3B64C'],
    None: ['#B85636', '#C4613F'],
  },
  standard: {
    Inadequate: ['#B85636', '#C4613F'],
    // Neither good nor bad: amber would read as a warning.
    Modest: ['#7C93AE', '#8EA6C4'],
    Comfortable: ['#56AC9C', '#3E9585'],
    Aspirational: ['#0F6356', '#9BE0CF'],
  },
  insurance: {
    None: ['#B85636', '#C4613F'],
    'Under insured': ['#D9A02B', '#E3B64C'],
    'On target': ['#1B7F6D', '#3FA590'],
    'Over insured': ['#2C4F8C', '#8FB2E8'],
  },
  score: {
    '0-1': ['#B04A2B', '#C4552F'],
    '1-2': ['#D07B35', '#E8A35C'],
    '2-3': ['#D9AE4A', '#F0DA94'],
    '3-4': ['#56AC9C', '#4FA898'],
    '4-5': ['#0F6356', '#A6E8D8'],
  },
  gender: {
    Female: ['#7A3E8F', '#C99BDD'],
    Male: ['#4A97C4', '#3F8BB8'],
  },
  age: {
    '30 and below': ['#9FB4DA', '#4A5F97'],
    '31 - 44': ['#7491C8', '#6480BE'],
    '45 - 54': ['#4F6DB0', '#86A2DA'],
    '55 - 64': ['#384F8F', '#AFC5EE'],
    '65+': ['#252F66', '#DCE7FB'],
  },
  salary: {
    '<$30k': ['#B4C283', '#566B35'],
    $30k: ['#97AB5E', '#72893F'],
    $65k: ['#7A9246', '#90A955'],
    $100k: ['#5F7936', '#B0C77A'],
    $150k: ['#465E2A', '#CFE0A6'],
    '>$250k': ['#2F4420', '#EAF3D2'],
  },
  state: {
    NSW: ['#0072B2', '#2F7FBC'],
    VIC: ['#22304F', '#EDF0F7'],
    QLD: ['#C46F9E', '#D98AB6'],
    SA: ['#D55E00', '#E8702A'],
    WA: ['#E0A100', '#F0BE45'],
    TAS: ['#009E73', '#2FB58C'],
    NT: ['#7A4A2B', '#A9744B'],
    ACT: ['#6FB7E6', '#7CC0F0'],
  },
  risk: {
    Cash: ['#DDA7AE', '#7E3B50'],
    Cautious: ['#C97F8C', '#A04E66'],
    Conservative: ['#AF5B6E', '#BF6B82'],
    Moderate: ['#8F4056', '#D78F9F'],
    Assertive: ['#6E2B42', '#E8B5BF'],
    Aggressive: ['#4D1B2F', '#F6DADF'],
  },
} as const satisfies Record<string, Record<string, Pair>>;

export type Family = keyof typeof palette;
const UNKNOWN: Pair = ['#A3ADA8', '#7C8884'];

/** A family's values in their order. */
export const valuesOf = (family: Family): string[] => Object.keys(palette[family]);

/** For series that have no colours of their own. */
export const anyColour = (at: number, theme: ShownTheme): string => {
  const pairs = [palette.state, palette.risk, palette.salary].flatMap((family): Pair[] => Object.values(family));
  return pairs[at % pairs.length]![theme === 'dark' ? 1 : 0];
};

export function seriesColour(family: Family, name: string, theme: ShownTheme): string {
  const pair = (palette[family] as Record<string, Pair>)[name] ?? UNKNOWN;
  return pair[theme === 'dark' ? 1 : 0];
}
