import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';
import { environmentOf } from '../lib/environment.ts';

/** Names the environment next to the product, so that nobody ships from a test system; nothing in prod. */
export function EnvironmentTag() {
  const { t } = useTranslation();
  const environment = environmentOf(appConfig().apiUrl, window.location.origin);
  if (environment === 'prod') return undefined;
  return (
    <Badge
      variant="outline"
      color="gray"
      size="sm"
      flex="none"
      title={t(`shell.environment.${environment}`)}
    >
      {environment}
    </Badge>
  );
}
