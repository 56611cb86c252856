import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../lib/session.ts';

/** Fetched when the menu is first opened: wide screens never need it. */
const MobileDrawer = lazy(async () => ({
  default: (await import('./MobileDrawer.tsx')).MobileDrawer,
}));

/** The button that opens the menu of narrow screens, and the menu. */
export function MobileMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen: () => setWasOpened(true) });
  return (
    <>
      <Burger
        opened={isOpen}
        onClick={open}
        size="sm"
        aria-label={t('shell.openMenu')}
        aria-expanded={isOpen}
      />
      {wasOpened && (
        <Suspense>
          <MobileDrawer session={session} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
