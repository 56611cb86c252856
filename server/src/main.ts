import { demoSignIns } from './db/demo/demo-merchants.ts';
import { readEnv } from './env.ts';
import { openLog } from './log.ts';
import { startPortage } from './start-portage.ts';
import { StartupError } from './startup-error.ts';

/** How long a stop may take before the process ends all the same. */
const STOP_SECONDS = 20;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Ends the process: one line for what an operator can mend, the stack for what we must. */
function fail(error: unknown): never {
  const isKnown = error instanceof StartupError;
  const text =
    isKnown || !(error instanceof Error) ? String(error) : (error.stack ?? error.message);
  process.stderr.write(`${isKnown ? error.message : text}\n`);
  process.exit(isKnown ? error.exitCode : 1);
}

async function main(): Promise<void> {
  const env = readEnv();
  const portage = await startPortage(env, openLog(env.logLevel), fail);

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_SECONDS * 1000).unref();
    portage.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  say(`\nPortage is at ${portage.address}\n`);
  if (!env.demo) return;
  say('Demo sign-ins:');
  for (const { username, password, merchant } of demoSignIns) {
    say(`  ${username.padEnd(24)} ${password.padEnd(18)} ${merchant}`);
  }
  say('');
}

await main().catch(fail);
