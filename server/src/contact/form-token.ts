import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EpochMillis } from '@portage/contract/time';
import type { Deps } from '../deps.ts';
import { getSecret } from '../secrets/get-secret.ts';

/** A person takes longer than this to fill in the form, in milliseconds; a program does not. */
const SHORTEST_FILLING = 3_000;

/** How long an opened form may be sent, in milliseconds. */
const LONGEST_FILLING = 24 * 60 * 60_000;

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clock'>;

/** `<timestamp>-<nonce>.<HMAC>`: a timestamp in base 36 and random bits, sealed with a server key. */
const sealed = (key: Buffer, text: string) =>
  `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;

/** A token that says when the form was opened. */
export async function makeFormToken(deps: NeededDeps): Promise<string> {
  const text = `${deps.clock.now().toString(36)}-${randomBytes(16).toString('base64url')}`;
  return sealed(await getSecret(deps, 'contact-form'), text);
}

/** Whether the token is ours and the form was filled in at the pace of a person. */
export async function isFormTokenValid(deps: NeededDeps, token: string): Promise<boolean> {
  const [text = ''] = token.split('.', 1);
  const openedAt: EpochMillis = Number.parseInt(text.split('-', 1)[0] ?? '', 36);
  if (!Number.isSafeInteger(openedAt)) return false;
  const key = await getSecret(deps, 'contact-form');
  const [given, ours] = [Buffer.from(token), Buffer.from(sealed(key, text))];
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return false;
  const age = deps.clock.now() - openedAt;
  return age >= SHORTEST_FILLING && age <= LONGEST_FILLING;
}
