import { DatabaseError } from 'pg';

/** Names no constraint: a cluster's worker reports `…_pkey_102169` in its message, no fields. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23505';
