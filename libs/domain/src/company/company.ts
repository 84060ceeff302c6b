import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { fields, revised, shapesOf, upcastersOf, type PatchOf, type RecordOf } from '../fields.js';
import { sameFields } from '../same-fields.js';
import { day, id } from '../shape.js';

export const companyFields = fields({
  /** `{platformId}.{the file's company id}` */
  companyId: { kind: 'id', needed: true },
  planId: { kind: 'id', needed: true },
  name: { kind: 'name', most: 100, needed: true },
  abn: { kind: 'name', most: 20, isCode: true },
  industry: { kind: 'name', most: 100 },
  active: { kind: 'flag', default: true },
});
export type CompanyDetails = RecordOf<typeof companyFields>;

export type CompanyEvent =
  | DomainEvent<'CompanyRegistered', CompanyDetails>
  | DomainEvent<'CompanyDetailsRevised', CompanyDetails>
  | DomainEvent<'CompanyDeactivated', { companyId: string; on: string }>;

const detailShapes = shapesOf(companyFields);
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
  upcasters: { CompanyRegistered: upcastersOf(companyFields), CompanyDetailsRevised: upcastersOf(companyFields) },
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
  (patch: PatchOf<typeof companyFields>): Decision<Company, CompanyEvent> =>
  (company) => {
    const details = revised(companyFields, company, patch);
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
