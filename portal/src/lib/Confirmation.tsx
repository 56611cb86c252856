import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { question } from './confirm.tsx';
import { useStore } from './store.ts';

const ABOVE_DIALOGS = 400;

/** Leaving the page answers `confirm()` with no. */
export function Confirmation() {
  const asked = useStore(question);
  return asked && <Asked key={asked.title} {...asked} />;
}

function Asked({ answer, ...shown }: NonNullable<ReturnType<typeof question.get>>) {
  const page = useRouterState({ select: ({ location }) => location.pathname });
  const [askedOn] = useState(page);
  useEffect(() => {
    if (page !== askedOn) answer(false);
  }, [page, askedOn, answer]);
  return (
    <ConfirmDialog
      {...shown}
      zIndex={ABOVE_DIALOGS}
      onYes={() => answer(true)}
      onNo={() => answer(false)}
    />
  );
}
