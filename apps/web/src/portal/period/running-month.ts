import { datedFlags } from '@superscope/contracts/analytics/member-names';
import type { DimensionName } from '@superscope/contracts/analytics/names';
import { monthOf } from './period';

/** Whether a dimension says that something happened within a month, so that a running month has only a part of it. */
export const isOfTheMonth = (dimension: DimensionName): boolean =>
  datedFlags.some((flag) => dimension === `Member.${flag}`);

/** Whether a month, yyyy-MM, has not ended by a day. Only exact figures have such months. */
export const isRunning = (month: string | undefined, today: string): boolean =>
  month !== undefined && month >= monthOf(today);
