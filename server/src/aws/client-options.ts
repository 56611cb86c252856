/** How often a call is made before it counts as failed. */
const ATTEMPTS = 3;
/** How long a connection may take, in milliseconds. */
const CONNECTION_TIMEOUT = 2_000;

/** Where a service of AWS, or one like it, is, and how long its answers may take in milliseconds. */
interface Service {
  region: string;
  /** Undefined for the address that the region has. */
  endpoint: string | undefined;
  answerTimeout: number;
}

/**
 * What every client of AWS is made with. Credentials come from where every AWS program finds them
 * (the environment, the shared files, the role of the machine).
 */
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
