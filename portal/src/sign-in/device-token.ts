import { keepOnDevice } from '../lib/store.ts';

/** Survives signing out. */
const STORAGE_KEY = 'device';

/** A known device is not locked out by wrong passwords typed elsewhere. */
export function deviceToken(): string {
  const kept = localStorage.getItem(STORAGE_KEY);
  if (kept !== null && /^[\da-f]{64}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  keepOnDevice(STORAGE_KEY, token);
  return token;
}
