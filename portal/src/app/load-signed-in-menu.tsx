import type { ReactNode } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import type { Session } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';

type DrawMenu = (session: Session) => ReactNode;

/** Draws the menus of the header, once they are fetched: the sign-in page shows without them. */
export const drawSignedInMenu = createStore<DrawMenu | undefined>(undefined);

/** Fetches the menus of the header. A page that waits for it shows with them, shortcuts included. */
export async function loadSignedInMenu(): Promise<void> {
  const { SignedInMenu } = await import('./SignedInMenu.tsx');
  drawSignedInMenu.set((session) => <SignedInMenu session={session} />);
}

/** Fetches what shows first after signing in, unless somebody wants to go elsewhere. */
export const loadFirstPage = () =>
  Promise.all([
    loadSignedInMenu(),
    import('./SignedInPages.tsx'),
    import('../dashboard/DashboardPage.tsx'),
    loadTexts('errors', 'dashboard'),
  ]);
