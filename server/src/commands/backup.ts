import * as fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { type Command, InvalidArgumentError } from 'commander';
import { startEmbeddedPostgres } from '../../../postgres/src/embedded-postgres.ts';
import { backUp, type Installation, type Manifest } from '../backup/backup.ts';
import { openFolder } from '../backup/file-place.ts';
import { requireEmpty, restoreBackup } from '../backup/restore.ts';
import { listRunningServers } from '../db/running-servers.ts';
import { type DatabaseEnv, readDatabaseEnv, readEnv } from '../env.ts';
import { openLog } from '../log.ts';
import { secretKeysFile } from '../secrets/secret-keys.ts';
import { DatabaseSettings } from '../settings.ts';
import { refused, wrongUsage } from '../startup-error.ts';
import { openPhotos, openPlace } from './open-place.ts';
import { printLines } from './output.ts';
import { existingSecrets, withDatabase } from './with-database.ts';

const HELP = `
A backup is a folder, or a part of a bucket such as s3://backups/2026-11-24 at PORTAGE_S3_REGION (or
PORTAGE_S3_ENDPOINT), with the usual credentials of AWS: rows of every table as of one moment, photos, secret-keys.json unless
PORTAGE_SECRET_KEYS gives the keys, and manifest.json with checksums, written last. Servers go on
working. Keep it private: it contains recipients and keys.`;

const keyFileOf = ({ secretKeys, dataDirectory }: DatabaseEnv) =>
  secretKeys ? undefined : secretKeysFile(dataDirectory);

const summaryOf = ({ tables, photos, hasKeys }: Manifest) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables, ${photos} photos, ${hasKeys ? 'with' : 'without'} keys`;
};

async function makeBackup(address: string): Promise<void> {
  const env = readEnv();
  await using opened = new AsyncDisposableStack();
  const place = opened.adopt(await openPlace(address, env), (one) => one.close());
  await withDatabase(async (db, databaseUrl) => {
    // A restore would find wrong keys too late.
    await existingSecrets(db, env);
    const { store, close } = await openPhotos(env);
    const installation = { databaseUrl, photos: store, keyFile: keyFileOf(env) };
    const manifest = await backUp(installation, place).finally(close);
    await printLines([`Backed up to ${place.address}: ${summaryOf(manifest)}.`]);
  });
}

async function restore(address: string): Promise<void> {
  const env = readEnv();
  await using opened = new AsyncDisposableStack();
  const place = opened.adopt(await openPlace(address, env), (one) => one.close());
  let { databaseUrl } = env;
  if (databaseUrl === undefined) {
    const { dataDirectory } = env;
    const postgres = await startEmbeddedPostgres({ dataDirectory, log: openLog('silent') });
    opened.defer(postgres.stop);
    databaseUrl = postgres.url;
  }
  const photos = opened.adopt(await openPhotos(env), ({ close }) => close());
  const to: Installation = { databaseUrl, photos: photos.store, keyFile: keyFileOf(env) };
  const manifest = await restoreBackup(place, to);
  await withDatabase(async (db) => void (await existingSecrets(db, env)));
  await printLines([`Restored ${place.address} of ${manifest.madeAt}: ${summaryOf(manifest)}.`]);
}

/** One line of standard input; a terminal does not show it. */
async function readPassword(): Promise<string> {
  const { stdin: input, stderr } = process;
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (input.isTTY) stderr.write('Password: ');
  const lines = createInterface({ input, output, terminal: input.isTTY });
  try {
    for await (const line of lines) return line;
    throw wrongUsage('The password is missing on standard input.');
  } finally {
    lines.close();
    if (input.isTTY) stderr.write('\n');
  }
}

async function moveDatabase(address: string, { password }: { password?: true }): Promise<void> {
  const { dataDirectory } = readDatabaseEnv();
  const url = new URL(address);
  if (password) url.password = await readPassword();
  const target = url.href;
  await withDatabase(async (db, databaseUrl) => {
    const servers = await listRunningServers(db);
    if (servers.length > 0) {
      throw refused(
        `Stop ${servers.map(({ name }) => name).join(', ')} first: its writes would be lost.`,
      );
    }
    await requireEmpty(target);
    const folder = path.join(dataDirectory, 'moving');
    await fs.rm(folder, { recursive: true, force: true });
    const rows = { photos: undefined, keyFile: undefined };
    try {
      const manifest = await backUp({ databaseUrl, ...rows }, openFolder(folder));
      await restoreBackup(openFolder(folder), { databaseUrl: target, ...rows });
      await printLines([
        `Moved ${summaryOf(manifest)}.`,
        'Start the server with DATABASE_URL and the same PORTAGE_DATA, which keeps photos and keys.',
      ]);
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  });
}

function readAddress(text: string): string {
  if (!DatabaseSettings.shape.DATABASE_URL.safeParse(text).success) {
    throw new InvalidArgumentError('It must be an address as of DATABASE_URL.');
  }
  if (new URL(text).password !== '') {
    throw new InvalidArgumentError(
      'Leave the password out, which other accounts would see: use PGPASSWORD, PGPASSFILE or --password.',
    );
  }
  return text;
}

export function addBackupCommands(portage: Command): void {
  portage
    .command('backup')
    .description('back up database, photos and keys, while servers run')
    .argument('<place>', 'an empty folder, or s3://bucket/prefix')
    .addHelpText('after', HELP)
    .action(makeBackup);
  portage
    .command('restore')
    .description('restore a backup into an empty database; the settings say which')
    .argument('<place>', 'the folder or s3://bucket/prefix of the backup')
    .action(restore);
  portage
    .command('move-database')
    .description('copy the database to an empty one elsewhere, while no server runs')
    .argument('<url>', 'the address of the other, as for DATABASE_URL', readAddress)
    .option('--password', 'read the password from standard input, not PGPASSWORD or PGPASSFILE')
    .action(moveDatabase);
}
