import { spawn } from 'node:child_process';

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Text for the command's input. */
  input?: string;
  timeoutMs?: number;
}

/** Runs a command and returns its output. Throws an error with the end of what it printed if it fails or takes too long. */
export async function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { status, output, errors } = await attempt(command, args, options);
  if (status === 0) return output;
  const said = `${output}${errors}`.trim().split('\n').slice(-25).join('\n');
  throw new Error(`${[command, ...args].join(' ').slice(0, 300)} ended with ${status}:\n${said}`);
}

export interface Ended {
  /** Null if the command could not be started or took too long. */
  status: number | null;
  output: string;
  errors: string;
}

export function attempt(
  command: string,
  args: readonly string[],
  { cwd, env, input, timeoutMs = 600_000 }: CommandOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: timeoutMs });
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => errors.push(bytes));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const end = (status: number | null, more = '') =>
      resolve({
        status,
        output: Buffer.concat(output).toString(),
        errors: `${Buffer.concat(errors).toString()}${more}`,
      });
    child.once('error', (error) => end(null, error.message));
    child.once('close', (status) => end(status));
  });
}

/** Whether a program can be run at all. */
export const has = async (program: string): Promise<boolean> =>
  (await attempt('/bin/sh', ['-c', `command -v ${program}`])).status === 0;
