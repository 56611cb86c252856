import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Caller of an endpoint. The server has one authenticator for each caller, in a table in
 * `api-app.ts`.
 * - `anyone`: no session needed.
 * - `userOrService`: a signed-in person or a service user (API credentials). Only calls of orders,
 *   rates, labels and tracking may say so.
 * - `user`: a signed-in person only.
 * - `owner`: a signed-in person with the role of an owner.
 * - `carrier`: a system of the carrier, by its carrier key.
 * - `shop`: the online shop platform, by its signature over the body.
 * - `shipstation`: the ShipStation account of a merchant, by the merchant's key.
 */
export type Caller =
  'anyone' | 'userOrService' | 'user' | 'owner' | 'carrier' | 'shop' | 'shipstation';

/**
 * A body that the server reads as the bytes that were sent, since the caller signed these: a webhook.
 * The authenticator of the caller verifies the signature before anything parses the body.
 */
export interface RawBody {
  /** The media type of the body. */
  readonly raw: string;
  readonly maxBytes: number;
}

/** A body that is a file and not JSON. */
export interface FileBody {
  readonly mediaTypes: readonly [string, ...string[]];
  readonly maxBytes: number;
}

/**
 * A body of several files: `multipart/form-data` (RFC 7578), each part once and with one of its media
 * types. They are read as they arrive; `maxBytes` is for each.
 */
export interface FormBody {
  readonly parts: Readonly<Record<string, readonly [string, ...string[]]>>;
  readonly maxBytes: number;
}

/** An answer that is a file and not JSON. */
export interface FileResponse {
  readonly mediaTypes: readonly [string, ...string[]];
}

/**
 * An answer of two parts: JSON that reports what was done, and the file that it made, if it made any.
 * It is `multipart/form-data` (RFC 7578), which `Response.formData()` reads: parts `report` and `file`.
 */
export interface ReportedFileResponse {
  readonly report: z.ZodType;
  readonly file: FileResponse;
}

/** Server-sent events, each kind with the shape of its data. */
export interface EventsResponse {
  readonly events: Readonly<Record<string, z.ZodType>>;
}

/** Errors in the shape and with the statuses that a platform outside expects, instead of `Problem`. */
export interface Failure {
  readonly response: z.ZodType;
  /** Maps the status of an error of the catalogue. */
  readonly statusOf: (status: number) => number;
}

/**
 * One call of the API: the single description from which the server validates, serialises and
 * publishes OpenAPI, the portal is typed, and the tests call. `errors` are the errors particular
 * to the endpoint; those that every call may meet (session, validation, body size) go without saying.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the API's base address with `{name}` for parameters, as in OpenAPI. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly mayCall: Caller;
  /** True where the session must have begun a short time ago, such as for changes of users. */
  readonly needsRecentSignIn?: true;
  /**
   * With `needsRecentSignIn`: requires the password of the last 15 minutes from users without a
   * second factor, so that a stolen token cannot add one.
   */
  readonly needsPassword?: true;
  /**
   * Requires a second factor shown in the last 15 minutes, or the password for users without one.
   */
  readonly needsRecentFactor?: true;
  /** True where a person may call who still has to set up the second factor that an owner requires. */
  readonly isForSetUp?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | FileBody | RawBody | FormBody;
  /** The most bytes of a JSON body, where it is not the server's usual limit. */
  readonly maxBytes?: number;
  readonly status: 200 | 201 | 202 | 204;
  readonly response: z.ZodType | FileResponse | ReportedFileResponse | EventsResponse;
  readonly errors: readonly ErrorCode[];
  readonly failure?: Failure;
  /** A write that creates something takes an `Idempotency-Key` header (see docs/tour.md). */
  readonly idempotent?: true;
}

/** Checks a description against the shape while keeping its exact type. */
export function endpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Received<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Arguments of a call; parts that the endpoint lacks are left out. */
export type CallOf<E extends Endpoint> = (E extends { params: z.ZodType }
  ? { params: Sent<E['params']> }
  : object) &
  (E extends { query: z.ZodType } ? { query?: Sent<E['query']> } : object) &
  (E extends { body: z.ZodType }
    ? { body: Sent<E['body']> }
    : E extends { body: FileBody | RawBody }
      ? { body: Blob }
      : E extends { body: FormBody }
        ? { body: FormData }
        : object);

/** Parameters after validation. */
export type ParamsOf<E extends Endpoint> = Received<E['params']>;
export type QueryOf<E extends Endpoint> = Received<E['query']>;
export type BodyOf<E extends Endpoint> = E['body'] extends FileBody | RawBody
  ? Uint8Array
  : E['body'] extends FormBody
    ? FormFiles
    : Received<E['body']>;

/** A file of a form, to be read before the next one. */
export interface FormFile {
  /** The name of the part. */
  readonly part: string;
  /** The name of the file; undefined when it has none. */
  readonly fileName: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The files of a form, in the sequence in which they arrive. */
export type FormFiles = AsyncIterable<FormFile>;

/** Result of a call: the parsed JSON, the bytes of a file, or both. Event streams have none. */
export type AnswerOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : E['response'] extends FileResponse
    ? Blob
    : E['response'] extends ReportedFileResponse
      ? { report: z.output<E['response']['report']>; file?: Blob }
      : never;

/** Tells a body that is a file from JSON. */
export function isFileBody(body: Endpoint['body']): body is FileBody {
  return body !== undefined && 'mediaTypes' in body;
}

/** Tells a body whose bytes are signed from others. */
export function isRawBody(body: Endpoint['body']): body is RawBody {
  return body !== undefined && 'raw' in body;
}

/** Tells a body of several files from others. */
export function isFormBody(body: Endpoint['body']): body is FormBody {
  return body !== undefined && 'parts' in body;
}

/** Tells a report with a file from other answers. */
export function isReportedFileResponse(
  response: Endpoint['response'],
): response is ReportedFileResponse {
  return 'report' in response;
}

/** Tells an answer of events from others. */
export function isEventsResponse(response: Endpoint['response']): response is EventsResponse {
  return 'events' in response;
}

/** Tells a file answer from others. */
export function isFileResponse(response: Endpoint['response']): response is FileResponse {
  return 'mediaTypes' in response;
}
