import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import { benchmarksStream, publishBenchmarks, setSuperParameters, superParametersStream } from './dated-figures.js';
import type { BenchmarkRow, SuperParameterRow } from './dated-figures.js';

describe('benchmarks', () => {
  const peer: BenchmarkRow = {
    kind: 'PEER',
    birthYearOrAge: 30,
    gender: 'Male',
    amountCents: 5_800_000,
    validFrom: '2020-07-01',
  };
  const female: BenchmarkRow = { ...peer, gender: 'Female', amountCents: 4_600_000 };

  it('are published where they differ from the current ones', () => {
    const raised = { ...peer, amountCents: 6_000_000 };
    given(benchmarksStream)
      .when(publishBenchmarks([peer, female]))
      .then({ type: 'BenchmarksPublished', data: { rows: [peer, female] } });
    given(benchmarksStream, { type: 'BenchmarksPublished', data: { rows: [peer, female] } })
      .when(publishBenchmarks([raised, female]))
      .then({ type: 'BenchmarksPublished', data: { rows: [raised] } });
  });

  it('of another date are kept separately', () => {
    const later = { ...peer, validFrom: '2021-07-01' };
    given(benchmarksStream, { type: 'BenchmarksPublished', data: { rows: [peer] } })
      .when(publishBenchmarks([peer, later]))
      .then({ type: 'BenchmarksPublished', data: { rows: [later] } });
  });
});

describe('super parameters', () => {
  const cap = (value: number): SuperParameterRow => ({
    name: 'concessionalCapDollars',
    value,
    validFrom: '2021-07-01',
  });

  it('are set once; of two rows with one key the later counts', () => {
    given(superParametersStream)
      .when(setSuperParameters([cap(25_000), cap(27_500)]))
      .then({ type: 'SuperParametersSet', data: { rows: [cap(27_500)] } });
    given(superParametersStream, { type: 'SuperParametersSet', data: { rows: [cap(27_500)] } })
      .when(setSuperParameters([cap(25_000), cap(27_500)]))
      .then();
  });

  it('are split before an event grows too large to store, even with long names', () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ ...cap(i), name: `${'日'.repeat(95)}${i}` }));
    const events = setSuperParameters(rows)(superParametersStream.initial);
    expect(events.flatMap(({ data }) => data.rows)).toEqual(rows);
    for (const { data } of events) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(256 * 1024);
  });

  it('are split into several events when there are many', () => {
    const rows = Array.from({ length: 1001 }, (_, i) => ({ name: `p${i}`, value: i, validFrom: '2021-07-01' }));
    given(superParametersStream)
      .when(setSuperParameters(rows))
      .then(
        { type: 'SuperParametersSet', data: { rows: rows.slice(0, 1000) } },
        { type: 'SuperParametersSet', data: { rows: rows.slice(1000) } },
      );
  });
});
