/** The most bytes of a body that comes without a session: nothing sent to sign in is larger. */
export const PUBLIC_BODY_LIMIT = 16 * 1024;

/** The most bytes a request body may have: a large order with 500 items is a tenth of it. */
export const BODY_LIMIT = 1024 * 1024;

/** The most characters of a part of a path, such as a link to a photo. */
export const LONGEST_PARAMETER = 300;

/** Longest time for a request to arrive, in ms. */
export const REQUEST_TIMEOUT = 60_000;

/** Longest silence on a connection while a file is sent, in ms. */
export const ANSWER_TIMEOUT = 120_000;
