import type { ShownTheme } from '../../ui/theme';

// Series colours have one meaning each. Judged things run rust > gold > teal; [light theme, dark theme].
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
    Modest: ['#D9A02B', '#E3B64C'],
    Comfortable: ['#56AC9C', '#3E9585'],
    Aspirational: ['#0F6356', '#9BE0CF'],
  },
} as const satisfies Record<string, Record<string, Pair>>;

export type Family = keyof typeof palette;
const UNKNOWN: Pair = ['#A3ADA8', '#7C8884'];

export function seriesColour(family: Family, name: string, theme: ShownTheme): string {
  const pair = (palette[family] as Record<string, Pair>)[name] ?? UNKNOWN;
  return pair[theme === 'dark' ? 1 : 0];
}
