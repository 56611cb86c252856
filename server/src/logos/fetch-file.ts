import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Internet } from './internet.ts';
import { LogoUnusable } from './logo-unusable.ts';

/** The most bytes of a logo; one of 400 × 400 pixels (spec 2 §9) is a tenth of it. */
export const LARGEST_FILE = 512 * 1024;

/** How long the whole of it may take, looking up names and redirects included, in milliseconds. */
const LONGEST_FETCH = 5_000;

/** How often it may be sent on, as from `http:` to `https:` and to another host. */
const MOST_REDIRECTS = 2;

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

const HEADERS = {
  accept: 'image/png, image/jpeg, image/gif',
  // What is compressed could unfold to anything.
  'accept-encoding': 'identity',
  'user-agent': 'Portage (logos for shipping labels)',
};

/** Under which circumstances to fetch. */
export interface FetchOptions {
  internet: Internet;
  /** Ends it before it is over. */
  signal: AbortSignal;
  /** How long it may take, in milliseconds. */
  longest?: number;
}

/**
 * The file at an address that somebody else named. Connections are made only to IP addresses that
 * `internet` lets us reach, and to exactly those that were looked at: a name that answers otherwise
 * a moment later leads nowhere else. Each redirect is looked at like the first address. Raises
 * `LogoUnusable`, also for a file above `LARGEST_FILE`.
 */
export async function fetchFile(
  address: string,
  { internet, signal, longest = LONGEST_FETCH }: FetchOptions,
): Promise<Buffer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
  try {
    let url = readUrl(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await request(url, await allowedAddresses(url, internet, limit), limit);
      const next = redirectOf(response);
      if (next === undefined) return await readBody(response);
      response.destroy();
      url = readUrl(next, url);
    }
  } catch (error) {
    if (error instanceof LogoUnusable) throw error;
    throw new LogoUnusable(limit.aborted ? 'it took too long' : reasonOf(error), { cause: error });
  }
  throw new LogoUnusable('it is redirected too often');
}

/** The code of a failed connection, such as ECONNREFUSED; messages would repeat the address. */
const reasonOf = (error: unknown) =>
  `not reached (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`;

/** An address to connect to. Raises `LogoUnusable` for any but a plain web address. */
function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new LogoUnusable('not a web address');
  }
  if (url.username !== '' || url.password !== '') throw new LogoUnusable('it has a password');
  return url;
}

/**
 * The IP addresses of the host. Raises `LogoUnusable` when there is none, and when one of them is not
 * to be reached: a name that points inside on top of outside is no honest one.
 */
async function allowedAddresses(
  { hostname, protocol, port }: URL,
  internet: Internet,
  signal: AbortSignal,
): Promise<string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await internet.addressesOf(host, signal);
  signal.throwIfAborted();
  if (addresses.length === 0) throw new LogoUnusable('its host is unknown');
  const usedPort = Number(port) || (protocol === 'https:' ? 443 : 80);
  if (!addresses.every((address) => internet.mayReach(address, usedPort))) {
    throw new LogoUnusable('its host is not on the public internet');
  }
  return addresses;
}

function request(url: URL, addresses: string[], signal: AbortSignal): Promise<IncomingMessage> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_name, _options, answer) => answer(null, known);
  const { get } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    // A connection of its own, which no earlier request made; of several addresses the first that
    // answers, for which Node asks `lookup` for all of them.
    const options = { agent: false, autoSelectFamily: true, lookup, signal, headers: HEADERS };
    get(url, options)
      .on('response', resolve)
      .on('error', reject)
      // An upgrade that nobody asked for ends with neither; after either this does nothing.
      .on('close', () => reject(new LogoUnusable('it does not answer')));
  });
}

/** Where an answer sends us on to. */
const redirectOf = ({ statusCode, headers }: IncomingMessage): string | undefined =>
  REDIRECTS.includes(statusCode) ? headers.location : undefined;

async function readBody(response: IncomingMessage): Promise<Buffer> {
  try {
    if (response.statusCode !== 200) {
      throw new LogoUnusable(`its host answers ${response.statusCode}`);
    }
    const announced = Number(response.headers['content-length'] ?? 0);
    if (announced > LARGEST_FILE) throw new LogoUnusable('it is too large');
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > LARGEST_FILE) throw new LogoUnusable('it is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}
