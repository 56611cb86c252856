import type { Deps } from '../deps.ts';
import { addFirstSigningKey } from './add-signing-key.ts';
import { importSigningKey, type SigningKey } from './signing-key-pair.ts';
import { listStoredSigningKeys } from './signing-key-queries.ts';

/**
 * How long keys are held, in milliseconds. So long another process may not sign with a new one, and trust
 * a removed one. With the half minute for which a verified token is remembered (`verified-tokens.ts`)
 * that is the minute within which what a removed key signed is refused.
 */
const HELD_FOR = 30_000;

/**
 * How soon they are read again for a key id that is not among them. Anyone can send tokens that name
 * a key we never had, and must not make each of them a query.
 */
const LOOK_AGAIN_AFTER = 1_000;

/** The keys of a database: the newest signs, all verify. */
export interface SigningKeys {
  newest(): Promise<SigningKey>;
  find(kid: string): Promise<SigningKey | undefined>;
  all(): Promise<SigningKey[]>;
}

/**
 * The signing keys kept in the database, held in memory for half a minute; the first is made when there is
 * none. A key id that is not known here is looked up once more, since another process may have just
 * added it.
 */
export function databaseSigningKeys(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): SigningKeys {
  const { db, clock, secrets } = deps;
  let held: { keys: Promise<SigningKey[]>; at: number } | undefined;
  let lookedAgainAt = -Infinity;

  async function read(): Promise<SigningKey[]> {
    let stored = await listStoredSigningKeys(db);
    if (stored.length === 0) {
      await addFirstSigningKey(deps);
      stored = await listStoredSigningKeys(db);
    }
    return Promise.all(
      stored.map(({ kid, encryptedJwk }) => {
        const privateJwk = secrets.decrypt({ table: 'signing_keys', key: [kid] }, encryptedJwk);
        return importSigningKey(kid, privateJwk.toString());
      }),
    );
  }

  function readAgain(): Promise<SigningKey[]> {
    const keys = read();
    held = { keys, at: clock.now() };
    keys.catch(() => {
      if (held?.keys === keys) held = undefined;
    });
    return keys;
  }

  const all = (): Promise<SigningKey[]> =>
    held && clock.now() - held.at < HELD_FOR ? held.keys : readAgain();

  /** The keys as they are now, or were at the last such look a moment ago. */
  function lookAgain(): Promise<SigningKey[]> {
    const now = clock.now();
    if (now - lookedAgainAt < LOOK_AGAIN_AFTER) return all();
    lookedAgainAt = now;
    return readAgain();
  }

  return {
    all,
    async newest() {
      const [key] = await all();
      if (!key) throw new Error('There is no signing key');
      return key;
    },
    async find(kid) {
      const isIt = (key: SigningKey) => key.kid === kid;
      return (await all()).find(isIt) ?? (await lookAgain()).find(isIt);
    },
  };
}
