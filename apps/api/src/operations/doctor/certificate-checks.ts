import { sydneyDate } from '@superscope/domain/calendar-dates';
import { certificateEnd, endOfFile } from './certificate-end.js';
import { patienceMs, type Examined } from './examined.js';
import { eventStoreAddress } from './event-store-url.js';
import { attention, broken, unknown, well, type Finding } from './findings.js';

const dayMs = 86_400_000;
/** Automatic renewal happens earlier than this. */
const soonDays = 14;

/** When the certificates of the portal and of the engines end, where TLS is used. */
export async function certificateChecks({ settings, now }: Examined): Promise<Finding[]> {
  const asked = endpointsOf(settings).map(async ([of, ask]) => {
    try {
      return certificateCheck(of, await ask(), now());
    } catch {
      return unknown(of, 'It could not be read from here.');
    }
  });
  return Promise.all(asked);
}

type Endpoint = readonly [of: string, ask: () => Promise<Date>];

function endpointsOf(settings: Examined['settings']): Endpoint[] {
  const eventStore = eventStoreAddress(settings.EVENTSTORE_URL);
  const ofStore: Endpoint[] =
    eventStore === null || !eventStore.isTls
      ? []
      : [['Event store', () => certificateEnd(eventStore.host, eventStore.port, patienceMs)]];
  const authority = eventStore?.authorityFile ?? null;
  return [
    ...web('Portal', settings.SUPERSCOPE_PUBLIC_URL, 443),
    ...ofStore,
    ...(authority === null ? [] : [['Authority of the event store', async () => endOfFile(authority)] as const]),
    ...mongoEndpoint('MongoDB', settings.MONGODB_URL),
    ...(settings.VAULT_MONGODB_URL === undefined ? [] : mongoEndpoint('Key vault', settings.VAULT_MONGODB_URL)),
    ...web('ClickHouse', settings.CLICKHOUSE_URL, 8443),
  ];
}

function web(of: string, address: string, usualPort: number): Endpoint[] {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return [];
  return [[of, () => certificateEnd(hostname, Number(port || usualPort), patienceMs)]];
}

/** The first host of a connection string that uses TLS. One with DNS lookup (`mongodb+srv`) names no host. */
export function mongoEndpoint(of: string, url: string): Endpoint[] {
  const [, host, port, query = ''] = /^mongodb:\/\/(?:[^@/]*@)?([^,:/?]+)(?::(\d+))?[^?]*(?:\?(.*))?$/.exec(url) ?? [];
  const settings = new URLSearchParams(query);
  if (host === undefined || ![settings.get('tls'), settings.get('ssl')].includes('true')) return [];
  return [[of, () => certificateEnd(host, Number(port ?? 27_017), patienceMs)]];
}

export function certificateCheck(of: string, end: Date, now: Date): Finding {
  const days = Math.floor((end.getTime() - now.getTime()) / dayMs);
  if (days < 0) return broken(of, `Ended on ${sydneyDate(end)}.`, 'Renew it: deploy/README.md.');
  const said = `Valid until ${sydneyDate(end)}.`;
  return days < soonDays
    ? attention(of, said, 'Renew it, or see why it was not renewed: deploy/README.md.')
    : well(of, said);
}
