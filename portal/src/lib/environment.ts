/** Which of the carrier's environments the portal speaks to. */
export type Environment = 'dev' | 'stage' | 'prod';

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Derives the environment from the base address of the API: a loopback host or one that contains
 * "dev" is dev, one that contains "stage" or "staging" is stage, any other is prod. A rooted address
 * such as `/api` is on the portal's own origin.
 */
export function environmentOf(apiUrl: string, origin: string): Environment {
  const host = new URL(apiUrl, origin).hostname;
  if (LOOPBACK.test(host) || host.includes('dev')) return 'dev';
  if (host.includes('stage') || host.includes('staging')) return 'stage';
  return 'prod';
}
