/** Raised where an address leads to no logo that can be printed; the message says why, for the log. */
export class LogoUnusable extends Error {}
