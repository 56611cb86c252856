/** RFC 9106, section 4, second recommendation; one lane, since sign-ins run in parallel. */
export const PASSWORD_COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Hash of 32 zero bytes, at the same cost; no known password has it. */
export const UNKNOWN_USER_HASH = [
  '',
  'argon2id',
  'v=19',
  `m=${PASSWORD_COST.memoryCost},t=${PASSWORD_COST.timeCost},p=${PASSWORD_COST.parallelism}`,
  'A'.repeat(22),
  'A'.repeat(43),
].join('$');
