import { useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type common from '../i18n/en/common.json';
import { useOwnPageTitle } from '../lib/page-title.ts';
import { useIsMobile } from '../ui/use-is-mobile.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Names the page in the browser's title bar. */
    title?: PageTitle;
    /** Whether this route and those below it exist on wide screens only. */
    isForWideScreens?: boolean;
  }
}

/** A page's name in the dictionary, under `pageTitle`. */
type PageTitle = keyof (typeof common)['pageTitle'];

/** Keeps the browser's title bar in step with the page, the language and the width of the window. */
export function DocumentTitle() {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const own = useOwnPageTitle();
  const title = useMatches({
    select: (matches): PageTitle | undefined => {
      const isHidden = isMobile && matches.some(({ staticData }) => staticData.isForWideScreens);
      return isHidden ? undefined : matches.at(-1)?.staticData.title;
    },
  });
  return <title>{`${own ?? t(`pageTitle.${title ?? 'notFound'}`)} – ${t('product')}`}</title>;
}
