import { sydneyDate } from '@superscope/domain/calendar-dates';
import { attention, listed, well, type Finding } from './findings.js';

export type EngineName = 'Event store' | 'MongoDB' | 'ClickHouse' | 'Kafka';

interface Release {
  /** The beginning of its version numbers. */
  series: string;
  product: string;
  licence: string;
  /** The last day of its maker's support, yyyy-MM-dd. */
  supportedUntil: string;
}

/**
 * The releases that this version is made for. The days of support are the makers' words of November 2026; where they name a month, its
 * last day counts.
 */
const releases: Readonly<Record<EngineName, readonly Release[]>> = {
  'Event store': [
    {
      series: '24.10',
      product: 'EventStoreDB',
      licence: 'Event Store License v2, which is not open source',
      supportedUntil: '2026-10-31',
    },
  ],
  MongoDB: [
    {
      series: '7.0',
      product: 'MongoDB',
      licence: 'Server Side Public License v1, which is not open source',
      supportedUntil: '2027-08-31',
    },
    {
      series: '8.0',
      product: 'MongoDB',
      licence: 'Server Side Public License v1, which is not open source',
      supportedUntil: '2029-10-31',
    },
  ],
  ClickHouse: [
    { series: '25.8', product: 'ClickHouse', licence: 'Apache License 2.0', supportedUntil: '2026-08-31' },
    { series: '26.3', product: 'ClickHouse', licence: 'Apache License 2.0', supportedUntil: '2027-03-31' },
  ],
  Kafka: [
    { series: '4.1', product: 'Kafka', licence: 'Apache License 2.0', supportedUntil: '2026-09-30' },
    { series: '4.2', product: 'Kafka', licence: 'Apache License 2.0', supportedUntil: '2027-02-28' },
    { series: '4.3', product: 'Kafka', licence: 'Apache License 2.0', supportedUntil: '2027-06-30' },
  ],
};

const kurrent = 'Kurrent License v1, which is not open source';

/** The beginnings of the version numbers that are known to work. */
export const knownSeries = (name: EngineName): string[] => releases[name].map(({ series }) => series);

/** What an engine says of itself. */
export interface EngineSaid {
  version: string;
  /** Whether it is the engine that this product brings along. */
  isEmbedded: boolean;
  /** Whether its maker sells it under a licence of its own. */
  isCommercial?: boolean;
}

/** Whether this version of an engine is known to work, under which licence it is, and whether it is still supported. */
export function versionCheck(name: EngineName, said: EngineSaid, now: Date, of: string = name): Finding {
  const { version, isEmbedded, isCommercial = false } = said;
  if (isEmbedded) return well(of, `Embedded in the portal (${version}), under the portal's own licence (MIT).`);
  const release = releases[name].find(({ series }) => version === series || version.startsWith(`${series}.`));
  if (release === undefined) return unlisted(name, version, of);
  const { product, supportedUntil } = release;
  const licence = isCommercial ? 'a commercial licence of its maker' : release.licence;
  if (sydneyDate(now) > supportedUntil)
    return attention(
      of,
      `${product} ${version} is known to work, but its maker's support ended on ${supportedUntil}. Licence: ${licence}.`,
      'Plan its upgrade: docs/decisions/0039-engine-clients.md names the successor and what it takes.',
    );
  return well(of, `${product} ${version}, known to work and supported until ${supportedUntil}. Licence: ${licence}.`);
}

function unlisted(name: EngineName, version: string, of: string): Finding {
  const known = listed(releases[name].map(({ product, series }) => `${product} ${series}`));
  // Since version 25 the event store is named KurrentDB.
  const isKurrent = name === 'Event store' && Number.parseInt(version, 10) >= 25;
  const called = isKurrent ? `KurrentDB ${version} (${kurrent})` : `Version ${version}`;
  return attention(
    of,
    `${called} is not among the releases known to work with this version of the portal: ${known}.`,
    'Run the contract suite against it before you rely on it (docs/testing.md, Real servers).',
  );
}
