import { LogFile } from '@superscope/embedded/supervisor/log-file';

/** Lines of ordinary work, which are of the levels trace, debug and info, and Node's warning about the embedded engines' certificates. */
const ordinary = /^\[[\w-]+\] (\{"level":[123]0,|\(node:\d+\) \[DEP0123\]|\(Use `node --trace-deprecation)/;

/** The log of a portal under development. Warnings, errors and what is printed by hand are shown on the terminal too. */
export class ShownLog extends LogFile {
  override _write(lines: Buffer, encoding: BufferEncoding, done: () => void): void {
    const shown = lines.toString().match(/[^\n]*\n/g) ?? [];
    process.stdout.write(shown.filter((line) => !ordinary.test(line)).join(''));
    super._write(lines, encoding, done);
  }
}
