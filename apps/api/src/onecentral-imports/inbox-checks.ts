import { Injectable, type OnModuleInit } from '@nestjs/common';
import { tableInSentence } from '@superscope/contracts/csv-table-words';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { OwnChecks, type Finding } from '../platform/checks/own-checks.js';
import { counted, durationText } from '../dev-ops/tree-nodes.js';
import { OutsideSystems } from '../operations/outside-systems.js';
import { Views } from '../platform/engines.module.js';
import { Inbox, noInbox } from './inbox.js';
import { InboxState } from './inbox-state.js';

/** A share is away for moments. After this long somebody should know. */
const awayFiresAfterMs = 5 * 60_000;
/** One api looks every half minute. */
const notLookedAfterMs = 10 * 60_000;
/** A file waits for others of its table, and for engines. One that waits longer does not move. */
const waitsAfterMs = 2 * 60 * 60_000;

const page = {
  name: 'OneCentral imports',
  path: '/staff/onecentralImports',
  right: 'onecentral-imports.manage',
} as const;

/** The inbox among the systems outside and the product's own checks. They name tables and times, and no files. */
@Injectable()
export class InboxChecks implements OnModuleInit {
  constructor(
    private readonly checks: OwnChecks,
    private readonly outside: OutsideSystems,
    private readonly inbox: Inbox,
    private readonly state: InboxState,
    private readonly views: Views,
  ) {}

  onModuleInit(): void {
    const stands = async () => (this.inbox.source === noInbox ? null : this.state.read());
    this.outside.add({
      name: 'OneCentral inbox',
      job: 'Where files to import arrive',
      ask: async () => {
        const state = await stands();
        if (state === null) return null;
        const finding = awayFinding(state, new Date());
        return { answers: finding === null, said: finding?.said ?? lookedText(state.lookedAt) };
      },
    });
    const files = { page, looksAt: 'no file of the inbox failed or is unknown' };
    this.checks.add({
      name: 'InboxAway',
      page,
      looksAt: 'the inbox can be read',
      look: async () => {
        const state = await stands();
        return state && awayFinding(state, new Date());
      },
    });
    this.checks.add({ name: 'InboxFileFailed', ...files, look: async () => failedFinding(await this.needing()) });
    this.checks.add({
      name: 'InboxFileWaits',
      page,
      looksAt: 'files of the inbox are taken within two hours',
      look: async () => waitingFinding(await this.waiting(new Date(Date.now() - waitsAfterMs))),
    });
    this.checks.add({
      name: 'TaxFileNumbersLie',
      title: 'Tax file numbers in the inbox',
      page,
      looksAt: 'no file with tax file numbers lies in the inbox',
      look: async () => lyingFinding((await stands())?.lying ?? []),
    });
  }

  private get documents() {
    return this.views.of(onecentralImportsView);
  }

  /** Files that failed or that nobody recognises, without those that came again under their name and are Complete. */
  private async needing(): Promise<FileToSay[]> {
    const found = await this.documents
      .find({ isDeleted: false, status: { $in: ['Failed', 'Unknown'] }, arrivedAt: { $exists: true } })
      .project<FileToSay>({ table: 1, arrivedAt: 1, status: 1, name: 1 })
      .toArray();
    const again = await this.documents
      .find({ status: 'Complete', name: { $in: found.map(({ name }) => name) }, isOlder: { $ne: true } })
      .project<Pick<FileToSay, 'name' | 'arrivedAt'>>({ name: 1, arrivedAt: 1 })
      .toArray();
    return found.filter(
      (file) =>
        !again.some(({ name, arrivedAt }) => name === file.name && arrivedAt.getTime() > file.arrivedAt.getTime()),
    );
  }

  private waiting(before: Date): Promise<FileToSay[]> {
    return this.documents
      .find({ isDeleted: false, status: { $in: ['Pending', 'Queued'] }, since: { $lt: before } })
      .project<FileToSay>({ table: 1, arrivedAt: 1, status: 1, name: 1 })
      .toArray();
  }
}

export interface FileToSay {
  _id: string;
  /** Only compared, because names may be of persons. */
  name: string;
  table: string | null;
  status: string;
  arrivedAt: Date;
}

interface InboxStands {
  lookedAt: Date | null;
  awaySince: Date | null;
}

const lookedText = (at: Date | null): string => (at === null ? 'Nobody has looked yet.' : 'It answers.');

/** What is said of an inbox that cannot be read, or at which nobody looks. */
export function awayFinding({ lookedAt, awaySince }: InboxStands, now: Date): Finding | null {
  if (awaySince !== null) {
    const awayMs = now.getTime() - awaySince.getTime();
    const said = `the inbox has not been readable for ${durationText(awayMs / 1000)}`;
    if (awayMs >= awayFiresAfterMs) return { state: 'fires', said };
    return { state: 'pending', said: `${said}, fires after ${durationText(awayFiresAfterMs / 1000)}` };
  }
  if (lookedAt === null) return null;
  const unseenMs = now.getTime() - lookedAt.getTime();
  if (unseenMs < notLookedAfterMs) return null;
  return { state: 'fires', said: `nobody has looked at the inbox for ${durationText(unseenMs / 1000)}` };
}

const partOf = ({ _id, table, status, arrivedAt }: FileToSay) => ({
  key: _id,
  label: table === null ? 'a file of no known table' : `a file of ${tableInSentence(table)}`,
  description: `${status}, arrived ${sydneyDate(arrivedAt).split('-').reverse().join('/')} ${sydneyTime(arrivedAt)}`,
});

export function failedFinding(files: readonly FileToSay[]): Finding | null {
  if (files.length === 0) return null;
  const need = files.length === 1 ? 'needs' : 'need';
  return {
    state: 'fires',
    said: `${counted(files.length, 'file')} of the inbox ${need} somebody`,
    parts: files.map(partOf),
  };
}

export function waitingFinding(files: readonly FileToSay[]): Finding | null {
  if (files.length === 0) return null;
  const wait = files.length === 1 ? 'waits' : 'wait';
  const said = `${counted(files.length, 'file')} of the inbox ${wait} for more than ${durationText(waitsAfterMs / 1000)}`;
  return { state: 'fires', said, parts: files.map(partOf) };
}

function lyingFinding(lying: readonly string[]): Finding | null {
  if (lying.length === 0) return null;
  const lie = lying.length === 1 ? 'lies' : 'lie';
  const said = `${counted(lying.length, 'file')} with tax file numbers ${lie} in the inbox in plain text`;
  return {
    state: 'fires',
    said,
    parts: lying.map((key) => ({ key, label: 'a file', description: 'remove it there' })),
  };
}
