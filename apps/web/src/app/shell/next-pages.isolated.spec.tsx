import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { dashboard } from '../../features/dashboard/dashboard.feature';
import type { Feature } from '../../portal/feature';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { features, seenBy } from '../features';

afterEach(() => vi.unstubAllGlobals());

/** Replaces the code of some features' pages, which is much. */
const replaced = (some: readonly Feature[]) =>
  some
    .flatMap(({ pages }) => pages)
    .flatMap((page) => ('load' in page ? [vi.spyOn(page, 'load').mockResolvedValue(() => null)] : []));

// It has modules of its own, because parts that other suites have loaded would be loaded ahead as well.
it('Only the code of the pages that the user may open next is prefetched, once the current page is drawn', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  const seen = seenBy(dana).filter((feature) => feature !== dashboard);
  const next = replaced(seen);
  const forbidden = replaced(features.filter((feature) => feature !== dashboard && !seen.includes(feature)));
  expect([next.length, forbidden.length]).not.toContain(0);
  portal({ user: dana });
  openAt('/dashboard');
  expect(await screen.findByText('1,284')).toBeVisible();
  for (const load of next) await waitFor(() => expect(load).toHaveBeenCalled());
  for (const load of forbidden) expect(load).not.toHaveBeenCalled();
});
