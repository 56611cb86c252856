/** Status of an answered error, also of one that the SDK cannot read. */
export const statusOf = (error: Error & { $metadata?: { httpStatusCode?: number } }) =>
  error.$metadata?.httpStatusCode;

/** True for a timeout, a lost connection or a server error. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ((statusOf(error) ?? 0) >= 500) return true;
  const isSystemError = 'code' in error && /^E(?!RR_)/.test(String(error.code));
  return isSystemError || error.name === 'TimeoutError';
}

const ATTEMPTS = 3;
/** Milliseconds. */
const CONNECTION_TIMEOUT = 2_000;

/** Timeout of answers in ms. */
interface Service {
  region: string;
  /** Undefined for the region's address. */
  endpoint: string | undefined;
  answerTimeout: number;
}

/** Credentials come from the usual AWS places. */
export const awsClientOptions = ({ region, endpoint, answerTimeout }: Service) => ({
  region,
  ...(endpoint !== undefined && { endpoint }),
  maxAttempts: ATTEMPTS,
  requestHandler: {
    connectionTimeout: CONNECTION_TIMEOUT,
    requestTimeout: answerTimeout,
    socketTimeout: answerTimeout,
    throwOnRequestTimeout: true,
  },
});
