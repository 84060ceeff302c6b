import { expect } from 'vitest';
import { pageOfAnEvent, pagesInMenu, pagesOfAMember, testEveryPage } from './every-page.js';

testEveryPage('admin', async () => {
  const paths = await pagesInMenu('admin');
  expect(paths).toContain('/plans');
  expect(paths).toContain('/operations/system-health');
  // A company representative's pages are tested as theirs. Those that no menu leads to are added.
  const others = await pagesInMenu('companyrep');
  const own = paths.filter((path) => !others.includes(path));
  return [...own, '/two-step', '/staff/asfaFigures', await pageOfAnEvent(), ...(await pagesOfAMember())];
});
