/** The attributes that an employer knows of each employee and may filter or group by, as named by the query service. */
export const publicDimensions = [
  'gender',
  'ageGroup',
  'salaryGroup',
  'addressState',
  'companyId',
  'categoryId',
  'birthGroup',
] as const;
export type PublicDimension = (typeof publicDimensions)[number];

const ofBalances: readonly PublicDimension[] = ['birthGroup'];

/** Whether nothing else than headcounts and average balances is published of groups by these dimensions. */
export const areOfBalances = (names: readonly PublicDimension[]): boolean =>
  names.some((name) => ofBalances.includes(name));

/** Dimensions that one query may combine; the others are queried alone. */
export const combined: readonly PublicDimension[] = ['gender', 'ageGroup', 'salaryGroup', 'addressState'];

/** A group of members by public attributes. The empty cell is the whole plan. */
export type Cell = Readonly<Partial<Record<PublicDimension, string>>>;

export const wholePlan: Cell = {};

export const dimensionsOf = (cell: Cell): PublicDimension[] =>
  publicDimensions.filter((name) => cell[name] !== undefined);

/** A canonical text for a cell. */
export const cellKey = (cell: Cell): string =>
  dimensionsOf(cell)
    .map((name) => `${name}=${cell[name]}`)
    .join('|');

/** Every set of at most `most` dimensions, smallest first, including the empty one. */
export function dimensionSets(most: number): PublicDimension[][] {
  const sets = Array.from({ length: 2 ** publicDimensions.length }, (_, bits) =>
    publicDimensions.filter((_name, at) => (bits & (1 << at)) !== 0),
  );
  const mayBeAsked = (set: PublicDimension[]) =>
    set.length <= 1 || (set.length <= most && set.every((name) => combined.includes(name)));
  return sets.filter(mayBeAsked).sort((a, b) => a.length - b.length);
}
