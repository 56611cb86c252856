import { DEFAULT_LOCALE, type Locale, LOCALES } from '@portage/contract/locale';
import { type BackendModule, createInstance, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Spec 1 §9. */
const STORAGE_KEY = 'language';

const dictionaries = import.meta.glob<ResourceKey>('./{en,fr}/*.json', { import: 'default' });

async function readDictionary(language: string, namespace: string): Promise<ResourceKey> {
  const load = dictionaries[`./${language}/${namespace}.json`];
  if (!load) throw new Error(`There is no dictionary ${language}/${namespace}.json`);
  return load();
}

const lazyDictionaries: BackendModule = {
  type: 'backend',
  init: () => undefined,
  // oxlint-disable-next-line typescript/no-misused-promises -- i18next also takes a promise, which its types do not say
  read: readDictionary,
};

export const i18n = createInstance().use(lazyDictionaries).use(initReactI18next);

/** Resolves when the shared texts are loaded. */
export async function startI18n(): Promise<void> {
  await i18n.init({
    lng: storedLocale(),
    initAsync: false,
    // Tests compare the languages, so a missing text is never filled in.
    fallbackLng: false,
    ns: ['common'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = currentLocale();
}

/** Rejects at once; i18next would retry for 11 s. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  const locale = currentLocale();
  await Promise.all(namespaces.map((namespace) => readDictionary(locale, namespace)));
  await i18n.loadNamespaces(namespaces);
}

export function currentLocale(): Locale {
  return readLocale(i18n.language);
}

/** Rejects when its texts cannot be fetched. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const inUse = Object.keys(i18n.store.data[currentLocale()] ?? {});
  await Promise.all(inUse.map((namespace) => readDictionary(locale, namespace)));
  await i18n.changeLanguage(locale);
  localStorage.setItem(STORAGE_KEY, locale);
  document.documentElement.lang = locale;
}

function storedLocale(): Locale {
  return readLocale(localStorage.getItem(STORAGE_KEY));
}

/** The default for anything unknown. */
export function readLocale(text: string | null | undefined): Locale {
  return LOCALES.find((locale) => locale === text) ?? DEFAULT_LOCALE;
}
