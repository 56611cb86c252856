import { Group, SegmentedControl, type SegmentedControlProps, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { colorSchemes, languageNames, usePreferences } from './preferences.ts';

/** Language and appearance of this device. */
export function DevicePreferences() {
  const { t } = useTranslation();
  const { locale, chooseLocale, colorScheme, chooseColorScheme } = usePreferences();
  return (
    <Stack gap="sm">
      <Preference
        label={t('shell.language')}
        value={locale}
        onChange={chooseLocale}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
      />
      <Preference
        label={t('shell.colorScheme')}
        value={colorScheme}
        onChange={chooseColorScheme}
        data={colorSchemes.map((value) => ({ value, label: t(`shell.scheme.${value}`) }))}
      />
    </Stack>
  );
}

function Preference({ label, ...control }: SegmentedControlProps & { readonly label: string }) {
  const id = useId();
  return (
    <Group justify="space-between" gap="xs">
      <Text id={id} size="sm">
        {label}
      </Text>
      <SegmentedControl aria-labelledby={id} size="xs" {...control} />
    </Group>
  );
}
