import { Anchor, Text, Title } from '@mantine/core';
import { sessionEndpoints } from '@portage/contract/users/sessions';
import { Trans, useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import classes from './ApiSignIn.module.css';

/** Explains how software signs in with a service user, with a link to the API reference. */
export function ApiSignIn() {
  const { t } = useTranslation('integrations');
  const base = new URL(appConfig().apiUrl, window.location.origin).href;
  return (
    <section>
      <Title order={2} mb={4}>
        {t('api.title')}
      </Title>
      <Text size="sm" maw="44rem">
        <Trans t={t} i18nKey="api.text" components={{ code: <code /> }} />
      </Text>
      <pre className={classes['example']}>
        <code>{exampleOf(`${base}${sessionEndpoints.signIn.path}`)}</code>
      </pre>
      <Anchor size="sm" href={`${base}/reference`} target="_blank" rel="noreferrer">
        {t('api.reference')}
      </Anchor>
    </section>
  );
}

function exampleOf(address: string): string {
  return [
    `curl ${address} \\`,
    `  --header 'Content-Type: application/json' \\`,
    `  --data '{"username": "…", "password": "…"}'`,
  ].join('\n');
}
