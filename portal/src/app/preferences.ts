import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { Locale } from '@portage/contract/locale';
import { chooseLocale } from '../i18n/i18n.ts';
import { useLocale } from '../i18n/use-locale.ts';

/** The languages, each named in itself so that its speakers find it. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', fr: 'Français' };

/** The colour schemes on offer; `auto` follows the system. */
export const colorSchemes = [
  'auto',
  'light',
  'dark',
] as const satisfies readonly MantineColorScheme[];

/** What a person may set for this device: the language and the colour scheme. */
export function usePreferences() {
  const locale = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    locale,
    chooseLocale: (value: string) => void chooseLocale(Locale.parse(value)),
    colorScheme,
    chooseColorScheme: (value: string) =>
      setColorScheme(colorSchemes.find((scheme) => scheme === value) ?? 'auto'),
  };
}
