import { it } from 'vitest';
import type { RealServer } from '../harness/real-server.js';

/** Logs the third-party server that a suite also runs on. A missing but `required` server fails in continuous integration (`CI=true`). */
export function reportServer({ server, sentence }: { server: RealServer | null; sentence: string }, required: boolean) {
  process.stdout.write(`${sentence}\n`);
  if (server === null && required && process.env['CI'] === 'true')
    it('runs on a third-party server', () => {
      throw new Error(sentence);
    });
}
