import { exportFiles, externalIdField } from '@superscope/api/salesforce/export-files';
import type { SalesforceObject } from './salesforce-organisation.js';

const required: Readonly<Record<string, readonly string[]>> = {
  Account: ['Name'],
  Contact: ['LastName'],
  Campaign: ['Name'],
  CampaignMember: ['Status'],
};
const lengths: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Contact: { FirstName: 40, LastName: 80 },
  Campaign: { Name: 80 },
};

/** The objects of an organisation that takes every file, and refuses of its rows what Salesforce does. */
export function salesforceObjects(): Record<string, SalesforceObject> {
  const made: Record<string, SalesforceObject & { fields: string[]; relations: string[] }> = {};
  for (const { crmObject, columns, createOnly = [] } of Object.values(exportFiles)) {
    const object = (made[crmObject] ??= {
      fields: [externalIdField],
      relations: [],
      externalId: externalIdField,
      required: required[crmObject] ?? [],
      lengths: lengths[crmObject] ?? {},
      createOnly,
    });
    for (const column of columns) {
      const list = column.includes('.') ? object.relations : object.fields;
      if (!list.includes(column)) list.push(column);
    }
  }
  return made;
}
