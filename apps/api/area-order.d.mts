export const areaOrder: readonly string[];
