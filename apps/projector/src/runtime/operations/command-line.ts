import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * The arguments of a tool. `--help` prints `usage` and ends the process. An unknown argument ends it with one
 * sentence and code 1.
 */
export function readCommandLine<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs<T>({ ...config, args });
  } catch (error) {
    // The sentences after the first are Node's hints about dashes, which do not apply to these tools.
    const sentence = (error as Error).message.split(/\.\s|\n/)[0]!;
    process.stderr.write(`${sentence.replace(/\.?$/, '.')}\n${usage}\n`);
    process.exit(1);
  }
}
