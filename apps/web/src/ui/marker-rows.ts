/**
 * The row of each marker, 0 at the top. A marker goes below those that it would touch. `places` are column indexes in ascending order.
 * Markers touch if they are less than `apart` columns from each other.
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
