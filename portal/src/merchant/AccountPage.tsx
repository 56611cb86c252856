import { Skeleton, Stack, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { passwordEndpoints } from '@portage/contract/users/passwords';
import { sessionEndpoints } from '@portage/contract/users/sessions';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { resourceKey } from '../lib/call-query.ts';
import { DevicePreferences } from '../lib/DevicePreferences.tsx';
import { ProfileFailed } from '../lib/LoadFailed.tsx';
import { useMerchant } from '../lib/merchant.ts';
import { NewPasswordField, useUnmetRules } from '../lib/NewPasswordField.tsx';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { PasswordField } from '../lib/PasswordField.tsx';
import { queryClient } from '../lib/query-client.ts';
import { useSession, continueSession } from '../lib/session.ts';
import { pageWidth } from '../ui/page-width.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** Signs out other sessions. */
function PasswordSection({ username }: { readonly username: string }) {
  const { t } = useTranslation(['merchant', 'errors']);
  const currentField = useRef<HTMLInputElement>(null);
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const { unmet, maySend } = useUnmetRules(newPassword);
  const change = useMutation({
    mutationFn: () => callApi(passwordEndpoints.change, { body: { currentPassword, newPassword } }),
    onSuccess: ({ session }) => {
      if (session) continueSession(session);
      setCurrentPassword('');
      setNewPassword('');
      notifySuccess({
        title: t('errors:success.passwordChanged'),
        message: t('errors:success.passwordChangedText'),
      });
      return queryClient.invalidateQueries({ queryKey: resourceKey(sessionEndpoints.list) });
    },
    onError: (cause) => {
      notifyError({ title: t('errors:error.couldNotChangePassword'), cause });
      if (isCurrentWrong(cause)) currentField.current?.select();
    },
  });
  const type = (set: (typed: string) => void) => (typed: string) => {
    set(typed);
    if (change.isError) change.reset();
  };
  const typeCurrent = type(setCurrentPassword);
  const maySubmit = currentPassword !== '' && maySend;

  return (
    <ProfileSection id="password" title={t('password.title')} text={t('password.text')}>
      <form
        aria-labelledby="password-title"
        onSubmit={(event) => {
          event.preventDefault();
          if (maySubmit && !change.isPending) change.mutate();
        }}
      >
        <Stack gap="md" maw={400}>
          <PasswordField
            ref={currentField}
            label={t('password.current')}
            name="current-password"
            autoComplete="current-password"
            maxLength={1024}
            value={currentPassword}
            onChange={(event) => typeCurrent(event.currentTarget.value)}
            error={isCurrentWrong(change.error) && change.error.message}
          />
          <NewPasswordField
            username={username}
            value={newPassword}
            unmet={unmet}
            onChange={type(setNewPassword)}
            failure={change.error}
          />
          <div>
            <Button type="submit" disabled={!maySubmit} loading={change.isPending}>
              {t('password.submit')}
            </Button>
          </div>
        </Stack>
      </form>
    </ProfileSection>
  );
}

function isCurrentWrong(error: unknown): error is ApiError {
  return error instanceof ApiError && error.problem.code === 'current_password_wrong';
}

/** The user's own settings, apart from the merchant's profile. */
export function AccountPage() {
  const { t } = useTranslation(['merchant', 'common']);
  const merchant = useMerchant();
  const session = useSession();
  if (!session) return null;
  return (
    <Stack gap="lg" maw={pageWidth.form}>
      <PageHead
        title={t('common:pageTitle.account')}
        text={t('account.signedInAs', { username: session.username })}
      />
      <ProfileSection
        id="preferences"
        title={t('account.preferences')}
        text={t('account.preferencesText')}
      >
        <DevicePreferences />
      </ProfileSection>
      <PasswordSection username={session.username} />
      {merchant.data && (
        <>
          <SecondFactorSection />
          <SessionsSection />
        </>
      )}
      {merchant.isPending && <Skeleton height={240} />}
      <ProfileFailed profile={merchant} />
    </Stack>
  );
}
