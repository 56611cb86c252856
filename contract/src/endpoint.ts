import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Caller of an endpoint, with an authenticator of its own in `api-app.ts`.
 * - `anyone`: no session needed.
 * - `userOrService`: a signed-in person or a service user (API credentials). Only calls of orders,
 *   rates and labels may say so.
 * - `user`: a signed-in person only.
 * - `owner`: a signed-in person with the role of an owner.
 * - `carrier`: a system of the carrier, by its carrier key.
 * - `shop`: the online shop platform, by its signature over the body.
 * - `shipstation`: the ShipStation account of a merchant, by the merchant's key.
 */
export type Caller =
  | 'anyone'
  | 'userOrService'
  | 'user'
  | 'owner'
  | 'carrier'
  | 'shop'
  | 'shipstation';

/** Bytes that the caller signed; the authenticator verifies them before parsing. */
export interface RawBody {
  readonly raw: string;
  readonly maxBytes: number;
}

export interface FileBody {
  readonly mediaTypes: readonly [string, ...string[]];
  readonly maxBytes: number;
}

/** `multipart/form-data` (RFC 7578), read as it arrives; `maxBytes` limits each file. */
export interface FormBody {
  readonly parts: Readonly<Record<string, readonly [string, ...string[]]>>;
  readonly maxBytes: number;
}

export interface FileResponse {
  readonly mediaTypes: readonly [string, ...string[]];
}

/** JSON and the file it reports on, if any, as `multipart/form-data` parts `report` and `file`. */
export interface ReportedFileResponse {
  readonly report: z.ZodType;
  readonly file: FileResponse;
}

export interface EventsResponse {
  readonly events: Readonly<Record<string, z.ZodType>>;
}

/** Errors in the shape that an outside platform expects, instead of `Problem`. */
export interface Failure {
  readonly response: z.ZodType;
  /** Maps the catalogue's status. */
  readonly statusOf: (status: number) => number;
}

/** Describes a call for validation, OpenAPI, types and tests. Common errors are implied. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the API's base address with `{name}` for parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly mayCall: Caller;
  /** Requires a session that began a short time ago. */
  readonly needsRecentSignIn?: true;
  /** Requires a recent password where a second factor is missing: a stolen token adds none. */
  readonly needsPassword?: true;
  /** Requires a second factor of the last 15 minutes, or without one the password. */
  readonly needsRecentFactor?: true;
  /** True for calls allowed before a required second factor is set up. */
  readonly isForSetUp?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | FileBody | RawBody | FormBody;
  /** Replaces the server's usual limit. */
  readonly maxBytes?: number;
  readonly status: 200 | 201 | 202 | 204;
  readonly response: z.ZodType | FileResponse | ReportedFileResponse | EventsResponse;
  readonly errors: readonly ErrorCode[];
  readonly failure?: Failure;
  /** Takes an `Idempotency-Key` header (see docs/tour.md). */
  readonly idempotent?: true;
}

/** Has a name in the API document. */
export const namedObject = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id });

type Call = `${Endpoint['method']} ${Endpoint['path']}`;

type Answering = 'status' | 'response' | 'errors';

/** By default answers 200, or 204 without a `response`, and declares no errors. */
type Description = Omit<Endpoint, Answering | 'method' | 'path'> &
  Partial<Pick<Endpoint, Answering>>;

type Described<D extends Description> = D &
  Pick<Endpoint, 'method' | 'path' | 'status' | 'errors'> &
  (D extends { response: unknown } ? unknown : { readonly response: z.ZodNull });

/** Takes `GET /orders/{id}`. Checks a description against the shape while keeping its exact type. */
export function endpoint<const D extends Description>(call: Call, description: D): Described<D> {
  const [method, path] = call.split(' ') as [Endpoint['method'], Endpoint['path']];
  const status = description.response ? 200 : 204;
  return { errors: [], response: z.null(), status, ...description, method, path };
}

type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Received<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Arguments of a call, without parts that the endpoint lacks. */
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

export type ParamsOf<E extends Endpoint> = Received<E['params']>;
export type QueryOf<E extends Endpoint> = Received<E['query']>;
export type BodyOf<E extends Endpoint> = E['body'] extends FileBody | RawBody
  ? Uint8Array
  : E['body'] extends FormBody
    ? FormFiles
    : Received<E['body']>;

/** A file of a form; read it before the next one. */
export interface FormFile {
  readonly part: string;
  /** Undefined when the part has none. */
  readonly fileName: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

export type FormFiles = AsyncIterable<FormFile>;

/** Parsed JSON, the bytes of a file, or both. Event streams have none. */
export type AnswerOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : E['response'] extends FileResponse
    ? Blob
    : E['response'] extends ReportedFileResponse
      ? { report: z.output<E['response']['report']>; file?: Blob }
      : never;

export function isFileBody(body: Endpoint['body']): body is FileBody {
  return body !== undefined && 'mediaTypes' in body;
}

export function isRawBody(body: Endpoint['body']): body is RawBody {
  return body !== undefined && 'raw' in body;
}

export function isFormBody(body: Endpoint['body']): body is FormBody {
  return body !== undefined && 'parts' in body;
}

export function isReportedFileResponse(
  response: Endpoint['response'],
): response is ReportedFileResponse {
  return 'report' in response;
}

export function isEventsResponse(response: Endpoint['response']): response is EventsResponse {
  return 'events' in response;
}

export function isFileResponse(response: Endpoint['response']): response is FileResponse {
  return 'mediaTypes' in response;
}
