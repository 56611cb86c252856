import { expect, test, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { mailCode } from '../testing/mailed-codes.ts';
import { makeMerchant } from '../testing/make-merchant.ts';
import * as passwords from './passwords.ts';
import { resetPassword } from './reset-password.ts';

const server = useTestServer();

test('an attempt refused as busy does not count against the code', async () => {
  const { db } = server.deps;
  const { username } = await makeMerchant(server);
  const code = await mailCode(server, username);
  const reset = () => resetPassword(db, { username, code, newPassword: 'My-New-Pass-2' }, TEST_NOW);

  for (let index = 0; index < 6; index += 1) {
    const work = index % 2 === 0 ? 'isPasswordOf' : 'hashPassword';
    const spy = vi.spyOn(passwords, work).mockRejectedValueOnce(new ApiError('busy'));
    await expect(reset()).rejects.toMatchObject({ code: 'busy' });
    spy.mockRestore();
  }
  await expect(reset()).resolves.toBeUndefined();
});
