/** The most calls of one merchant within a minute: 200 a second, far more than honest integrations make. */
export const MERCHANT_CALLS_PER_MINUTE = 12_000;

/** The most calls of one user or service user of a merchant within a minute. */
export const CREDENTIAL_CALLS_PER_MINUTE = 6000;
