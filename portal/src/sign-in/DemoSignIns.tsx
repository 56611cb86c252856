import { Button, Divider, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { appConfig } from '../lib/app-config.ts';

interface DemoSignInsProps {
  /** Called with the username and password of the one that was clicked. */
  readonly onChoose: (credentials: { username: string; password: string }) => void;
}

/** The sign-ins a demo comes with, each a click away. */
export function DemoSignIns({ onChoose }: DemoSignInsProps) {
  const { t } = useTranslation('signIn');
  return (
    <Stack gap="xs">
      <Divider />
      <Title order={2} size="h3">
        {t('demo.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('demo.text')}
      </Text>
      {appConfig().demoSignIns.map(({ username, password, merchant }) => (
        <Button
          key={username}
          variant="default"
          justify="space-between"
          h="auto"
          py="xs"
          onClick={() => onChoose({ username, password })}
        >
          <Stack gap={0} align="flex-start">
            <span>{merchant}</span>
            <Text size="xs" c="dimmed">
              {username} · {password}
            </Text>
          </Stack>
        </Button>
      ))}
    </Stack>
  );
}
