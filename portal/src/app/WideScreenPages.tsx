import { Outlet } from '@tanstack/react-router';
import { Activity } from 'react';
import { useIsMobile } from '../ui/use-is-mobile.ts';
import { NotFoundPage } from './NotFoundPage.tsx';

/**
 * The pages below exist on wide screens only. A window made narrow hides the page and does not end
 * it: whoever turns a tablet and turns it back finds again what was open, such as new credentials.
 */
export function WideScreenPages() {
  const isMobile = useIsMobile();
  return (
    <>
      {isMobile && <NotFoundPage isForWideScreens />}
      <Activity mode={isMobile ? 'hidden' : 'visible'}>
        <Outlet />
      </Activity>
    </>
  );
}
