/** Bytes without a session: nothing sent to sign in is larger. */
export const PUBLIC_BODY_LIMIT = 16 * 1024;

/** Bytes: an order with 500 items is a tenth of it. */
export const BODY_LIMIT = 1024 * 1024;

/** Reading more blocks other calls; 500 events of 20 photos are three quarters of it. */
export const MOST_VALUES = 20_000;

/** Characters of a path's part, such as a link to a photo. */
export const LONGEST_PARAMETER = 300;

/** Milliseconds for a request to arrive. */
export const REQUEST_TIMEOUT = 60_000;

/** Milliseconds of silence while an answer is sent. */
export const ANSWER_TIMEOUT = 120_000;
