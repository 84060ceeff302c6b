import { readModels } from '@superscope/contracts/read-models/read-models';
import { productStreams } from '@superscope/domain/product-streams';
import { testSecret } from '@superscope/domain/publishing/test-secret.fixture';
import { expect, it } from 'vitest';
import { derivations, projections } from './read-models.js';

it('fills every read model that is declared', () => {
  const filled = new Set([
    ...projections.map(({ readModel }) => readModel),
    ...derivations(testSecret).flatMap(({ announces }) => announces),
  ]);
  expect(readModels.filter((readModel) => !filled.has(readModel))).toEqual([]);
});

it('handles only event types that a stream has', () => {
  const types = new Set(productStreams.flatMap(({ shapes }) => Object.keys(shapes)));
  expect(projections.flatMap(({ handles }) => handles).filter((type) => !types.has(type))).toEqual([]);
});
