/** Why a file could not be made, worded for the person who asked for it. `status` is the answer's status. */
export class NoFile extends Error {
  constructor(
    readonly status: 409 | 429 | 501 | 502 | 504,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const INSTALL = 'Install Chromium, Chrome or Edge on the machine of the renderer, or name one in CHROMIUM_PATH.';

export const noChromium = () => new NoFile(501, `No browser was found that could make this file. ${INSTALL}`);
export const noSuchChromium = (path: string) =>
  new NoFile(501, `CHROMIUM_PATH names ${path}, which is not there. Correct it, or install Chromium and leave it out.`);
export const brokenChromium = (path: string, cause: unknown) =>
  new NoFile(501, `The browser at ${path} did not start, so this file could not be made. ${INSTALL}`, { cause });
export const tooMany = () => new NoFile(429, 'Several files are being made already. Please try again in a moment.');
const within = (seconds: number) => `within ${seconds === 1 ? '1 second' : `${seconds} seconds`}. Please try again.`;
export const tooLate = (seconds: number) => new NoFile(504, `The file was not ready ${within(seconds)}`);
/** Its figures had arrived. */
export const notDrawn = (seconds: number) => new NoFile(504, `The page of this file was not drawn ${within(seconds)}`);
/** `said` is the page's own message about what did not load. */
export const notLoaded = (said: string | null) =>
  new NoFile(502, `${short(said) ?? 'Some figures of this file did not load.'} Please try again.`);
/** `said` is the page's own message in place of its figures. */
export const noFigures = (said: string | null) =>
  new NoFile(409, short(said) ?? 'There are no figures to make this file of.');
/** `said` is why the page would be no good file, which another try does not change. */
export const noGoodFile = (said: string | null) =>
  new NoFile(409, short(said) ?? 'Something stands outside its sheet, so this file was not made.');

const short = (said: string | null) => (said === null || said === '' ? null : said.slice(0, 500));
