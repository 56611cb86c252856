import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import type { Locale } from '@portage/contract/locale';
import { chooseLocale, readLocale, useTranslation } from '../i18n/i18n.ts';
import { notifyError } from './notify.tsx';

export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', fr: 'Français' };

export const colorSchemes = [
  'auto',
  'light',
  'dark',
] as const satisfies readonly MantineColorScheme[];

/** Language and color scheme of this device. */
export function usePreferences() {
  const { t, locale } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const switchTo = async (language: Locale) => {
    try {
      await chooseLocale(language);
    } catch {
      notifyError({
        title: t('shell.languageNotChanged'),
        message: t('noAnswer.unreachable.detail'),
      });
    }
  };
  return {
    locale,
    chooseLocale: (value: string) => void switchTo(readLocale(value)),
    colorScheme,
    chooseColorScheme: (value: string) =>
      setColorScheme(colorSchemes.find((scheme) => scheme === value) ?? 'auto'),
  };
}
