import { expect, test, vi } from 'vitest';
import { getSecret } from '../secrets/get-secret.ts';
import { givenSecretKeys } from '../secrets/secret-keys.ts';
import { openSecrets } from '../secrets/secrets.ts';
import { TEST_SECRET_KEYS } from '../testing/build-test-server.ts';
import { useCommandLine } from '../testing/use-command-line.ts';

const { db, portage } = useCommandLine();
const setting = (...versions: number[]) =>
  versions.map((version) => `${version}:${Buffer.alloc(32, version).toString('base64')}`).join();

test('rotates to the newest key, and says so in one line when a key is missing', async () => {
  const secrets = openSecrets(givenSecretKeys(TEST_SECRET_KEYS));
  await getSecret({ db: db(), secrets }, 'photo-links');
  vi.stubEnv('PORTAGE_SECRET_KEYS', setting(1, 2));
  expect(await portage('secrets', 'rotate')).toEqual({
    code: 0,
    output: '1 value was encrypted again. Everything uses key version 2.\n',
    errors: '',
  });
  expect((await portage('audit')).output).toMatch(/secrets.rotated +operator +key version 2 /);
  vi.stubEnv('PORTAGE_SECRET_KEYS', setting(3));
  const { code, errors } = await portage('secrets', 'rotate');
  expect([code, errors.split('\n').length]).toEqual([78, 2]);
  expect(errors).toContain('encrypted with other keys');
});
