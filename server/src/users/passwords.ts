import { hash, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id: 19 MiB, 2 passes, 1 lane. Argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody has: checked for unknown users, so that they take as long. */
const nobodysHash = hash('nobody has this password', COST);

/** Hashes a password with argon2id, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Tells whether a password is the one of the hash. Without a hash it takes as long and is false. */
export async function isPasswordOf(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), password);
  return passwordHash !== undefined && matches;
}
