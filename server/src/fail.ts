import { StartupError } from '../../postgres/src/startup-error.ts';

/** Ends the process: one line for what an operator can mend, the stack for what we must. */
export function fail(error: unknown): never {
  const isKnown = error instanceof StartupError;
  const text =
    isKnown || !(error instanceof Error) ? String(error) : (error.stack ?? error.message);
  process.stderr.write(`${isKnown ? error.message : text}\n`);
  process.exit(isKnown ? error.exitCode : 1);
}
