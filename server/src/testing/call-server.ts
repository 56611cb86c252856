import { SessionTokens } from '@portage/contract/users/sessions';
import { TEST_PASSWORD } from './make-merchant.ts';

export function callServer(
  address: string,
  token: string | undefined,
  method: 'GET' | 'POST',
  route: string,
  body?: object,
): Promise<Response> {
  return fetch(`${address}/api${route}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Signs in with the test users' password; returns the session token. */
export async function signInTo(address: string, username: string): Promise<string> {
  const credentials = { username, password: TEST_PASSWORD };
  const response = await callServer(address, undefined, 'POST', '/auth/token', credentials);
  return SessionTokens.parse(await response.json()).token;
}
