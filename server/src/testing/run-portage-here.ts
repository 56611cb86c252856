import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { runPortageCommand } from '../commands/portage-command.ts';
import { StartupError } from '../../../postgres/src/startup-error.ts';
import type { CommandOutcome } from './run-portage.ts';

/** Runs a command; gives the code it ends with, and its error in one line. */
async function endOf(words: readonly string[]): Promise<Pick<CommandOutcome, 'code' | 'errors'>> {
  try {
    await runPortageCommand(words);
    return { code: 0, errors: '' };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { code: error.exitCode, errors: `${error.message}\n` };
  }
}

/**
 * Runs the operator's command line in the process of the test, with the settings of its environment.
 * `runPortage` starts a process for it, which takes most of a second.
 */
export async function runPortageHere(words: readonly string[]): Promise<CommandOutcome> {
  const printed = new PassThrough();
  const stdout = vi.spyOn(process, 'stdout', 'get');
  stdout.mockReturnValue(printed as unknown as typeof process.stdout);
  const output = text(printed);
  try {
    const end = await endOf(words);
    printed.end();
    return { ...end, output: await output };
  } finally {
    stdout.mockRestore();
  }
}
