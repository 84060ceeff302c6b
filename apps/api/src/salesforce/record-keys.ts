import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { id } from '@superscope/domain/shape';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** The forms of external ids about members, with the member's id and the campaign's. Salesforce may have them in capitals. */
const forms: Partial<Record<ExportObject, RegExp>> = {
  contacts: new RegExp(`^(?<member>${uuid})$`, 'i'),
  campaignMembers: new RegExp(`^(?<campaign>[\\w.-]{1,100})\\.(?<member>${uuid})$`, 'i'),
  activities: new RegExp(`^(?<member>${uuid})\\.[\\w.-]{1,200}$`, 'i'),
  scores: new RegExp(`^(?<member>${uuid})\\.\\d{4}-\\d{2}$`, 'i'),
};

/** What an external id of an object says. */
export interface RecordKey {
  memberId: string | null;
  /** Of a campaign member. */
  campaignId: string | null;
}

/** Null if it is not of the form that the portal gives ids of the object. */
export function recordKeyOf(object: ExportObject, key: string): RecordKey | null {
  const form = forms[object];
  if (form === undefined) return id(key) ? { memberId: null, campaignId: null } : null;
  const groups = form.exec(key)?.groups;
  if (groups === undefined) return null;
  return { memberId: groups['member']!.toLowerCase(), campaignId: groups['campaign'] ?? null };
}
