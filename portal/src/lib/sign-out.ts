import { sessionEndpoints } from '@portage/contract/users/sessions';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';
import { announce } from './session-tabs.ts';
import { currentSession, endSession } from './session.ts';

/**
 * Signs out, in every tab and on the server. The reader does not wait for the server: a session that
 * could not be ended there runs out by itself.
 */
export async function signOut(): Promise<void> {
  const session = currentSession();
  endSession('left');
  if (!session) return;
  announce({ type: 'left', username: session.username });
  await endOnServer(session.refreshToken);
}

/** Ends a session on the server alone, as far as it can be reached. */
export async function endOnServer(refreshToken: string): Promise<void> {
  const ended = request(sessionEndpoints.signOut, { body: { refreshToken } }, undefined);
  await ended.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}
