import {
  type AnswerOf,
  type CallOf,
  type Endpoint,
  isFileResponse,
  isReportedFileResponse,
} from '@portage/contract/endpoint';
import { SECOND } from '@portage/contract/time';
import { currentLocale, translate } from '../i18n/i18n.ts';
import { ApiError, type ClientProblem, type NoAnswer } from './api-error.ts';
import { appConfig } from './app-config.ts';
import { setServerTime } from './clock.ts';

const TIMEOUT = 30 * SECOND;

export interface CallOptions {
  /** The call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** A repeated write answers with the first result. */
  readonly idempotencyKey?: string;
  /** Milliseconds, body included. */
  readonly patience?: number;
  /** Another host than the carrier's API. */
  readonly base?: string;
}

interface CallParts {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

export async function request<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  token: string | undefined,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const timeout = AbortSignal.timeout(options.patience ?? TIMEOUT);
  const response = await openAnswer(endpoint, call, token, { ...options, timeout });
  try {
    return (await readAnswer(endpoint, response)) as AnswerOf<E>;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    // The browser's own error for a truncated body has no usable text.
    const code = error instanceof SyntaxError ? 'unexpected_answer' : 'unreachable';
    throw noAnswer(timeout.aborted ? 'timed_out' : code, error);
  }
}

interface OpenOptions extends CallOptions {
  readonly timeout: AbortSignal;
}

/** Resolves before the body is read. Rejects with `ApiError`. */
export async function openAnswer<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  token: string | undefined,
  options: OpenOptions,
): Promise<Response> {
  const { params, query, body }: CallParts = call;
  const response = await send(
    addressOf(endpoint.path, params, query, options.base),
    {
      method: endpoint.method,
      headers: headersFor(token, options.idempotencyKey, body),
      body: bodyOf(body),
    },
    options,
  );
  setServerTime(response.headers.get('date'));
  if (response.ok) return response;
  throw new ApiError(await problemOf(response));
}

function bodyOf(body: unknown): BodyInit | null {
  if (body instanceof FormData) return body;
  return body === undefined ? null : JSON.stringify(body);
}

export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
  base = appConfig().apiUrl,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

export function headersFor(
  token: string | undefined,
  idempotencyKey?: string,
  body?: unknown,
): Record<string, string> {
  return {
    // The browser names the type of a form with its boundary.
    ...(!(body instanceof FormData) && { 'Content-Type': 'application/json' }),
    locale: currentLocale().toUpperCase(),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
}

async function send(
  address: string,
  request: RequestInit,
  { signal: givenUp, timeout }: OpenOptions,
): Promise<Response> {
  try {
    return await fetch(address, {
      ...request,
      signal: givenUp ? AbortSignal.any([givenUp, timeout]) : timeout,
    });
  } catch (error) {
    if (givenUp?.aborted) throw error;
    throw noAnswer(timeout.aborted ? 'timed_out' : 'unreachable', error);
  }
}

function readReport(form: FormData): { report: unknown; file?: Blob } {
  const [report, file] = [form.get('report'), form.get('file')];
  if (typeof report !== 'string') throw new SyntaxError('A form without a report');
  return { report: JSON.parse(report), ...(file instanceof Blob && { file }) };
}

async function readAnswer(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (isFileResponse(endpoint.response)) return response.blob();
  if (isReportedFileResponse(endpoint.response)) return readReport(await response.formData());
  return response.status === 204 ? undefined : response.json();
}

const answersOfProxies: Readonly<Record<number, NoAnswer>> = {
  403: 'refused',
  406: 'refused',
  413: 'too_large',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Unchecked: an unknown code still has a message. */
async function problemOf(response: Response): Promise<ClientProblem> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem) return noAnswer(answersOfProxies[response.status] ?? 'unexpected_answer').problem;
  return (await response.json()) as ClientProblem;
}

export function noAnswer(code: NoAnswer, cause?: unknown): ApiError {
  const problem: ClientProblem = {
    type: 'about:blank',
    title: translate(`noAnswer.${code}.title`),
    status: 0,
    detail: translate(`noAnswer.${code}.detail`),
    code,
  };
  return new ApiError(problem, { cause });
}
