import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { headersOf, asPart } from '../watch/spans.ts';
import type { Internet } from './public-address.ts';

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

export interface OutgoingRequest {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

export interface OutgoingLimits {
  internet: Internet;
  /** Cancels it. */
  signal?: AbortSignal;
  /** Milliseconds, with name lookups and redirects. */
  timeout: number;
  maxBytes: number;
  /** Followed for GET; other methods follow none. */
  maxRedirects: number;
}

export interface OutgoingAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** No answer, or one above the limits. The message names no address. */
export class OutgoingFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutgoingFailed';
  }
}

/** Pins checked IP addresses against DNS rebinding. Throws `OutgoingFailed`; any status returns. */
export function guardedFetch(
  address: string,
  limits: OutgoingLimits,
  outgoing: OutgoingRequest = {},
): Promise<OutgoingAnswer> {
  const { method = 'GET', headers } = outgoing;
  return asPart(
    () => ({
      name: method,
      'http.request.method': method,
      'server.address': URL.parse(address)?.hostname ?? 'unknown',
    }),
    async (part) => {
      const traced = { ...outgoing, headers: { ...(part && headersOf(part)), ...headers } };
      const answer = await fetchInTime(address, limits, traced);
      if (part) part.attributes['http.response.status_code'] = answer.status;
      return answer;
    },
  );
}

async function fetchInTime(
  address: string,
  { internet, signal, timeout, maxBytes, maxRedirects }: OutgoingLimits,
  outgoing: OutgoingRequest,
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

/** True for a host with a forbidden IP address. */
export async function leadsInside(
  address: string,
  { internet, signal }: { internet: Internet; signal: AbortSignal },
): Promise<boolean> {
  const url = readUrl(address);
  return !(await addressesOf(url, internet, signal)).every(mayReach(url, internet));
}

/** Such as ECONNREFUSED; messages would repeat the address. */
const reasonOf = (error: unknown) =>
  `not reached (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`;

/** Throws `OutgoingFailed` for other than plain web addresses. */
function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new OutgoingFailed('not a web address');
  }
  if (url.username !== '' || url.password !== '') throw new OutgoingFailed('it has a password');
  return url;
}

/** Throws `OutgoingFailed` for none, or when any is forbidden. */
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
    // Compression could expand without bound.
    'accept-encoding': 'identity',
    'user-agent': 'Portage',
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...outgoing.headers,
  };
  return new Promise((resolve, reject) => {
    // A fresh connection; Node tries all addresses that `lookup` gives.
    const options = { method, agent: false, autoSelectFamily: true, lookup, signal, headers };
    request(url, options)
      .on('response', resolve)
      .on('error', reject)
      // For an unexpected upgrade, which ends with neither event.
      .on('close', () => reject(new OutgoingFailed('it does not answer')))
      .end(body);
  });
}

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
