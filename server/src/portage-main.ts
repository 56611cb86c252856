import { constants } from 'node:os';
import { runPortageCommand } from './commands/portage-command.ts';
import { fail } from './startup-error.ts';

// `exit` tells a starting database to stop.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

await runPortageCommand(process.argv.slice(2)).catch(fail);
