/**
 * The row of each marker, 0 at the top: one goes under those it would touch. `places` are columns in order; markers touch that are less
 * than `apart` columns from each other.
 */
export function markerRows(places: readonly number[], apart: number): number[] {
  const lastOf: number[] = [];
  return places.map((place) => {
    const free = lastOf.findIndex((last) => place - last >= apart);
    const row = free === -1 ? lastOf.length : free;
    lastOf[row] = place;
    return row;
  });
}
