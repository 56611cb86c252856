import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { runScenario, skipScenario } from './scenario.ts';
import { openStage } from './stage.ts';

const run = promisify(execFile);

/** Paths of libfaketime on Debian. */
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

const findLibrary = () => LIBRARIES.find((file) => existsSync(file));

/** Returns the library that fakes a process's time; installs it on Debian as root. */
async function fakeTimeLibrary(): Promise<string | undefined> {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (findLibrary() === undefined && isDebianRoot) {
    const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
    await run('apt-get', [...quietly, 'update']).catch(() => undefined);
    await run('apt-get', [...quietly, 'install', '-y', 'faketime']).catch(() => undefined);
  }
  return findLibrary();
}

test('the clock of the servers jumps', async (context) => {
  const library = await fakeTimeLibrary();
  if (library === undefined) skipScenario(context, 'apt-get install faketime is needed');
  let clock = '';
  const setClock = (offset: string) => writeFile(clock, `${offset}\n`);
  const stage = await openStage({
    database: 'shared',
    servers: 1,
    prepare: async ({ directory }) => {
      clock = path.join(directory, 'clock');
      await setClock('+0');
    },
    settings: ({ directory }) => ({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: path.join(directory, 'clock'),
      // Changes of the file apply at once; durations stay real.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
  });
  // The second server keeps the right time.
  await stage.addServer({ LD_PRELOAD: '' });
  await runScenario(stage, context, {
    done: 'Two servers on one database. The clock of the first (libfaketime) jumps ten minutes ahead, then three minutes behind, then back; the second server and PostgreSQL keep the right time. The carrier’s events keep their own time.',
    isClockRight: false,
    async trouble() {
      for (const offset of ['+10m', '-3m', '+0']) {
        await setClock(offset);
        if (offset !== '+0') await setTimeout(8_000);
      }
    },
  });
});
