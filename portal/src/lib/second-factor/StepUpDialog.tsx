import { Modal, Skeleton, Stack, Text } from '@mantine/core';
import { secondFactorEndpoints } from '@portage/contract/second-factor';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api.ts';
import { callKey } from '../call-query.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { FactorForm } from './FactorForm.tsx';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';

/** Above whatever dialog the call came from, which stays as it is. */
const ABOVE_DIALOGS = 400;

/** Asks for a second factor before a protected call goes on. */
export function StepUpDialog({ onEnd }: { readonly onEnd: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation(['secondFactor', 'common']);
  const challenge = useQuery({
    queryKey: callKey(secondFactorEndpoints.startCheck),
    queryFn: () => callApi(secondFactorEndpoints.startCheck, {}),
    // What a passkey has to sign is used up with each attempt.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      title={t('check.title')}
      closeButtonProps={{ 'aria-label': t('common:cancel') }}
      zIndex={ABOVE_DIALOGS}
      centered
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('check.why')}
        </Text>
        {challenge.isPending && <Skeleton height={120} />}
        {challenge.isError && (
          <LoadFailed
            title={t('loadFailed')}
            error={challenge.error}
            onRetry={() => void challenge.refetch()}
          />
        )}
        {challenge.data && (
          <FactorForm
            challenge={challenge.data}
            onProof={async (proof) => {
              try {
                await callApi(secondFactorEndpoints.check, { body: proof });
              } catch (error) {
                if (proof.method === 'passkey') void challenge.refetch();
                throw error;
              }
              onEnd(true);
            }}
            onCancel={() => onEnd(false)}
          />
        )}
      </Stack>
    </Modal>
  );
}
