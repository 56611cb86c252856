import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Internet } from './internet.ts';

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/** A request to an address from outside, or to another service. */
export interface OutgoingRequest {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

/** Under which circumstances to send it. */
export interface OutgoingLimits {
  internet: Internet;
  /** Ends it before it is over. */
  signal?: AbortSignal;
  /** Milliseconds for all of it, name lookups and redirects included. */
  timeout: number;
  /** The most bytes of an answer. */
  maxBytes: number;
  /** Redirects that a GET may follow; other methods follow none. */
  maxRedirects: number;
}

/** The response. */
export interface OutgoingAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A request that got no answer, or one above the limits; the message says why and names no address. */
export class OutgoingFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutgoingFailed';
  }
}

/**
 * Sends a request. Connections are made only to IP addresses that `internet` lets us reach, and to
 * exactly those that were looked at: a name that answers otherwise a moment later leads nowhere else.
 * Each redirect is looked at like the first address. Throws `OutgoingFailed`; an answer of any status
 * is an answer.
 */
export async function guardedFetch(
  address: string,
  { internet, signal, timeout, maxBytes, maxRedirects }: OutgoingLimits,
  outgoing: OutgoingRequest = {},
): Promise<OutgoingAnswer> {
  const timer = AbortSignal.timeout(timeout);
  const limit = signal ? AbortSignal.any([signal, timer]) : timer;
  try {
    let url = readUrl(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const addresses = await allowedAddresses(url, internet, limit);
      const response = await send(url, addresses, { outgoing, signal: limit });
      const next = (outgoing.method ?? 'GET') === 'GET' ? redirectOf(response) : undefined;
      if (next === undefined) return await readAnswer(response, maxBytes);
      response.destroy();
      url = readUrl(next, url);
    }
  } catch (error) {
    if (error instanceof OutgoingFailed) throw error;
    throw new OutgoingFailed(limit.aborted ? 'it took too long' : reasonOf(error), {
      cause: error,
    });
  }
  throw new OutgoingFailed('it is redirected too often');
}

/** Tells if the host of a web address has an IP address that may not be reached. */
export async function leadsInside(
  address: string,
  { internet, signal }: { internet: Internet; signal: AbortSignal },
): Promise<boolean> {
  const url = readUrl(address);
  return !(await addressesOf(url, internet, signal)).every(mayReach(url, internet));
}

/** The code of a failed connection, such as ECONNREFUSED; messages would repeat the address. */
const reasonOf = (error: unknown) =>
  `not reached (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`;

/** An address to connect to. Throws `OutgoingFailed` for any but a plain web address. */
function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new OutgoingFailed('not a web address');
  }
  if (url.username !== '' || url.password !== '') throw new OutgoingFailed('it has a password');
  return url;
}

/**
 * The IP addresses of the host. Throws `OutgoingFailed` when there is none, and when one of them is not
 * to be reached: a name that points inside on top of outside is no honest one.
 */
async function allowedAddresses(
  url: URL,
  internet: Internet,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await addressesOf(url, internet, signal);
  signal.throwIfAborted();
  if (addresses.length === 0) throw new OutgoingFailed('its host is unknown');
  if (!addresses.every(mayReach(url, internet))) {
    throw new OutgoingFailed('its host is not on the public internet');
  }
  return addresses;
}

async function addressesOf({ hostname }: URL, internet: Internet, signal: AbortSignal) {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? [host] : internet.addressesOf(host, signal);
}

const mayReach =
  ({ protocol, port }: URL, internet: Internet) =>
  (address: string) =>
    internet.mayReach(address, Number(port) || (protocol === 'https:' ? 443 : 80));

function send(
  url: URL,
  addresses: string[],
  { outgoing, signal }: { outgoing: OutgoingRequest; signal: AbortSignal },
): Promise<IncomingMessage> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_name, _options, answer) => answer(null, known);
  const { request } = url.protocol === 'https:' ? https : http;
  const { method = 'GET', body } = outgoing;
  const headers = {
    // Refuses compression, which could expand without bound.
    'accept-encoding': 'identity',
    'user-agent': 'Portage',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...outgoing.headers,
  };
  return new Promise((resolve, reject) => {
    // A connection of its own, which no earlier request made; of several addresses the first that
    // answers, for which Node asks `lookup` for all of them.
    const options = { method, agent: false, autoSelectFamily: true, lookup, signal, headers };
    request(url, options)
      .on('response', resolve)
      .on('error', reject)
      // An unexpected upgrade ends with neither event; after either this does nothing.
      .on('close', () => reject(new OutgoingFailed('it does not answer')))
      .end(body);
  });
}

/** Returns the target of a redirect. */
const redirectOf = ({ statusCode, headers }: IncomingMessage): string | undefined =>
  REDIRECTS.includes(statusCode) ? headers.location : undefined;

async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<OutgoingAnswer> {
  try {
    const announced = Number(response.headers['content-length'] ?? 0);
    if (announced > maxBytes) throw new OutgoingFailed('it is too large');
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new OutgoingFailed('it is too large');
      chunks.push(chunk);
    }
    const { statusCode = 0, headers } = response;
    return { status: statusCode, headers, body: Buffer.concat(chunks) };
  } finally {
    response.destroy();
  }
}
