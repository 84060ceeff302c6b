import { CrmRefused } from '../crm.js';

/** Salesforce takes 150 MB a job after an encoding in base64, which makes a third more of it. */
export const mostUploadBytes = 100 * 1024 ** 2;
const partCharacters = 64 * 1024;

/**
 * The text of a file in parts for the network. `failure` is the error of its source, if that failed, because a broken upload does not tell
 * its cause.
 */
export function uploadParts(csv: AsyncIterable<string>): {
  parts: AsyncIterable<Uint8Array>;
  failure: () => unknown;
} {
  let failure: unknown = null;
  async function* parts(): AsyncGenerator<Uint8Array> {
    let waiting: string[] = [];
    let characters = 0;
    let bytes = 0;
    const taken = (): Uint8Array => {
      const part = Buffer.from(waiting.join(''), 'utf8');
      bytes += part.length;
      if (bytes > mostUploadBytes) throw new CrmRefused('This file is larger than the 100 MB that a job takes.');
      waiting = [];
      characters = 0;
      return part;
    };
    try {
      for await (const text of csv) {
        waiting.push(text);
        characters += text.length;
        if (characters >= partCharacters) yield taken();
      }
      if (characters > 0) yield taken();
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { parts: parts(), failure: () => failure };
}
