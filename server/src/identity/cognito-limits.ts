/**
 * What Amazon Cognito takes as a username: up to 128 letters, marks, symbols, digits and punctuation.
 * It refuses anything else as a fault of the caller's program, so such a username is not sent.
 */
export const isPoolUsername = (username: string): boolean =>
  /^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u.test(username);

/** What Amazon Cognito takes as a password: up to 256 characters. */
export const isPoolPassword = (password: string): boolean => password.length <= 256;

/** What Amazon Cognito takes as the session of a challenge. */
export const isPoolChallenge = (session: string): boolean =>
  session.length >= 20 && session.length <= 2048;

/** What Amazon Cognito takes as a refresh token. */
export const isPoolRefreshToken = (token: string): boolean => /^[\w=.-]+$/.test(token);
