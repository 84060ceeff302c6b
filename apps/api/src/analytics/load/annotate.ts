import type { Annotation, MemberAnnotation } from '@superscope/contracts/analytics/answer';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { dimensionOf, findMember, measureOf } from '../model/catalogue.js';
import type { Dimension } from '../model/cube-member.js';
import { granularityAnnotation } from '../model/meta.js';

const ofDimension = ({ title, shortTitle, type }: Dimension): MemberAnnotation => ({ title, shortTitle, type });

/** Titles and types of the fields in a query's rows. */
export function annotate(query: NormalizedQuery): Annotation {
  const annotation: Annotation = { measures: {}, dimensions: {}, segments: {}, timeDimensions: {} };
  for (const name of query.measures) {
    const { title, shortTitle, format } = measureOf(name);
    annotation.measures[name] = { title, shortTitle, type: 'number', ...(format ? { format } : {}) };
  }
  for (const name of query.dimensions) annotation.dimensions[name] = ofDimension(dimensionOf(name));
  for (const name of query.segments) {
    const { title, shortTitle } = findMember(name)!;
    annotation.segments[name] = { title, shortTitle, type: 'boolean' };
  }
  for (const { dimension: name, granularity } of query.timeDimensions) {
    if (!granularity) continue;
    const plain = ofDimension(dimensionOf(name));
    annotation.timeDimensions[`${name}.${granularity}`] = { ...plain, granularity: granularityAnnotation(granularity) };
    annotation.timeDimensions[name] = plain;
  }
  return annotation;
}
