import { Loader, Stack, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { secondFactorEndpoints } from '@portage/contract/users/second-factor';
import type { SecondFactorChallenge, SessionTokens } from '@portage/contract/users/sessions';
import { loadTexts, useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { deviceToken } from './device-token.ts';

const FactorForm = lazy(async () => {
  const [{ FactorForm }] = await Promise.all([
    import('../lib/second-factor/FactorForm.tsx'),
    loadTexts('secondFactor'),
  ]);
  return { default: FactorForm };
});

interface SecondFactorStepProps {
  readonly username: string;
  readonly challenge: SecondFactorChallenge;
  readonly onDone: (tokens: SessionTokens) => void;
  readonly onCancel: () => void;
}

export function SecondFactorStep({ username, challenge, ...on }: SecondFactorStepProps) {
  const { t } = useTranslation('signIn');
  const { session, challengeParameters } = challenge;
  return (
    <Stack gap="md">
      <Title order={1}>{t('secondFactor')}</Title>
      <Suspense fallback={<Loader />}>
        <FactorForm
          challenge={challengeParameters}
          onProof={async (proof) => {
            const body = { username, session, proof, device: deviceToken() };
            on.onDone(await callApi(secondFactorEndpoints.complete, { body }));
          }}
          onCancel={on.onCancel}
        />
      </Suspense>
    </Stack>
  );
}
