import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { superScore } from '../../features/super-score/super-score.feature';
import { systemHealth } from '../../features/system-health/system-health.feature';
import type { Page } from '../../portal/feature';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';

type Loading = Extract<Page, { load: unknown }>;

afterEach(() => vi.unstubAllGlobals());

it('Only the code of the pages that the user may open next is prefetched, once the current page is drawn', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  const [next, forbidden] = [superScore, systemHealth].map(({ pages }) =>
    vi.spyOn(pages[0] as Loading, 'load').mockResolvedValue(() => null),
  );
  portal({ user: dana });
  openAt('/dashboard');
  expect(await screen.findByText('1,284')).toBeVisible();
  await waitFor(() => expect(next).toHaveBeenCalled());
  expect(forbidden).not.toHaveBeenCalled();
});
