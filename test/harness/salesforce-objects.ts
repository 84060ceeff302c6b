import { exportFiles, externalIdField } from '@superscope/api/salesforce/export-files';
import type { SalesforceObject } from './salesforce-organisation.js';

/** The objects of an organisation that takes every file. */
export function salesforceObjects(): Record<string, SalesforceObject> {
  const made: Record<string, { fields: string[]; externalId: string }> = {};
  for (const { crmObject, columns } of Object.values(exportFiles)) {
    const object = (made[crmObject] ??= { fields: [externalIdField], externalId: externalIdField });
    object.fields.push(...columns.filter((column) => !column.includes('.')));
  }
  return made;
}
