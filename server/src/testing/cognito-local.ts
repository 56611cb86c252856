import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CognitoIdentityProviderClient,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, vi } from 'vitest';
import type { CognitoSettings } from '../env.ts';
import { openCognito } from '../identity/open-cognito.ts';
import { TEST_NOW, type TestServerOptions } from './build-test-server.ts';
import { freePort } from './free-port.ts';

/** The emulator's code for every reset. */
export const LOCAL_POOL_CODE = '123456';

const OWN_ATTRIBUTES = ['custom:merchant_id', 'custom:merchant_name', 'custom:kind'];

/** Starts the emulator on a temporary directory. */
async function startEmulator(): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'portage-cognito-'));
  await fs.mkdir(path.join(directory, '.cognito'));
  // Its default pools sign in by e-mail address only.
  const defaults = { UserPoolDefaults: { UsernameAttributes: [] } };
  await fs.writeFile(path.join(directory, '.cognito/config.json'), JSON.stringify(defaults));

  const port = await freePort();
  const program = fileURLToPath(import.meta.resolve('cognito-local/lib/bin/start.js'));
  const child = spawn(process.execPath, [program], {
    cwd: directory,
    env: { HOST: '127.0.0.1', PORT: String(port), CODE: LOCAL_POOL_CODE },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`cognito-local ended with ${code}`));
    });
    child.stdout.on('data', (line: Buffer) => {
      if (line.includes('running on')) resolve();
    });
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
      await fs.rm(directory, { recursive: true });
    },
  };
}

/** Makes a pool and its app client as docs/cognito.md says. */
async function makePool(endpoint: string): Promise<CognitoSettings> {
  const client = new CognitoIdentityProviderClient({ endpoint, region: 'local' });
  const { UserPool } = await client.send(
    new CreateUserPoolCommand({
      PoolName: 'portage',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameConfiguration: { CaseSensitive: false },
      Schema: [
        { Name: 'merchant_id', AttributeDataType: 'String', Mutable: false },
        { Name: 'merchant_name', AttributeDataType: 'String', Mutable: true },
        { Name: 'kind', AttributeDataType: 'String', Mutable: false },
      ],
    }),
  );
  const { UserPoolClient } = await client.send(
    new CreateUserPoolClientCommand({
      UserPoolId: UserPool?.Id,
      ClientName: 'portage',
      ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      PreventUserExistenceErrors: 'ENABLED',
      ReadAttributes: ['name', 'email', ...OWN_ATTRIBUTES],
      WriteAttributes: ['name'],
      IdTokenValidity: 60,
      TokenValidityUnits: { IdToken: 'minutes', RefreshToken: 'days' },
      RefreshTokenValidity: 30,
    }),
  );
  client.destroy();
  return {
    provider: 'cognito',
    poolId: UserPool?.Id ?? '',
    clientId: UserPoolClient?.ClientId ?? '',
    region: 'local',
    endpoint,
  };
}

function useLocalPool(): CognitoSettings {
  const settings = {} as CognitoSettings;
  let emulator: Awaited<ReturnType<typeof startEmulator>> | undefined;
  beforeAll(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    emulator = await startEmulator();
    Object.assign(settings, await makePool(emulator.endpoint));
  });
  afterAll(async () => {
    await emulator?.stop();
    vi.unstubAllEnvs();
  });
  return settings;
}

export interface TestProvider {
  provider: string;
  /** True for cognito-local, which lacks some behaviour of Amazon Cognito. */
  isEmulated: boolean;
  options: TestServerOptions;
}

/**
 * Both providers, for `describe.each`. Starts the emulator before a file's tests and stops it after
 * them. Call it at the top of the file.
 */
export function identityProviders(): TestProvider[] {
  const localPool = useLocalPool();
  return [
    { provider: 'the embedded identity', isEmulated: false, options: { startsAt: TEST_NOW } },
    {
      provider: 'a user pool of Amazon Cognito',
      isEmulated: true,
      options: {
        openIdentity: (deps) => openCognito(deps, localPool),
        // The emulator's tokens use the machine's clock.
        startsAt: Date.now(),
      },
    },
  ];
}
