import type { Loaded } from '../../../portal/analytics/loaded';

export type NoFigures = Record<string, never>;

const NOTHING: NoFigures = {};

/** For a page that has words only. */
export const noFigures = (): Loaded<NoFigures> => ({
  data: NOTHING,
  refreshing: false,
  failed: false,
  reference: null,
  retry: () => undefined,
});
