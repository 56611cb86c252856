import { metadata } from './metadata.ts';

/** A request of the platform; `metadata` is what `Register` returned. */
export interface ConnectRequest {
  transaction_id: string;
  metadata?: Readonly<Record<string, unknown>> | null;
  [field: string]: unknown;
}

export type ConnectResponse = Readonly<Record<string, unknown>>;

export type ConnectFunction = (request: ConnectRequest) => Promise<ConnectResponse>;

export const FUNCTIONS = [
  'Register',
  'GetRates',
  'CreateLabel',
  'VoidLabels',
  'Track',
  'CreateManifest',
  'SchedulePickup',
  'CancelPickup',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

export type CarrierApp = { Metadata: typeof metadata } & Record<FunctionName, ConnectFunction>;

interface Options {
  apiUrl: string;
  fetch?: typeof fetch;
}

type Code = 'ERR_BAD_REQUEST' | 'ERR_UNAUTHORIZED' | 'ERR_RATE_LIMIT' | 'ERR_EXTERNAL_SERVER_ERROR';

export class ConnectError extends Error {
  readonly code: Code;
  readonly statusCode: number;
  /** Milliseconds until the same call may succeed. */
  readonly retryAfter: number | undefined;

  constructor(message: string, statusCode: number, retryAfter?: number) {
    super(message);
    this.name = 'ConnectError';
    this.code = codeOf(statusCode);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }
}

function codeOf(status: number): Code {
  if (status === 401) return 'ERR_UNAUTHORIZED';
  if (status === 429) return 'ERR_RATE_LIMIT';
  return status >= 500 ? 'ERR_EXTERNAL_SERVER_ERROR' : 'ERR_BAD_REQUEST';
}

/** Milliseconds that the platform waits for an answer. */
const TIMEOUT = 30_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A sentence replaces missing errors. */
function messageOf(answer: unknown, status: number): string {
  const errors = isRecord(answer) && Array.isArray(answer['errors']) ? answer['errors'] : [];
  const texts = errors.filter((one) => typeof one === 'string');
  return texts.length > 0 ? texts.join('\n') : `Portage answered with the status ${status}.`;
}

export function carrierApp({ apiUrl, fetch: call = fetch }: Options): CarrierApp {
  async function forward(name: FunctionName, request: ConnectRequest): Promise<ConnectResponse> {
    const key = request.metadata?.['api_key'];
    const basic = Buffer.from(`portage:${String(key)}`).toString('base64');
    const response = await call(`${apiUrl.replace(/\/$/, '')}/shipstation/connect/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(typeof key === 'string' && { authorization: `Basic ${basic}` }),
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((error: unknown) => {
      throw new ConnectError(`Portage cannot be reached: ${String(error)}`, 503);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok || !isRecord(answer)) {
      const seconds = Number(response.headers.get('retry-after')) || undefined;
      const status = response.ok ? 502 : response.status;
      throw new ConnectError(messageOf(answer, status), status, seconds && seconds * 1000);
    }
    return answer;
  }

  /** The platform sends the metadata with every later request. */
  async function register(request: ConnectRequest): Promise<ConnectResponse> {
    const { credentials, metadata: connection } = await forward('Register', request);
    const key = isRecord(credentials) ? credentials['password'] : undefined;
    return { metadata: { ...(isRecord(connection) && connection), api_key: key } };
  }

  const functions = Object.fromEntries(
    FUNCTIONS.map((name) => [name, (request: ConnectRequest) => forward(name, request)]),
  ) as Record<FunctionName, ConnectFunction>;
  return { Metadata: metadata, ...functions, Register: register };
}
