import { monthOf } from '@superscope/domain/calendar-dates';
import { namesOf } from '@superscope/domain/event';
import { nestedRecord, patchOf } from '@superscope/domain/fields';
import { rowValues } from '@superscope/domain/file-check/row-values';
import { birthProblem, canHaveJoined } from '@superscope/domain/member/date-of-birth';
import { memberStream, recordActivity, recordMember, requestContact } from '@superscope/domain/member/member';
import { memberFields } from '@superscope/domain/member/member.events';
import { innerId } from '@superscope/domain/outside-id';
import { eachRow, rowTable } from './import-table.js';

/** Whether a cell has a value; undefined if the file leaves the column out. */
const isGiven = (value: string | null | undefined): boolean | undefined =>
  value === undefined ? undefined : value !== null;

export const members = rowTable({
  table: 'members',
  stream: memberStream,
  oftenNew: true,
  item: (row, { platformId, planId, memberId, memberNumber }, { references, fail }) => {
    const companyId = innerId(platformId, row.companyId);
    const planOfCompany = references.companies.get(companyId);
    if (planOfCompany === undefined)
      fail('companyId', `There is no employer ${row.companyId} on this platform. Import it first, or correct the id.`);
    else if (planOfCompany !== planId)
      fail('companyId', `The employer ${row.companyId} is not one of this plan. Correct its id, or the plan's.`);
    if (row.categoryId && !references.plans.get(planId)?.categories.has(row.categoryId))
      fail('categoryId', `The plan has no member category ${row.categoryId}. Import it first, or correct the id.`);
    if (row.joinDate && row.exitDate && row.exitDate < row.joinDate)
      fail('exitDate', 'A member cannot leave before joining.');
    if (!canHaveJoined(row.dateOfBirth, row.joinDate)) fail('dateOfBirth', birthProblem);
    const patch = patchOf(memberFields, row);
    const data = {
      ...patch,
      memberId,
      platformId,
      planId,
      companyId,
      birthMonth: row.dateOfBirth && monthOf(row.dateOfBirth),
      emailAddressProvided: isGiven(row.emailAddress),
      mobileNumberProvided: isGiven(row.mobileNumber),
      personal: { ...patch.personal, memberNumber },
    };
    return { id: memberId, data };
  },
  standing: ({ details }) => details && rowValues(memberFields, details),
  stateInView: (document) =>
    document.erased || document.platformId === undefined
      ? null
      : { ...memberStream.initial, details: nestedRecord(memberFields, document) },
  decide: eachRow(memberStream, (data, { acceptedOn }) => recordMember(data, acceptedOn)),
});

export const contactRequests = rowTable({
  table: 'contactRequests',
  stream: memberStream,
  item: ({ at, reason, status }, { memberId }) => ({ id: memberId, data: { at, reason, status } }),
  standing: ({ contacts }, { at, reason }) => {
    const found = [...contacts.values()].find((contact) => contact.at === at && contact.reason === reason);
    return found === undefined ? null : { status: found.status };
  },
  decide: eachRow(memberStream, ({ at, reason, status }) => requestContact(at, reason, status)),
});

const userId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A user's id is stored in plain text. Anything else may be a person's name, and is stored as personal data. Undefined: the file has no
 * such column.
 */
function withConsultant<Activity extends { personal: object }>(
  activity: Activity,
  consultant: string | null | undefined,
) {
  if (consultant === undefined) return activity;
  const isId = consultant !== null && userId.test(consultant);
  const personal = { ...activity.personal, consultantName: isId ? null : consultant };
  return { ...activity, consultant: isId ? consultant : null, personal };
}

const ofMembers = namesOf(memberStream);

export const memberEvents = rowTable({
  table: 'memberEvents',
  stream: memberStream,
  item: (row, { memberId }, { fail }) => {
    if (row.eventType === ofMembers.PotentialConsolidationVerified && !row.outcome)
      fail('outcome', 'Outcome is required');
    const { effectiveDate, consultant, outcome, notes, fundName } = row;
    // A validation means that the nomination is valid unless the row says otherwise.
    const valid = row.eventType === ofMembers.BeneficiaryNominationValidated ? (row.valid ?? true) : row.valid;
    const activity = { effectiveDate, valid, outcome, amountCents: row.amount };
    const personal = { notes, fundName };
    return {
      id: memberId,
      data: { type: row.eventType, activity: withConsultant({ ...activity, personal }, consultant) },
    };
  },
  addedValues: ({ activity: { amountCents } }) => ({ amount: amountCents == null ? null : amountCents / 100 }),
  decide: eachRow(memberStream, ({ type, activity, place }, { acceptedOn }) =>
    recordActivity(type, activity, acceptedOn, place),
  ),
});
