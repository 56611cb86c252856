import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session.ts';
import { signOut } from '../sign-out.ts';
import { useStore } from '../store.ts';
import { AddFactor } from './AddFactor.tsx';
import { BelowQuestion } from './BelowQuestion.tsx';
import { factorQuestion, isSetUpRequired } from './step-up.ts';
import { StepUpDialog } from './StepUpDialog.tsx';

/** What the server asks of the session: a page in place of the others, a dialog over either, or both. */
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

/** Has somebody set up the second factor that an owner requires, before anything else. */
function SetUpPage() {
  const { t } = useTranslation('secondFactor');
  const merchant = useSession()?.merchantName ?? '';
  const queryClient = useQueryClient();
  return (
    <Paper withBorder p="lg" maw={640} mx="auto" mt="xl">
      <Stack gap="md">
        <Title order={1}>{t('setUp.title')}</Title>
        <Text>{t('setUp.text', { merchant })}</Text>
        <AddFactor
          hasApp={false}
          passkeys={0}
          onAdded={() => {
            // What was refused before is asked for again.
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
