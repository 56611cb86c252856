import type { CognitoSettings } from '../settings.ts';
import { openCognito } from '../identity/open-cognito.ts';
import { TEST_NOW, type TestServerOptions } from './build-test-server.ts';

export interface TestProvider {
  provider: string;
  /** True for cognito-local, which lacks some of what Amazon Cognito does: the tests name it. */
  isEmulated: boolean;
  options: TestServerOptions;
}

/** Both providers, for `describe.each`; the pool is one that `useLocalPool` gave. */
export const identityProviders = (localPool: CognitoSettings): TestProvider[] => [
  { provider: 'the embedded identity', isEmulated: false, options: { startsAt: TEST_NOW } },
  {
    provider: 'a user pool of Amazon Cognito',
    isEmulated: true,
    options: {
      openIdentity: (deps) => openCognito(deps, localPool),
      // The emulator's tokens are of this moment.
      startsAt: Date.now(),
    },
  },
];
