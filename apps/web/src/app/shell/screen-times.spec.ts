import { screens } from '@superscope/contracts/screens';
import { screenTimes } from '@superscope/contracts/speed';
import { expect, it } from 'vitest';
import { features } from '../features';
import { screenAt } from './screen-times';

it('Every page behind sign-in is a screen that can be timed, and nothing else is', () => {
  const pages = features
    .filter(({ right }) => right !== 'public')
    .flatMap(({ pages }) => pages.map(({ path }) => path));
  expect(Object.keys(screens).toSorted()).toEqual(pages.toSorted());
});

it('A screen is told of by its path’s template, never by an address', () => {
  expect(screenAt('/audit/events/70-70')).toBe('/audit/events/:place');
  expect(screenAt('/super/analytics/superScore')).toBe('/super/analytics/:metric?');
  expect(screenAt('/plans/TWR.P0002')).toBeNull();
  expect(screenTimes.safeParse({ screens: [{ screen: '/audit/events/70-70', ms: 1 }] }).success).toBe(false);
});
