import type { Address, GeoPoint } from '@portage/contract/addresses/address';
import type { PlaceSuggestion } from '@portage/contract/addresses/places';
import type { z } from 'zod';
import { guardedFetch, type OutgoingRequest } from '../outgoing/guarded-fetch.ts';
import type { Internet } from '../outgoing/internet.ts';

/**
 * A places service outside, as one adapter speaks to it. Every method rejects when the service does
 * not answer in time, refuses (quota, key) or answers something else than it documents.
 */
export interface PlacesProvider {
  /** The point of a street address; undefined when the service does not know it. */
  pointOf(address: Address): Promise<GeoPoint | undefined>;
  /** Places that complete a text, in Canada and the US; `session` groups the calls of one search. */
  suggest(text: string, session: string | undefined): Promise<PlaceSuggestion[]>;
  /** The address behind a suggestion that came without one; ends the session. */
  find(placeId: string, session: string | undefined): Promise<PlaceSuggestion | undefined>;
}

/** A places service failed; the message says how and holds neither key nor address. */
export class PlacesFailed extends Error {
  /** The HTTP status of the answer, where that says what failed. */
  readonly status: number | undefined;

  constructor(reason: string, status?: number) {
    super(`The places service failed: ${reason}`);
    this.name = 'PlacesFailed';
    this.status = status;
  }
}

/** How long a call may take, in milliseconds: an order being located does not wait longer. */
export const PLACES_TIMEOUT = 3_000;

/** The largest answer that is read, in bytes; those of a search are some kilobytes. */
const MAX_BYTES = 512 * 1024;

/** The way to a places service. */
export interface PlacesNetwork {
  internet: Internet;
  /** Milliseconds; `PLACES_TIMEOUT` outside tests. */
  timeout: number;
}

/** Asks a places service for JSON of a known shape. Rejects with `PlacesFailed` or `OutgoingFailed`. */
export async function askPlaces<T>(
  { internet, timeout }: PlacesNetwork,
  address: URL,
  schema: z.ZodType<T>,
  request: OutgoingRequest = {},
): Promise<T> {
  const limits = { internet, timeout, maxBytes: MAX_BYTES, maxRedirects: 0 };
  const { status, body } = await guardedFetch(address.href, limits, request);
  if (status !== 200) throw new PlacesFailed(`HTTP ${status}`, status);
  const parsed = schema.safeParse(jsonOf(body));
  if (!parsed.success) throw new PlacesFailed('an answer of another shape');
  return parsed.data;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new PlacesFailed('an answer that is no JSON');
  }
}
