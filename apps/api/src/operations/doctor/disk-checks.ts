import { statfs } from 'node:fs/promises';
import { inTime, patienceMs, type Examined } from './examined.js';
import { askEventStore } from './event-store-http.js';
import { eventStoreAddress } from './event-store-url.js';
import { attention, broken, unknown, well, type Finding } from './findings.js';

interface Disk {
  of: string;
  free: number;
  total: number;
}

const lowShare = 0.2;
const fullShare = 0.05;
/** With less, a day's data may not fit. */
const leastBytes = 512 * 1024 * 1024;

/** Free space of the data folder, or of the disks that the engines tell of. */
export async function diskChecks(examined: Examined): Promise<Finding[]> {
  const { SUPERSCOPE_DATA: folder, SUPERSCOPE_BACKUPS: backups } = examined.settings;
  const asked = [
    ...(folder === undefined ? [] : [told('Data folder', () => disksOf('Data folder', folder))]),
    ...(backups === undefined ? [] : [told('Backups', () => disksOf('Backups', backups))]),
    told('Event store', () => eventStoreDisks(examined)),
    told('MongoDB', () => mongoDisk(examined)),
    told('ClickHouse', () => clickhouseDisks(examined)),
  ];
  return (await Promise.all(asked)).flat();
}

/** An embedded engine tells of no disk; it is in the data folder. */
async function told(of: string, ask: () => Promise<Disk[] | null>): Promise<Finding[]> {
  try {
    const disks = await inTime(ask());
    if (disks === null) return [];
    return disks.length === 0 ? [unknown(of, untold)] : disks.map(diskCheck);
  } catch {
    return [unknown(of, untold)];
  }
}

const untold = 'It does not say how much is free; let your platform watch it.';

async function disksOf(of: string, folder: string): Promise<Disk[]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return [{ of, free: bavail * bsize, total: blocks * bsize }];
}

async function eventStoreDisks({ settings, eventStoreVersion }: Examined): Promise<Disk[] | null> {
  if ((await eventStoreVersion()).endsWith('-embedded')) return null;
  const address = eventStoreAddress(settings.EVENTSTORE_URL);
  if (address === null) return [];
  const { disks } = await askEventStore(address, patienceMs);
  return disks.map(({ path, free, total }) => ({ of: `Event store ${path}`, free, total }));
}

async function mongoDisk({ mongo }: Examined): Promise<Disk[] | null> {
  const { modules = [] } = (await mongo.db('admin').command({ buildInfo: 1 })) as { modules?: string[] };
  if (modules.includes('superscope-embedded')) return null;
  const { fsTotalSize, fsUsedSize } = (await mongo.db('views').command({ dbStats: 1 })) as {
    fsTotalSize?: number;
    fsUsedSize?: number;
  };
  if (fsTotalSize === undefined || fsUsedSize === undefined) return [];
  return [{ of: 'MongoDB', free: fsTotalSize - fsUsedSize, total: fsTotalSize }];
}

async function clickhouseDisks({ clickhouse, settings }: Examined): Promise<Disk[] | null> {
  const query = 'SELECT name, toFloat64(free_space) AS free, toFloat64(total_space) AS total FROM system.disks';
  const answer = await clickhouse.query({ query, format: 'JSONEachRow' });
  if (answer.response_headers['x-clickhouse-server-display-name'] === 'superscope-embedded' && settings.SUPERSCOPE_DATA)
    return null;
  const disks = await answer.json<{ name: string; free: number; total: number }>();
  return disks.map(({ name, free, total }) => ({ of: `ClickHouse ${name}`, free, total }));
}

export function diskCheck({ of, free, total }: Disk): Finding {
  const share = total === 0 ? 0 : free / total;
  const said = `${gigabytes(free)} of ${gigabytes(total)} are free (${Math.floor(share * 100)} %).`;
  const advice = 'Make room, or give it a larger disk: operations, A disk is full.';
  if (share < fullShare || free < leastBytes) return broken(of, said, advice);
  if (share < lowShare) return attention(of, said, advice);
  return well(of, said);
}

const gigabytes = (bytes: number): string =>
  `${(bytes / 1024 ** 3).toLocaleString('en-AU', { maximumFractionDigits: 1 })} GB`;
