import { it } from 'vitest';
import type { RealServer } from '../harness/real-server.js';

/**
 * Says in one line which server that is not ours a suite also runs on, or that there is none. Where `required`, having none is a failure in continuous
 * integration (`CI=true`): there one can always be had.
 */
export function saySoOrFail({ server, sentence }: { server: RealServer | null; sentence: string }, required: boolean) {
  process.stdout.write(`${sentence}\n`);
  if (server === null && required && process.env['CI'] === 'true')
    it('the contract is kept by a server that is not ours', () => {
      throw new Error(sentence);
    });
}
