import { z } from 'zod';

/** The parts of an event store's connection string that its HTTP interface needs. */
export interface EventStoreAddress {
  host: string;
  port: number;
  isTls: boolean;
  /** File of the authority that signed its certificate. */
  authorityFile: string | null;
  user: string | null;
  password: string | null;
}

const form = /^[a-z]+(?:\+discover)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)\/?(?:\?(.*))?$/;

/** The first host of a connection string; null if it has another form. */
export function eventStoreAddress(url: string): EventStoreAddress | null {
  const [, user, password, hosts, query = ''] = form.exec(url) ?? [];
  if (hosts === undefined) return null;
  const first = /^(\[[^\]]+\]|[^:,]+)(?::(\d+))?/.exec(hosts);
  if (first === null) return null;
  const settings = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value]));
  return {
    host: first[1]!.replace(/^\[|\]$/g, ''),
    port: Number(first[2] ?? 2113),
    isTls: settings.get('tls') !== 'false',
    authorityFile: settings.get('tlscafile') ?? null,
    user: user === undefined || user === '' ? null : decodeURIComponent(user),
    password: password === undefined ? null : decodeURIComponent(password),
  };
}

const drive = z.object({ availableBytes: z.number(), totalBytes: z.number() });
/** The part of an event store's statistics that tells of its disks, by path. */
export const storeStatistics = z.object({ sys: z.object({ drive: z.record(z.string(), drive) }) });
