import type { AppConfig } from '@portage/contract/merchants/app-config';
import { setServerTime } from './clock.ts';

let loaded: AppConfig | undefined;

/** Must run before anything is rendered. */
export async function loadAppConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json');
  setServerTime(response.headers.get('date'));
  if (!response.ok) throw new Error(`GET /config.json answered ${response.status}`);
  loaded = (await response.json()) as AppConfig;
  return loaded;
}

/** Throws before it is loaded. */
export function appConfig(): AppConfig {
  if (!loaded) throw new Error('The configuration is read before it was loaded');
  return loaded;
}
