import { Button, Group, Skeleton, Switch, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type SecondFactorState,
  secondFactorEndpoints,
} from '@portage/contract/users/second-factor';
import { userEndpoints } from '@portage/contract/users/users';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { callQuery, readAgain } from '../lib/call-query.ts';
import { LoadFailed } from '../lib/LoadFailed.tsx';
import { useMerchantFormat } from '../lib/merchant.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { AddFactor, RecoveryCodesDialog } from '../lib/second-factor/AddFactor.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import { ActionsHeader } from '../ui/ActionsHeader.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './ProfileTable.module.css';

function useSecondFactor() {
  return useQuery(callQuery(secondFactorEndpoints.get, {}));
}

const readFactorsAgain = () => readAgain(secondFactorEndpoints.get, userEndpoints.list);

export function useFactorChange<Input = void, Answer = unknown>(
  send: (input: Input) => Promise<Answer>,
  done: 'secondFactorRemoved' | 'secondFactorReset' | 'secondFactorRequirementSaved' | undefined,
) {
  const { t } = useTranslation('errors');
  return useMutation({
    mutationFn: send,
    onSuccess: () => done && notifySuccess({ title: t(`success.${done}`) }),
    onError: (cause) => notifyError({ title: t('error.couldNotChangeSecondFactor'), cause }),
    onSettled: readFactorsAgain,
  });
}

/** Hidden where none is offered. */
export function FactorRequirement() {
  const { t } = useTranslation('secondFactor');
  const { data: state } = useSecondFactor();
  const requirement = useFactorChange(
    (isRequired: boolean) => callApi(secondFactorEndpoints.require, { body: { isRequired } }),
    'secondFactorRequirementSaved',
  );
  if (!state?.isOffered) return null;
  return (
    <OwnerOnly>
      <Switch
        label={t('require')}
        description={t('requireHelp')}
        checked={requirement.isPending ? requirement.variables : state.isRequired}
        onChange={(event) => requirement.mutate(event.currentTarget.checked)}
      />
    </OwnerOnly>
  );
}

export function SecondFactorSection() {
  const { t } = useTranslation('secondFactor');
  const state = useSecondFactor();
  return (
    <ProfileSection id="second-factor" title={t('title')} text={t('text')}>
      {state.data && !state.data.isOffered && <Text>{t('notOffered')}</Text>}
      {state.data?.isOffered && <Factors state={state.data} />}
      {state.isPending && <Skeleton height={80} />}
      <LoadFailed title={t('loadFailed')} query={state} />
    </ProfileSection>
  );
}

function Factors({ state }: { readonly state: SecondFactorState }) {
  const { t } = useTranslation('secondFactor');
  const { appAddedAt, passkeys } = state;
  const hasAny = appAddedAt !== undefined || passkeys.length > 0;
  return (
    <>
      {hasAny && (
        <>
          <Table aria-label={t('title')} className={`${classes['table']} ${classes['stacked']}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('factor')}</Table.Th>
                <Table.Th>{t('addedAt')}</Table.Th>
                <Table.Th>{t('lastUsedAt')}</Table.Th>
                <ActionsHeader />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {appAddedAt !== undefined && (
                <FactorRow name={t('methods.app')} addedAt={appAddedAt} />
              )}
              {passkeys.map((passkey) => (
                <FactorRow key={passkey.id} {...passkey} />
              ))}
            </Table.Tbody>
          </Table>
          <RecoveryCodes left={state.recoveryCodesLeft} />
        </>
      )}
      <AddFactor
        hasApp={appAddedAt !== undefined}
        passkeys={passkeys.length}
        onAdded={() => void readFactorsAgain()}
      />
    </>
  );
}

interface FactorRowProps {
  /** Names a passkey; undefined for the app. */
  readonly id?: string;
  readonly name: string;
  readonly addedAt: number;
  readonly lastUsedAt?: number | undefined;
}

function FactorRow({ id, name, addedAt, lastUsedAt }: FactorRowProps) {
  const { t } = useTranslation('secondFactor');
  const isPasskey = id !== undefined;
  const format = useMerchantFormat();
  const removal = useFactorChange(
    () =>
      id === undefined
        ? callApi(secondFactorEndpoints.removeApp, {})
        : callApi(secondFactorEndpoints.removePasskey, { params: { id } }),
    'secondFactorRemoved',
  );
  return (
    <Table.Tr>
      <Table.Td className={classes['address'] ?? ''}>
        {name}
        {isPasskey && (
          <Text size="xs" c="dimmed">
            {t('methods.passkey')}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-name={t('addedAt')}>
        <Timestamp at={addedAt} format={format} />
      </Table.Td>
      <Table.Td data-name={isPasskey ? t('lastUsedAt') : undefined}>
        {isPasskey && <Timestamp at={lastUsedAt} format={format} none={t('never')} />}
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-xs"
          variant="default"
          loading={removal.isPending}
          aria-label={t('removeOne', { name })}
          onClick={() => removal.mutate()}
        >
          {t('remove')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function RecoveryCodes({ left }: { readonly left: number }) {
  const { t } = useTranslation('secondFactor');
  // Shown at once: the change ends after factors and users are read again.
  const [codes, setCodes] = useState<readonly string[]>();
  const replacement = useFactorChange(async () => {
    const answer = await callApi(secondFactorEndpoints.replaceRecoveryCodes, {});
    setCodes(answer.recoveryCodes);
  }, undefined);
  return (
    <Group gap="sm">
      <Text size="sm">{t('codesLeft', { count: left })}</Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={replacement.isPending}
        onClick={() => replacement.mutate()}
      >
        {t('newCodes')}
      </Button>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Group>
  );
}
