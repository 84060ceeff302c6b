import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { readInProcess, type ReadableFile, type ReadingLimits } from '../platform/reading-process.js';
import type { ReportRead } from './read-report.child.js';

const limits: ReadingLimits = { milliseconds: 20_000, megabytes: 384 };
const unreadable = 'It could not be read.';

/** The built file, because a process cannot load TypeScript on Node 20. */
const program = createRequire(import.meta.url).resolve('@superscope/api/reports/read-report.child');

/** Reads PDFs that may be reports in a process of its own, which cannot take this one's memory or time. */
@Injectable()
export class ReportReading {
  async read(file: ReadableFile, gone: AbortSignal): Promise<ReportRead> {
    const answer = await readInProcess(program, [], file, limits, gone);
    return typeof answer === 'string' ? { refused: unreadable } : (JSON.parse(answer.toString('utf8')) as ReportRead);
  }
}
