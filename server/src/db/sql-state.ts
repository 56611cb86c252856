export const hasSqlState = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Names no constraint: a cluster's worker reports `…_pkey_102169` in its message, no fields. */
export const isUniqueViolation = (error: unknown): boolean => hasSqlState(error, '23505');
