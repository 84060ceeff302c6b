import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { ReceiptOperation } from '@superscope/domain/salesforce-batch/salesforce-receipts';

/** The field of each object that holds the product's own id. An erased member has no number, so numbers are never keys. */
export const externalIdField = 'Superscope_Id__c';

export interface ExportFile {
  /** Salesforce's name of the object. */
  crmObject: string;
  /** The files' name. */
  name: string;
  /** After the external id. Salesforce finds the record that a row belongs to by the external id in a column with a point. */
  columns: readonly string[];
  /** Columns that Salesforce takes when a record is created, and refuses when it is changed, as its documentation says. */
  createOnly?: readonly string[];
  /** In characters, where Salesforce's own describe says nothing shorter. */
  lengths?: Readonly<Record<string, number>>;
}

const account = 'Account.Superscope_Id__c';
const contact = 'Contact__r.Superscope_Id__c';

export const exportFiles: Record<ExportObject, ExportFile> = {
  plans: {
    crmObject: 'Account',
    name: 'Account-plans',
    columns: ['Name', 'Type', 'Platform__c', 'Provider__c', 'Started__c', 'Active__c'],
  },
  companies: {
    crmObject: 'Account',
    name: 'Account-employers',
    columns: ['Parent.Superscope_Id__c', 'Name', 'Type', 'ABN__c', 'Industry', 'Active__c'],
  },
  campaigns: {
    crmObject: 'Campaign',
    name: 'Campaign',
    columns: ['Account__r.Superscope_Id__c', 'Name', 'Type', 'StartDate', 'Status', 'IsActive'],
  },
  // What a consultant sees of a member, and nothing else: no birth date, pay, balance, e-mail address or telephone number.
  contacts: {
    crmObject: 'Contact',
    name: 'Contact',
    columns: [account, 'LastName', 'FirstName', 'Member_Number__c', 'Login__c', 'Joined__c', 'Left__c'],
    lengths: { FirstName: 40, LastName: 80 },
  },
  campaignMembers: {
    crmObject: 'CampaignMember',
    name: 'CampaignMember',
    columns: ['Campaign.Superscope_Id__c', 'Contact.Superscope_Id__c', 'Status', 'Sent_On__c', 'Responded_On__c'],
    createOnly: ['Campaign.Superscope_Id__c', 'Contact.Superscope_Id__c'],
  },
  // Without notes, amounts and names of funds, which people write freely.
  activities: {
    crmObject: 'Task',
    name: 'Task',
    columns: ['Contact:Who.Superscope_Id__c', 'Subject', 'ActivityDate', 'Status', 'Superscope_Reason__c'],
  },
  scores: {
    crmObject: 'SuperScore__c',
    name: 'SuperScore',
    columns: [
      contact,
      'Month__c',
      'Score__c',
      'Nominated_Beneficiary__c',
      'Account_Balance__c',
      'Insurance__c',
      'Investment__c',
      'Retirement_Adequacy__c',
    ],
  },
};

/** A row as it is kept: values of contacts are not, but looked up whenever the row is read, so that erasing a member erases them here too. */
export interface ExportRow {
  /** The external id. */
  key: string;
  /** By which the rows of a file are sorted; null for plans. */
  parentId: string | null;
  memberId: string | null;
  /** After the external id; null is an empty field. */
  values: readonly (string | null)[];
  /** Salesforce's own id, of rows to be deleted. */
  crmId?: string;
}

/** Some rows of a file, kept under their digest. */
export interface FilePiece {
  sha256: string;
  rows: number;
}

/** A file, which is one job: within Salesforce's limit. */
export interface FilePart {
  rows: number;
  pieces: readonly FilePiece[];
}

export interface FileManifest {
  rows: number;
  parts: readonly FilePart[];
}

/** What is sent as one kind: an object's rows, or those of erased members. */
export interface Shipment {
  object: ExportObject;
  operation: ReceiptOperation;
}

/** By which steps name a shipment: letters and hyphens. */
export const shipmentKey = ({ object, operation }: Shipment): string =>
  operation === 'delete' ? `${object}-erased` : object;
