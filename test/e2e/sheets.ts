import type { Page } from 'playwright-core';

/** The sheets of a report whose contents are taller or wider than the paper, and by how many pixels; what is beyond would be cut off. */
export const sheetsThatOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.pcr-page')].flatMap((sheet) => {
      // Between the head and the foot where there are some.
      const room = sheet.querySelector('.pcr-body') ?? sheet;
      const down = room.scrollHeight - room.clientHeight;
      const right = room.scrollWidth - room.clientWidth;
      return Math.max(down, right) > 1 ? [`${sheet.getAttribute('aria-label')}: ${down} down, ${right} right`] : [];
    }),
  );

/** Waits until a report has everything that it prints. */
export const announced = (page: Page): Promise<void> =>
  page.locator('html[data-page=ready]').waitFor({ state: 'attached' });
