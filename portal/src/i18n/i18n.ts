import { use } from 'react';
import { DEFAULT_LOCALE, type Locale, LOCALES } from '@portage/contract/locale';
import { createStore, keepOnDevice, useStore } from '../lib/store.ts';
import { type Dictionaries, type Dictionary, type Translate, translator } from './translate.ts';

/** Spec 1 §9. */
const STORAGE_KEY = 'language';

const files = import.meta.glob<object>('./{en,fr}/*.json', { import: 'default' });

const texts: Record<Locale, Partial<Dictionaries>> = { en: {}, fr: {} };

const language = createStore<Locale>(DEFAULT_LOCALE);

const translators = new Map<string, unknown>();

/** Returns the same function for the same dictionary, whose texts may still load. */
function translatorOf<Name extends Dictionary>(locale: Locale, name: Name): Translate<Name> {
  const key = `${locale}/${name}`;
  const found = translators.get(key) ?? translator(locale, texts[locale], name);
  translators.set(key, found);
  return found as Translate<Name>;
}

const loading = new Map<string, Promise<void>>();

/** Loads once; a failed one again. */
function loadDictionary(locale: Locale, name: Dictionary): Promise<void> {
  const file = `./${locale}/${name}.json`;
  const found = loading.get(file);
  if (found) return found;
  const read = async () => {
    try {
      Object.assign(texts[locale], { [name]: await files[file]?.() });
      // React then takes it without suspending.
      void Object.assign(promise, { status: 'fulfilled', value: undefined });
    } catch (error) {
      loading.delete(file);
      throw error;
    }
  };
  const promise = read();
  loading.set(file, promise);
  return promise;
}

/** Resolves when the shared texts are loaded. */
export async function startI18n(): Promise<void> {
  speak(readLocale(localStorage.getItem(STORAGE_KEY)));
  await loadTexts('common');
}

export async function loadTexts(...names: Dictionary[]): Promise<void> {
  await Promise.all(names.map((name) => loadDictionary(currentLocale(), name)));
}

export const currentLocale = (): Locale => language.get();

export const useLocale = (): Locale => useStore(language);

/** Suspends until the dictionaries have loaded. Keys without a name are of the first. */
export function useTranslation<Name extends Dictionary = 'common'>(
  names?: Name | readonly [Name, ...Dictionary[]],
): { readonly t: Translate<Name>; readonly locale: Locale } {
  const locale = useLocale();
  const [own, ...others] = [names ?? ('common' as Name)].flat() as [Name, ...Dictionary[]];
  for (const name of [own, ...others]) use(loadDictionary(locale, name));
  return { t: translatorOf(locale, own), locale };
}

/** Translates outside components. */
export const translate: Translate = (key, values) =>
  translatorOf(currentLocale(), 'common')(key, values);

/** Rejects when its texts cannot be fetched. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const inUse = Object.keys(texts[currentLocale()]) as Dictionary[];
  await Promise.all(inUse.map((name) => loadDictionary(locale, name)));
  keepOnDevice(STORAGE_KEY, locale);
  speak(locale);
}

function speak(locale: Locale): void {
  document.documentElement.lang = locale;
  language.set(locale);
}

/** The default for anything unknown. */
export function readLocale(text: string | null): Locale {
  return LOCALES.find((locale) => locale === text) ?? DEFAULT_LOCALE;
}
