import { systemClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { readEnv } from '../env.ts';
import { openLog } from '../log.ts';
import { embeddedIdentity } from '../identity/embedded-identity.ts';
import { openCognito } from '../identity/open-cognito.ts';
import { existingSecrets } from './secrets-command.ts';

/** What commands that invite people work with: the identity provider of the settings. */
export async function operatorDeps(
  db: Database,
): Promise<Pick<Deps, 'db' | 'clock' | 'identity' | 'portalUrl' | 'secrets'>> {
  const env = readEnv();
  const clock = systemClock;
  const portalUrl = env.publicUrl ?? `http://localhost:${env.port}`;
  const secrets = existingSecrets(env);
  const identity =
    env.identity.provider === 'cognito'
      ? await openCognito({ db, clock, log: openLog('silent') }, env.identity)
      : embeddedIdentity({ db, clock, secrets, portalUrl });
  return { db, clock, identity, portalUrl, secrets };
}
