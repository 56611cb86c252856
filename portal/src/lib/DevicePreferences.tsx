import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { colorSchemes, languageNames, usePreferences } from './preferences.ts';

/** Language and appearance of this device. */
export function DevicePreferences() {
  const { t } = useTranslation();
  const id = useId();
  const { locale, chooseLocale, colorScheme, chooseColorScheme } = usePreferences();
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Text id={`${id}-language`} size="sm">
          {t('shell.language')}
        </Text>
        <SegmentedControl
          aria-labelledby={`${id}-language`}
          size="xs"
          value={locale}
          onChange={chooseLocale}
          data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text id={`${id}-scheme`} size="sm">
          {t('shell.colorScheme')}
        </Text>
        <SegmentedControl
          aria-labelledby={`${id}-scheme`}
          size="xs"
          value={colorScheme}
          onChange={chooseColorScheme}
          data={colorSchemes.map((scheme) => ({
            value: scheme,
            label: t(`shell.scheme.${scheme}`),
          }))}
        />
      </Group>
    </Stack>
  );
}
