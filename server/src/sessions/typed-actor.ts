import { isEmail } from '@portage/contract/email';

/** How the usernames of service users look. */
const SERVICE_USERNAME = /^service-[a-z0-9-]+$/;

/**
 * Who an attempt that may be anybody's is put down to: what was typed, if it looks like a username, else
 * `nobody`. People also type their passwords there, and those are to stand nowhere.
 */
export function typedActor(username: string): string {
  return isEmail(username) || SERVICE_USERNAME.test(username) ? username : 'nobody';
}
