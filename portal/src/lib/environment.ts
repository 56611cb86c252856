export type Environment = 'dev' | 'stage' | 'prod';

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** By the API's host: loopback or "dev", "stage" or "staging", otherwise prod. */
export function environmentOf(apiUrl: string, origin: string): Environment {
  const host = new URL(apiUrl, origin).hostname;
  if (LOOPBACK.test(host) || host.includes('dev')) return 'dev';
  if (host.includes('stage') || host.includes('staging')) return 'stage';
  return 'prod';
}
