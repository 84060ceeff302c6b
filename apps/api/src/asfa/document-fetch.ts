import { isIP } from 'node:net';
import { mostDocumentBytes } from '@superscope/contracts/asfa';
import { Agent, fetch, type Response } from 'undici';
import { guardedLookup, PrivateAddress, publicOnly, type LookupRules } from '../platform/http/guarded-lookup.js';
import { Refusal } from '../platform/http/problem.filter.js';

export interface FetchSettings extends LookupRules {
  /** For the whole document, redirects included. */
  milliseconds: number;
  mostBytes: number;
  /** A certificate to trust beside the usual ones. */
  ca?: string;
}

const SETTINGS: FetchSettings = {
  milliseconds: 15_000,
  mostBytes: mostDocumentBytes,
  resolve: publicOnly.resolve,
  isAllowed: publicOnly.isAllowed,
};
const MOST_REDIRECTS = 3;

const refused = (message: string) => new Refusal(400, { message });

export interface FetchedDocument {
  name: string;
  bytes: Uint8Array;
}

/**
 * Fetches a document by https from one of the hosts of a list. The address that a name stands for is looked at as the connection is made, at
 * every redirect again, so that no name leads into a private network. Throws Refusal 400 with a sentence.
 */
export async function fetchDocument(
  address: string,
  hosts: readonly string[],
  settings: FetchSettings = SETTINGS,
): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(settings.milliseconds);
  const agent = new Agent({
    connect: { lookup: guardedLookup(settings), ...(settings.ca !== undefined && { ca: settings.ca }) },
  });
  try {
    let url = checked(address, hosts);
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(url, {
        dispatcher: agent,
        redirect: 'manual',
        signal,
        headers: { accept: 'application/pdf' },
      });
      if (response.status < 300 || response.status > 399) return await bodyOf(response, url, settings.mostBytes);
      await response.body?.cancel();
      if (redirects === MOST_REDIRECTS) throw refused(`${url.hostname} redirects too often.`);
      const location = response.headers.get('location');
      if (location === null) throw refused(`${url.hostname} answered without a document.`);
      url = checked(new URL(location, url).href, hosts);
    }
  } catch (error) {
    throw sentenceOf(error, settings);
  } finally {
    await agent.destroy();
  }
}

/** The URL of an address that may be asked. */
function checked(address: string, hosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) throw refused('This is not the address of a document.');
  if (url.protocol !== 'https:') throw refused('The address must begin with https://.');
  if (url.username !== '' || url.password !== '') throw refused('The address must have no user name or password.');
  if (!hosts.includes(url.hostname) || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0)
    throw refused(`${url.hostname} is not among the hosts from which figures may be read.`);
  return url;
}

async function bodyOf(response: Response, url: URL, mostBytes: number): Promise<FetchedDocument> {
  if (!response.ok) {
    await response.body?.cancel();
    throw refused(`${url.hostname} has no document at this address: it answered ${response.status}.`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += (part as Uint8Array).length;
    if (length > mostBytes)
      throw refused(`The document is larger than ${Math.floor(mostBytes / 1024 ** 2)} MB. Load its pages as a file.`);
    parts.push(part as Uint8Array);
  }
  const last = url.pathname.split('/').at(-1) ?? '';
  return { name: nameOf(last) || url.hostname, bytes: Buffer.concat(parts) };
}

function nameOf(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, 255);
  } catch {
    return path.slice(0, 255);
  }
}

/** The sentence for a failure; failures of ours stay what they are. */
function sentenceOf(error: unknown, { milliseconds }: FetchSettings): unknown {
  if (error instanceof Refusal) return error;
  const { name, cause } = error as { name?: string; cause?: unknown };
  if (name === 'TimeoutError')
    return refused(`The document did not come within ${Math.round(milliseconds / 1000)} seconds.`);
  const refusedAddress = [error, cause].find((each) => each instanceof PrivateAddress);
  if (refusedAddress !== undefined) return refused(refusedAddress.message);
  return refused('The document could not be fetched: no connection to its host.');
}
