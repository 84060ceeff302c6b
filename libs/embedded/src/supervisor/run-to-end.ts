import { describe, SupervisedChild, type ChildOptions } from './child-process.js';

/**
 * Runs a program that does one thing and ends, and logs its output. Rejects with the program's own sentence, or with how it ended, unless
 * it ended with code 0.
 */
export async function runToEnd(options: Omit<ChildOptions, 'args' | 'socket'>): Promise<void> {
  const child = new SupervisedChild({ ...options, args: [], socket: null });
  const said = child.ready.then(
    () => null,
    (error: Error) => error,
  );
  const exit = await child.exited;
  if (exit.code === 0) return;
  throw (await said) ?? new Error(`${options.name} ended ${describe(exit)}.`);
}
