import { passwordEndpoints } from '@portage/contract/passwords';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../lib/notify.tsx';
import { deviceToken } from './device-token.ts';

/** Asks for a reset code, and says that it will come or why not. `onSent` is given the username. */
export function useResetRequest(onSent: (username: string) => void) {
  const { t } = useTranslation('signIn');
  return useMutation({
    mutationFn: (username: string) =>
      callApi(passwordEndpoints.requestReset, { body: { username, device: deviceToken() } }),
    onMutate: dismissNotifications,
    onSuccess: (_, username) => {
      notifySuccess({ about: 'orders', title: t('forgot.sent'), message: t('forgot.sentText') });
      onSent(username);
    },
    onError: (cause) => notifyError({ title: t('forgot.failed'), cause }),
  });
}
