/**
 * The memory and passes of RFC 9106's second recommendation for argon2id (section 4): 64 MiB, 3 passes;
 * on one lane, since sign-ins already run side by side. Argon2id is the library's default.
 */
export const PASSWORD_COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** A hash of the same cost that no known password has (32 zero bytes). */
export const UNKNOWN_USER_HASH = [
  '',
  'argon2id',
  'v=19',
  `m=${PASSWORD_COST.memoryCost},t=${PASSWORD_COST.timeCost},p=${PASSWORD_COST.parallelism}`,
  'A'.repeat(22),
  'A'.repeat(43),
].join('$');
