import { useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type common from '../i18n/en/common.json';

/** A page's name in the dictionary, under `pageTitle`. */
export type PageTitle = keyof (typeof common)['pageTitle'];

/** Keeps the browser's title bar in step with the page and the language. */
export function DocumentTitle() {
  const { t } = useTranslation();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return <title>{`${t(`pageTitle.${title ?? 'notFound'}`)} – ${t('product')}`}</title>;
}
