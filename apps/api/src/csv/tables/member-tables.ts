import { inOrder } from '@superscope/domain/event';
import { memberStream, recordActivity, recordMember, requestContact } from '@superscope/domain/member/member';
import type {
  ActivityType,
  ContactReason,
  MemberActivity,
  MemberDetails,
} from '@superscope/domain/member/member.events';
import { innerId } from '@superscope/domain/outside-id';
import { atLine, rowTable } from './import-table.js';

export const members = rowTable({
  table: 'members',
  stream: memberStream,
  oftenNew: true,
  item: (row, { platformId, planId, memberId }, { references, fail }) => {
    const companyId = innerId(platformId, row.companyId);
    const planOfCompany = references.companies.get(companyId);
    if (planOfCompany === undefined) fail('companyId', `There is no employer ${row.companyId} on this platform.`);
    else if (planOfCompany !== planId) fail('companyId', `The employer ${row.companyId} is not one of this plan.`);
    if (row.categoryId !== null && !references.plans.get(planId)?.categories.has(row.categoryId))
      fail('categoryId', `The plan has no member category ${row.categoryId}.`);
    if (row.joinDate !== null && row.exitDate !== null && row.exitDate < row.joinDate)
      fail('exitDate', 'A member can not leave before joining.');
    const { categoryId, gender, addressState, accountType, occupationalRating, joinDate, exitDate } = row;
    const data: MemberDetails = {
      ...{ memberId, platformId, planId, companyId, categoryId },
      birthMonth: row.dateOfBirth?.slice(0, 7) ?? null,
      ...{ gender, addressState, accountType, occupationalRating, joinDate, exitDate },
      emailAddressProvided: row.emailAddress !== null,
      mobileNumberProvided: row.mobileNumber !== null,
      taxFileNumberProvided: row.taxFileNumberProvided ?? false,
      personal: {
        memberNumber: row.memberId,
        login: row.login,
        surname: row.surname,
        givenName: row.givenName,
        dateOfBirth: row.dateOfBirth,
        emailAddress: row.emailAddress,
        mobileNumber: row.mobileNumber,
      },
    };
    return { id: memberId, data };
  },
  decide: (rows, { acceptedOn }) =>
    inOrder(
      memberStream,
      rows.map(([line, data]) => atLine(line, recordMember(data, acceptedOn))),
    ),
});

interface ContactRequest {
  at: string;
  reason: ContactReason;
  status: string | null;
}

export const contactRequests = rowTable({
  table: 'contactRequests',
  stream: memberStream,
  item: ({ at, reason, status }, { memberId }) => {
    const data: ContactRequest = { at, reason, status };
    return { id: memberId, data };
  },
  decide: (rows) =>
    inOrder(
      memberStream,
      rows.map(([line, { at, reason, status }]) => atLine(line, requestContact(at, reason, status))),
    ),
});

interface Activity {
  type: ActivityType;
  activity: Omit<MemberActivity, 'memberId'>;
}

export const memberEvents = rowTable({
  table: 'memberEvents',
  stream: memberStream,
  item: (row, { memberId }, { fail }) => {
    if (row.eventType === 'PotentialConsolidationVerified' && row.outcome === null)
      fail('outcome', 'Outcome is required');
    const { effectiveDate, consultant, outcome, notes, fundName } = row;
    // A validation says that the nomination is valid, unless it says that it is not.
    const valid = row.eventType === 'BeneficiaryNominationValidated' ? (row.valid ?? true) : row.valid;
    const data: Activity = {
      type: row.eventType,
      activity: {
        ...{ effectiveDate, consultant, valid, outcome },
        amountCents: row.amount,
        personal: { notes, fundName },
      },
    };
    return { id: memberId, data };
  },
  decide: (rows, { acceptedOn }) =>
    inOrder(
      memberStream,
      rows.map(([line, { type, activity }]) => atLine(line, recordActivity(type, activity, acceptedOn))),
    ),
});
