import type { LightMyRequestResponse } from 'fastify';
import type { NewPasswordChallenge, SessionTokens } from '@portage/contract/users/sessions';
import type { TestServer } from './build-test-server.ts';

/** The calls of sign-in and session, as a test makes them. */
export function sessionCalls(server: TestServer) {
  const post = (url: string, payload: object): Promise<LightMyRequestResponse> =>
    server.app.inject({ method: 'POST', url: `/api${url}`, payload });
  const signIn = (username: string, password: string) =>
    post('/auth/token', { username, password });
  return {
    post,
    signIn,
    refresh: (username: string, refreshToken: string) =>
      post('/auth/refresh', { username, refreshToken }),
    signOut: (refreshToken: string) => post('/auth/logout', { refreshToken }),
    /** Answers a new-password challenge. */
    choose: (username: string, newPassword: string, session: string) =>
      post('/users/complete_new_password_challenge', { username, newPassword, session }),
    /** The session of a sign-in that succeeds. */
    sessionOf: async (username: string, password: string) =>
      (await signIn(username, password)).json<SessionTokens>(),
    /** The challenge of a sign-in with a temporary password. */
    challengeOf: async (username: string, password: string) =>
      (await signIn(username, password)).json<NewPasswordChallenge>(),
    /** Makes a call with a session token. */
    get: (url: string, token: string) =>
      server.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } }),
  };
}
