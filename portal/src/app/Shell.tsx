import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DocumentTitle } from './DocumentTitle.tsx';
import { Header } from './Header.tsx';
import classes from './Shell.module.css';

const CONTENT_ID = 'content';

/** What surrounds every page: skip link, header and the page itself. */
export function Shell() {
  const { t } = useTranslation();
  return (
    <div className={classes['shell']}>
      <DocumentTitle />
      <a className={classes['skipLink']} href={`#${CONTENT_ID}`}>
        {t('shell.skipToContent')}
      </a>
      <Header />
      <main id={CONTENT_ID} className={classes['main']} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
