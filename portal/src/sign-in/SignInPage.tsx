import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The sign-in page (spec 1 §2, /). */
export function SignInPage() {
  const { t } = useTranslation('signIn');
  return <Title order={1}>{t('title')}</Title>;
}
