import type { MemberOption, OneMember } from '@superscope/contracts/member-events';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { keepsPlace } from '../../portal/scroll/keeps-place';
import { useOneMemberQuery } from '../../portal/members/members.api';

/** The member whom the page's address names, by the inner id, so that the page can be left and linked to. */
export function useChosenMember() {
  const [params, setParams] = useSearchParams();
  const id = params.get('member');
  const [found, setFound] = useState<MemberOption | null>(null);
  const { currentData, isError, error } = useOneMemberQuery(id ?? '', { skip: id === null });
  // The lookup's result is used until the server has answered whether the member was erased.
  const known: OneMember | null = found !== null && found.id === id ? { ...found, erased: false } : null;
  const choose = (member: MemberOption | null) => {
    setFound(member);
    setParams(member === null ? {} : { member: member.id }, { replace: true, state: keepsPlace });
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
