import type { Caller } from '@portage/contract/endpoint';
import { forbidden, notSignedIn } from '../refusals.ts';
import type { Session } from './identity.ts';

/** Lets a call pass, or raises why not. */
export type Scope = (session: Session | undefined) => void;

/** Everybody, signed in or not. */
const anyone: Scope = () => undefined;

/** A person or a service user of a merchant. Raises `notSignedIn`. */
const userOrService: Scope = (session) => {
  if (!session) throw notSignedIn();
};

/** A person of a merchant, not API credentials. Raises `notSignedIn` or `forbidden`. */
const user: Scope = (session) => {
  userOrService(session);
  if (session?.kind !== 'user') throw forbidden();
};

/** The scope of each caller that comes with a session, or with nothing. */
export const scopes: Readonly<Record<Exclude<Caller, 'carrier'>, Scope>> = {
  anyone,
  userOrService,
  user,
};
