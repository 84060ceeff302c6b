import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import type { User } from '../../../portal/user/user';
import { useRecentlyOpenedQuery } from './find.api';
import {
  allScreens,
  employerOptions,
  looksFor,
  memberOptions,
  planOptions,
  reportOptions,
  type FindOption,
} from './find-options';
import { recentIds } from './recent';

/** What a user opened last, as it is called now; undefined while that is asked. */
export function useRecent(user: User): readonly FindOption[] | undefined {
  const [ids] = useState(() => recentIds(user.username));
  const { members, plans, employers } = looksFor(user);
  const ofKind = (kind: FindOption['kind'], isAsked: boolean) =>
    ids.map((id) => id.split(' ')).filter(([of]) => isAsked && of === kind);
  const opened = {
    members: ofKind('member', members).map(([, id = '']) => id),
    plans: ofKind('plan', plans).map(([, id = '']) => id),
    employers: ofKind('employer', employers).map(([, id = '', planId = '']) => ({ id, planId })),
  };
  const isAsked = Object.values(opened).some(({ length }) => length > 0);
  const { data } = useRecentlyOpenedQuery(isAsked ? opened : skipToken);
  if (isAsked && data === undefined) return undefined;
  const known = [
    ...allScreens(user),
    ...memberOptions(user, data?.members ?? []),
    ...employerOptions(data?.companies ?? []),
    ...planOptions(data?.plans ?? []),
    ...ids.flatMap((id) => (id.startsWith('report ') ? reportOptions(user, id.slice('report '.length)) : [])),
  ];
  return ids.flatMap((id) => known.find((option) => option.id === id) ?? []);
}
