import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { applyPatch, type Patch } from '../patch.js';
import { sameFields } from '../same-fields.js';
import { day, flag, id, orNull, text } from '../shape.js';

export interface CompanyDetails {
  /** `{platformId}.{the file's company id}` */
  companyId: string;
  planId: string;
  name: string;
  abn: string | null;
  industry: string | null;
  active: boolean;
}

export type CompanyEvent =
  | DomainEvent<'CompanyRegistered', CompanyDetails>
  | DomainEvent<'CompanyDetailsRevised', CompanyDetails>
  | DomainEvent<'CompanyDeactivated', { companyId: string; on: string }>;

const detailShapes = {
  companyId: id,
  planId: id,
  name: text,
  abn: orNull(text),
  industry: orNull(text),
  active: flag,
};
const shapes: EventShapes<CompanyEvent> = {
  CompanyRegistered: detailShapes,
  CompanyDetailsRevised: detailShapes,
  CompanyDeactivated: { companyId: id, on: day },
};

export type Company = CompanyDetails | null;

export const companyStream: StreamDefinition<Company, CompanyEvent> = {
  category: 'company',
  initial: null,
  shapes,
  idOf: ({ companyId }) => companyId,
  evolve: (company, event) => {
    switch (event.type) {
      case 'CompanyRegistered':
      case 'CompanyDetailsRevised':
        return event.data;
      case 'CompanyDeactivated':
        return company && { ...company, active: false };
      default:
        return company;
    }
  },
};

/** Registers an employer, or revises it where a field differs; an unchanged row writes nothing. */
export const recordCompany =
  (patch: Patch<CompanyDetails, 'companyId' | 'planId' | 'name'>): Decision<Company, CompanyEvent> =>
  (company) => {
    const begun = { ...patch, abn: null, industry: null, active: true };
    const details = applyPatch<CompanyDetails>(company ?? begun, patch);
    if (company === null) return [{ type: 'CompanyRegistered', data: details }];
    return sameFields(company, details) ? [] : [{ type: 'CompanyDetailsRevised', data: details }];
  };

/** Marks an employer as no longer participating from a day on. */
export const deactivateCompany =
  (on: string): Decision<Company, CompanyEvent> =>
  (company) => {
    if (company === null) throw new RuleViolation('not-found', 'There is no such employer.');
    return company.active ? [{ type: 'CompanyDeactivated', data: { companyId: company.companyId, on } }] : [];
  };
