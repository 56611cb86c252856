/** Per merchant: 200 a second, far above honest integrations. */
export const MERCHANT_CALLS_PER_MINUTE = 12_000;

/** Per user or service user. */
export const CREDENTIAL_CALLS_PER_MINUTE = 6000;
