import type { Field, Fields } from '@superscope/domain/fields';
import {
  assetFields,
  coverRuleFields,
  feeFields,
  insuranceRateFields,
  mayBeNull,
  occupationFactorFields,
  providerContactFields,
  type PublishedRow,
} from '@superscope/domain/published-table/published-rows';
import { z } from 'zod';
import { documentView } from './document-view.js';
import { fieldValue } from './record-shape.js';

const valueOf = (field: Field): z.ZodType => {
  const value = field.kind === 'decimal' ? z.string() : fieldValue(field);
  if (field.added) return value.nullish();
  return mayBeNull(field) ? value.nullable() : value;
};

const rowOf = <Of extends Fields>(fields: Of) =>
  z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)])),
  ) as unknown as z.ZodType<PublishedRow<Of>>;

/**
 * One publication of a table: a document of its own, so that a later publication leaves it as it was. It counts once it has all its parts
 * (`publications.ts` puts them together).
 */
const publicationsOf = <Of extends Fields>(fields: Of) =>
  ({
    shape: z.object({
      /** The platform, plan or provider that the table belongs to. */
      ownerId: z.string(),
      /** yyyy-MM-dd */
      validFrom: z.string(),
      importId: z.string(),
      /** Number of parts, which its events hold. */
      chunks: z.number(),
      /** Instant (UTC) of the newest part. */
      recordedAt: z.string(),
      /** Rows of each part, by its number from 0. */
      parts: z.record(z.string(), z.array(rowOf(fields))),
    }),
    indexes: [{ ownerId: 1 }],
  }) as const;

/** Investment options of platforms. */
export const assetPublicationsView = documentView({
  collection: 'assetPublications',
  announces: 'figures',
  ...publicationsOf(assetFields),
});

/** Fees of platforms. */
export const feePublicationsView = documentView({
  collection: 'feePublications',
  announces: 'figures',
  ...publicationsOf(feeFields),
});

/** Premium rates of plans. */
export const insuranceRatePublicationsView = documentView({
  collection: 'insuranceRatePublications',
  announces: 'figures',
  ...publicationsOf(insuranceRateFields),
});

/** What occupations do to premiums of plans. A publication is valid from the day of its import. */
export const occupationFactorPublicationsView = documentView({
  collection: 'occupationFactorPublications',
  announces: 'figures',
  ...publicationsOf(occupationFactorFields),
});

/** From and to which age a plan's covers are open, when default cover begins, and loadings. */
export const coverRulePublicationsView = documentView({
  collection: 'coverRulePublications',
  announces: 'figures',
  ...publicationsOf(coverRuleFields),
});

/** Contacts of providers, and those that they have for single plans. A publication is valid from the day of its import. */
export const providerContactPublicationsView = documentView({
  collection: 'providerContactPublications',
  announces: 'providers',
  ...publicationsOf(providerContactFields),
});
