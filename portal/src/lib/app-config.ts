import type { AppConfig } from '@portage/contract/merchants/app-config';

let loaded: AppConfig | undefined;

/** Fetches what this deployment tells the portal; must be done before anything is rendered. */
export async function loadAppConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`GET /config.json answered ${response.status}`);
  loaded = (await response.json()) as AppConfig;
  return loaded;
}

/** The configuration of this deployment. Throws when it is read before it was loaded. */
export function appConfig(): AppConfig {
  if (!loaded) throw new Error('The configuration is read before it was loaded');
  return loaded;
}
