import { Button, Group, Paper, Stack, Text, Title, Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type SessionProof, secondFactorEndpoints } from '@portage/contract/users/second-factor';
import { useTranslation } from '../../i18n/i18n.ts';
import { callApi } from '../api.ts';
import { callKey } from '../call-query.ts';
import { BelowQuestion } from '../confirm.tsx';
import { signOut } from '../keep-session.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { PasswordField } from '../PasswordField.tsx';
import { queryClient } from '../query-client.ts';
import { useSession } from '../session.ts';
import { useStore } from '../store.ts';
import { AddFactor } from './AddFactor.tsx';
import { FactorForm } from './FactorForm.tsx';
import { factorQuestion, isSetUpRequired } from './step-up.ts';

const ABOVE_DIALOGS = 400;

/** Asks for the password without a second factor. */
function StepUpDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation(['secondFactor', 'common']);
  const challenge = useQuery({
    queryKey: callKey(secondFactorEndpoints.startCheck),
    queryFn: () => callApi(secondFactorEndpoints.startCheck, {}),
    // A passkey's challenge works once.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const prove = async (proof: SessionProof) => {
    try {
      await callApi(secondFactorEndpoints.check, { body: proof });
    } catch (error) {
      if (proof.method === 'passkey') void challenge.refetch();
      throw error;
    }
    onEnd(true);
  };
  const cancel = () => onEnd(false);
  const { methods = [], passkeyOptions } = challenge.data ?? {};
  const factors = methods.filter((method) => method !== 'password');

  return (
    <Modal
      opened
      onClose={cancel}
      title={t('check.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      zIndex={ABOVE_DIALOGS}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('check.why')}
        </Text>
        {challenge.isPending && <Skeleton height={120} />}
        <LoadFailed title={t('loadFailed')} query={challenge} />
        {challenge.data &&
          (factors.length > 0 ? (
            <FactorForm
              challenge={{ methods: factors, passkeyOptions }}
              onProof={prove}
              onCancel={cancel}
            />
          ) : (
            <PasswordForm onProof={prove} onCancel={cancel} />
          ))}
      </Stack>
    </Modal>
  );
}

interface PasswordFormProps {
  readonly onProof: (proof: SessionProof) => Promise<unknown>;
  readonly onCancel: () => void;
}

function PasswordForm({ onProof, onCancel }: PasswordFormProps) {
  const { t } = useTranslation(['secondFactor', 'common']);
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  // The dialog has set its focus before this loads.
  useEffect(() => field.current?.focus(), []);
  const prove = useMutation({
    mutationFn: () => onProof({ method: 'password', password }),
    onError: () => field.current?.select(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '' && !prove.isPending) prove.mutate();
      }}
    >
      <Stack gap="md">
        <PasswordField
          ref={field}
          label={t('check.password')}
          name="current-password"
          autoComplete="current-password"
          data-autofocus
          maxLength={1024}
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            prove.reset();
          }}
          error={prove.error?.message}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={password === ''} loading={prove.isPending}>
            {t('check.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The set-up page, the step-up dialog, or both. */
export function FactorDemands() {
  const isSetUp = useStore(isSetUpRequired);
  const settle = useStore(factorQuestion);
  return (
    <>
      {isSetUp && (
        <BelowQuestion>
          <SetUpPage />
        </BelowQuestion>
      )}
      {settle && <StepUpDialog onEnd={settle} />}
    </>
  );
}

function SetUpPage() {
  const { t } = useTranslation('secondFactor');
  const merchant = useSession()?.merchantName ?? '';
  return (
    <Paper withBorder p="lg" maw={640} mx="auto" mt="xl">
      <Stack gap="md">
        <Title order={1}>{t('setUp.title')}</Title>
        <Text>{t('setUp.text', { merchant })}</Text>
        <AddFactor
          hasApp={false}
          passkeys={0}
          onAdded={() => {
            // Repeats the refused reads.
            void queryClient.resetQueries();
            isSetUpRequired.set(false);
          }}
        />
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={() => void signOut()}>
            {t('setUp.signOut')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
