/** Tells whether a service of AWS did not answer, or answered that it is ill. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Every error that a service answered with says whose fault it is.
  if ('$fault' in error) return error.$fault === 'server';
  const isSystemError = 'code' in error && /^E(?!RR_)/.test(String(error.code));
  return isSystemError || error.name === 'TimeoutError';
}

/** Attempts per call. */
const ATTEMPTS = 3;
/** Timeout of a connection in ms. */
const CONNECTION_TIMEOUT = 2_000;

/** The address of a service, and the timeout of its answers in ms. */
interface Service {
  region: string;
  /** Undefined for the address that the region has. */
  endpoint: string | undefined;
  answerTimeout: number;
}

/** Options of every AWS client. Credentials come from the usual AWS places. */
export const awsClientOptions = ({ region, endpoint, answerTimeout }: Service) => ({
  region,
  ...(endpoint !== undefined && { endpoint }),
  maxAttempts: ATTEMPTS,
  requestHandler: {
    connectionTimeout: CONNECTION_TIMEOUT,
    requestTimeout: answerTimeout,
    throwOnRequestTimeout: true,
  },
});
