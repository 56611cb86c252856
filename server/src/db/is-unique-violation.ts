import { DatabaseError } from 'pg';

/**
 * Names no constraint: a cluster's worker reports `…_pkey_102169` in the message, and no fields. Read
 * the table to learn which row exists.
 */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '23505';
