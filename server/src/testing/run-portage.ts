import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { NODE_CACHE } from './server-process.ts';

export interface CommandOutcome {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs `npm run portage --` with words, as a process. */
export async function runPortage(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  const main = path.resolve(import.meta.dirname, '../portage-main.ts');
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: path.dirname(process.execPath), ...NODE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode, output, errors };
}
