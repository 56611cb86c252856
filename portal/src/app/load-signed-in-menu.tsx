import type { ReactNode } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import type { Session } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';

type DrawMenu = (session: Session) => ReactNode;

/** The sign-in page shows without them. */
export const drawSignedInMenu = createStore<DrawMenu | undefined>(undefined);

/** Loads the menu and the shortcuts. */
export async function loadSignedInMenu(): Promise<void> {
  const { SignedInMenu } = await import('./SignedInPages.tsx');
  drawSignedInMenu.set((session) => <SignedInMenu session={session} />);
}

/** The usual first page after signing in. */
export const loadFirstPage = () =>
  Promise.all([
    loadSignedInMenu(),
    import('../dashboard/DashboardPage.tsx'),
    loadTexts('errors', 'dashboard'),
  ]);
