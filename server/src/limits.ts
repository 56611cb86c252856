/** The most bytes a request body may have: a large order with 500 items is a tenth of it. */
export const BODY_LIMIT = 1024 * 1024;
