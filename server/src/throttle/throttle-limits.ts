const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How often something may be tried in a span of time, in milliseconds. */
export interface ThrottleLimit {
  /** For one account, from wherever. Where it is far higher than `accountFromAddress`, nobody locks others out. */
  account: number;
  /** For one account from one network address, or from one device that is known to the account. */
  accountFromAddress?: number;
  /** From one network address, for whichever accounts: an office shares one. */
  address: number;
  span: number;
}

/**
 * What is throttled, and how much. A sign-in, a password or a code that is right gives its attempt back. The
 * account of `user-creation` and `logo-preview` is the merchant, that of `sign-up` and `contact` an e-mail address, that of
 * `contact-token` the token of a form, which is good for one request.
 */
export const throttleLimits = {
  'sign-in': { account: 100, accountFromAddress: 10, address: 100, span: 15 * MINUTE },
  'reset-request': { account: 20, accountFromAddress: 5, address: 30, span: HOUR },
  'reset-confirmation': { account: 30, accountFromAddress: 10, address: 50, span: HOUR },
  'password-change': { account: 20, accountFromAddress: 10, address: 100, span: 15 * MINUTE },
  'second-factor': { account: 10, accountFromAddress: 10, address: 100, span: 15 * MINUTE },
  'second-factor-key': { account: 1000, accountFromAddress: 20, address: 100, span: 15 * MINUTE },
  'user-creation': { account: 20, address: 100, span: HOUR },
  'sign-up': { account: 5, address: 20, span: HOUR },
  'logo-preview': { account: 60, address: 200, span: HOUR },
  'contact-token': { account: 1, address: 1_000_000, span: 24 * HOUR },
  'reset-repeat': { account: 1, address: 1_000_000, span: 30_000 },
  contact: { account: 5, address: 20, span: HOUR },
} as const satisfies Record<string, ThrottleLimit>;

/** What is throttled. */
export type ThrottledAction = keyof typeof throttleLimits;

/** What is throttled only by what comes of it: how often a network address may miss in a span. */
export const missLimits = {
  /** Numbers asked for at the tracking site that no order has. */
  tracking: { address: 30, span: 15 * MINUTE },
  /** Refresh tokens and challenges, sent to open, renew or end a session, that nobody has. */
  'session-token': { address: 100, span: 15 * MINUTE },
} as const satisfies Record<string, Pick<ThrottleLimit, 'address' | 'span'>>;

/** What misses are counted of. */
export type MissedAction = keyof typeof missLimits;
