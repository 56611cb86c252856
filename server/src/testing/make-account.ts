import { v7 as uuidv7 } from 'uuid';
import type { TestServer } from './build-test-server.ts';
import type { TestMerchant } from './make-merchant.ts';

export const TEMPORARY_PASSWORD = 'Temporary-1';

/**
 * Makes a further account; returns its username. A person must change the password at the first
 * sign-in.
 */
export async function makeAccount(
  server: TestServer,
  { merchant }: TestMerchant,
  kind: 'user' | 'service' = 'user',
): Promise<string> {
  const username = kind === 'user' ? `new-${uuidv7()}@test.example` : `svc-${uuidv7()}`;
  await server.createAccount({
    merchantId: merchant.id,
    merchantName: merchant.name,
    username,
    name: 'Newcomer',
    kind,
    password: TEMPORARY_PASSWORD,
    mustChangePassword: kind === 'user',
  });
  return username;
}
