import { isEmail } from '@portage/contract/email';
import { isServiceUsername } from '../sessions/service-username.ts';

/**
 * Who an attempt that may be anybody's is put down to: what was typed, if it looks like a username, else
 * `nobody`. People also type their passwords there, and those are to stand nowhere.
 */
export function typedActor(username: string): string {
  return isEmail(username) || isServiceUsername(username) ? username : 'nobody';
}
