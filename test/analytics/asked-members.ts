// Short names of the members that the suites of published figures query.
export const count = 'MemberSnapshot.countMembers';
export const share = 'MemberSnapshot.shareOfMembers';
export const month = 'MemberSnapshot.month';
export const balance = 'MemberSnapshot.averageTotalAssetsOwned';
export const score = 'SuperScore.averageSuperScore';
export const state = 'Member.addressState';
export const gender = 'Member.gender';
export const age = 'Member.ageGroup';
export const nomination = 'Member.beneficiaryNominationType';
export const noCover = 'Member.noLifeInsurance';
export const engaged = 'Member.engaged';
