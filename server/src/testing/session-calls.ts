import type { LightMyRequestResponse } from 'fastify';
import type { NewPasswordChallenge, SessionTokens } from '@portage/contract/users/sessions';
import type { TestServer } from './build-test-server.ts';

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
    choose: (username: string, newPassword: string, session: string) =>
      post('/users/complete_new_password_challenge', { username, newPassword, session }),
    sessionOf: async (username: string, password: string) =>
      (await signIn(username, password)).json<SessionTokens>(),
    challengeOf: async (username: string, password: string) =>
      (await signIn(username, password)).json<NewPasswordChallenge>(),
    get: (url: string, token: string) =>
      server.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } }),
  };
}
