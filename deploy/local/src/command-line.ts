import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Reads the arguments of a tool. `--help` prints `usage` and ends the process. An unknown argument throws one sentence and `usage`.
 */
export function readCommandLine<T extends ParseArgsConfig>(
  usage: string,
  config: T,
  args: readonly string[] = process.argv.slice(2),
): ReturnType<typeof parseArgs<T>> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs<T>({ ...config, args: [...args] });
  } catch (error) {
    // Node's further sentences are hints about dashes that do not apply to these tools.
    const sentence = (error as Error).message.split(/\.\s|\n/)[0]!;
    throw new Error(`${sentence.replace(/\.?$/, '.')}\n${usage}`, { cause: error });
  }
}
