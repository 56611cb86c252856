import type { SessionTokens } from '@portage/contract/users/sessions';
import type { ServiceUserCredentials } from '@portage/contract/users/users';
import type { TestServer } from './build-test-server.ts';
import { openTestSession, type SignedInCall, type TestMerchant } from './make-merchant.ts';

export interface TestServiceUser extends ServiceUserCredentials, SessionTokens {
  call: SignedInCall;
}

export async function makeServiceUser(
  server: TestServer,
  merchant: TestMerchant,
): Promise<TestServiceUser> {
  const response = await merchant.call('POST', '/users/service');
  const { username, password } = response.json<ServiceUserCredentials>();
  return { username, password, ...(await openTestSession(server, username, password)) };
}
