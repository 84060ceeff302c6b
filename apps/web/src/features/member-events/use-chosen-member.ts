import type { MemberOption, OneMember } from '@superscope/contracts/member-events';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { keepsPlace } from '../../portal/scroll/keeps-place';
import { isUnknown } from '../../portal/api/base.api';
import { useOneMemberQuery } from '../../portal/members/members.api';
import { useCarriedMember, useCarrying, useNotCarrying } from '../../portal/session/carried-member';

/** Said of an address that names nobody because the user emptied the field: nobody is brought there. */
const emptied = { isEmptied: true };
const isEmptied = (state: unknown): boolean => (state as Partial<typeof emptied> | null)?.isEmptied === true;

/**
 * The member whom the page's address names, by the inner id, so that the page can be left and linked to. An address that names nobody is
 * given the member who is carried along.
 */
export function useChosenMember() {
  const [params, setParams] = useSearchParams();
  const { carried } = useCarriedMember();
  const named = params.get('member');
  const { state } = useLocation();
  const brought = named === null && !isEmptied(state) ? carried() : null;
  const id = named ?? brought;
  useEffect(() => {
    if (brought !== null) setParams({ member: brought }, { replace: true, state: keepsPlace });
  }, [brought, setParams]);
  const [found, setFound] = useState<MemberOption | null>(null);
  const { currentData, isError, error } = useOneMemberQuery(id ?? '', { skip: id === null });
  // The lookup's result is used until the server has answered whether the member was erased.
  const known: OneMember | null = found !== null && found.id === id ? { ...found, erased: false } : null;
  const isGone = currentData?.erased === true || isUnknown(error);
  useCarrying(isGone ? undefined : id);
  useNotCarrying(isGone);
  const choose = (member: MemberOption | null) => {
    setFound(member);
    if (member === null) setParams({}, { replace: true, state: { ...keepsPlace, ...emptied } });
    else setParams({ member: member.id }, { replace: true, state: keepsPlace });
  };
  return {
    /** Whether the address names a member, who may still be loading. */
    isNamed: id !== null,
    /** Inner id. */
    memberId: id,
    member: id === null ? null : (currentData ?? known),
    choose,
    /** Why the member did not load; null if nothing failed. */
    failure: id !== null && isError ? error : null,
  };
}
