/** Tells whether a service of AWS did not answer, or answered that it is ill. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Every error that a service answered with says whose fault it is.
  if ('$fault' in error) return error.$fault === 'server';
  const isSystemError = 'code' in error && /^E(?!RR_)/.test(String(error.code));
  return isSystemError || error.name === 'TimeoutError';
}
