import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { CommandDialog } from '../command-palette/CommandDialog.tsx';
import { paths } from '../paths.ts';
import { useCommands } from './use-commands.ts';

interface PortalCommandsProps {
  readonly shows: 'palette' | 'help';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** The command palette with all that the portal can do, and the help on shortcuts. */
export function PortalCommands({ shows, isOpen, onClose, onHelp }: PortalCommandsProps) {
  const goTo = useGoTo();
  const commands = useCommands({ goTo, onHelp });
  return (
    <CommandDialog
      shows={shows}
      isOpen={isOpen}
      onClose={onClose}
      commands={commands}
      onShowOrders={(search) => goTo({ to: paths.orders(), search })}
    />
  );
}

/** Goes to a page and stands at its beginning, also when the same page only shows something else. */
function useGoTo() {
  const navigate = useNavigate();
  const go = async (destination: NavigateOptions) => {
    await navigate(destination);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (destination: NavigateOptions) => void go(destination);
}
