import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { createCarrierKey } from '../server/src/carrier/carrier-keys.ts';
import { systemClock } from '../server/src/clock.ts';
import type { Database } from '../server/src/db/database.ts';
import { openLog } from '../server/src/log.ts';
import { createMerchant } from '../server/src/merchants/first-profile.ts';
import { insertCheapAccount } from '../server/src/testing/cheap-account.ts';
import { startMailServer } from '../server/src/testing/mail-server.ts';
import { merchantProfile, TEST_PASSWORD } from '../server/src/testing/make-merchant.ts';
import { makeServerHome, type ServerHome } from '../server/src/testing/server-home.ts';
import { type ServerProcess, startServerProcess } from '../server/src/testing/server-process.ts';
import { type Link, openLink } from './link.ts';

type Settings = Readonly<Record<string, string>>;

/** The flags of `npm start`. */
const FLAGS = '--max-semi-space-size=32 --max-old-space-size=1024';

/** Milliseconds until a supervisor restarts a server. */
const RESTART_AFTER = 1_000;

/** Number of restarts in a scenario. */
const MOST_STARTS = 300;

/** A server under a supervisor like systemd, which restarts it. */
interface KeptServer {
  address: string;
  /** Kills it; the supervisor starts another. */
  kill(): void;
  /** Resolves when the current process has ended. */
  ended(): Promise<void>;
  /** Resolves when a process listens. */
  ready(): Promise<void>;
  starts: number;
  /** Stops it for good like an operator. Returns its exit code. */
  stop(): Promise<number | null>;
}

export interface Stage {
  home: ServerHome;
  servers: KeptServer[];
  /** Returns the next server's address in turn. */
  address(): string;
  mail: Awaited<ReturnType<typeof startMailServer>> & { link: Link };
  /** The shared database; undefined where the server has its own. */
  database: SharedDatabase | undefined;
  withDatabase: ServerHome['withDatabase'];
  addServer(settings?: Settings, root?: string): Promise<KeptServer>;
  makeMerchants(): Promise<void>;
  merchants: FaultMerchant[];
  carrierKey: string;
}

/** A merchant of the load. */
export interface FaultMerchant {
  id: string;
  username: string;
  /** Further users, who may each request one code. */
  people: string[];
}

/** A PostgreSQL shared by several servers, behind a link. */
export interface SharedDatabase {
  url: string;
  link: Link;
  /** Its address beside the link. */
  directUrl: () => string;
  /** Kills it. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

interface StageOptions {
  /** `own`: the server starts it, like `npm start`. `shared`: two servers on one `DATABASE_URL`. */
  database: 'own' | 'shared';
  /** Starts with an empty data directory. */
  isNew?: boolean;
  settings?: Settings | ((home: ServerHome) => Settings);
  /** Servers that start with the stage; without any, merchants are created later. */
  servers?: number;
  /** Changes the home before anything runs on it. */
  prepare?: (home: ServerHome) => Promise<void>;
}

const MERCHANTS = 2;
const PEOPLE = 60;

/** Sets up database, doubles, servers and merchants until the test has finished. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { database: kind, settings = {}, servers: count = kind === 'own' ? 1 : 2 } = options;
  const home = await makeServerHome({ isNew: options.isNew ?? false });
  onTestFinished(home.remove);
  await options.prepare?.(home);
  const database = kind === 'shared' ? await startSharedDatabase(home) : undefined;
  const mail = await startMailServer({ isPlain: true });
  const mailLink = await openLink(mail.port);
  const all: Settings = {
    NODE_OPTIONS: FLAGS,
    PORTAGE_DATA: home.directory,
    PORTAGE_DEV_MAIL: 'off',
    PORTAGE_SMTP_URL: `smtp://127.0.0.1:${mailLink.port}`,
    PORTAGE_PUBLIC_URL: 'http://portage.test',
    PORTAGE_LOG_LEVEL: 'warn',
    // Lets the load come from many addresses of one machine.
    PORTAGE_TRUSTED_PROXIES: '127.0.0.1',
    ...(database && {
      DATABASE_URL: database.url,
      PORTAGE_SECRET_KEYS: `1:${randomBytes(32).toString('base64')}`,
    }),
    ...(typeof settings === 'function' ? settings(home) : settings),
  };
  let turn = 0;
  const stage: Stage = {
    home,
    servers: [],
    address() {
      turn += 1;
      return stage.servers[turn % stage.servers.length]?.address ?? '';
    },
    mail: { ...mail, link: mailLink },
    database,
    withDatabase: home.withDatabase,
    async addServer(more = {}, root) {
      const server = await keepServer({ ...all, ...more }, root);
      stage.servers.push(server);
      return server;
    },
    async makeMerchants() {
      await home.withDatabase(async (db) => {
        const each = Array.from({ length: MERCHANTS }, () => makeMerchant(db));
        stage.merchants = await Promise.all(each);
        stage.carrierKey = (await createCarrierKey({ db, clock: systemClock }, 'depot')).key;
      });
    },
    merchants: [],
    carrierKey: '',
  };
  for (let index = 0; index < count; index += 1) await stage.addServer();
  if (count > 0) await stage.makeMerchants();
  return stage;
}

async function makeMerchant(db: Database): Promise<FaultMerchant> {
  const merchant = merchantProfile();
  await createMerchant(db, merchant);
  const account = (username: string) =>
    insertCheapAccount(
      db,
      {
        ...{ username, name: 'Zoé Tremblay', kind: 'user', mustChangePassword: false },
        ...{ merchantId: merchant.id, merchantName: merchant.name, password: TEST_PASSWORD },
      },
      Date.now(),
    );
  const people = Array.from({ length: PEOPLE }, (_, one) => `p${one}-${merchant.id}@test.example`);
  const username = `user-${merchant.id}@test.example`;
  for (const one of [username, ...people]) await account(one);
  return { id: merchant.id, username, people };
}

async function startSharedDatabase(home: ServerHome): Promise<SharedDatabase> {
  const start = () =>
    startEmbeddedPostgres({ dataDirectory: home.directory, log: openLog('silent') });
  let postgres: Awaited<ReturnType<typeof start>> | undefined = await start();
  const address = new URL(postgres.url);
  const link = await openLink(Number(address.port));
  address.port = String(link.port);
  onTestFinished(async () => postgres?.stop());
  return {
    url: address.href,
    link,
    directUrl: () => postgres?.url ?? '',
    async kill() {
      process.kill(await home.postmasterPid(), 'SIGKILL');
      await postgres?.stop();
      postgres = undefined;
    },
    async start() {
      postgres = await start();
      link.target = Number(new URL(postgres.url).port);
    },
  };
}

const LOGS = path.resolve(import.meta.dirname, '../test-results/faults');

/** Writes the log of the test's servers to a file named after it. */
function logFile() {
  mkdirSync(LOGS, { recursive: true });
  const name = expect.getState().currentTestName ?? 'unknown';
  return createWriteStream(path.join(LOGS, `${name.replaceAll(/[^\w]+/g, '-').slice(0, 80)}.log`), {
    flags: 'a',
  });
}

async function keepServer(settings: Settings, root?: string): Promise<KeptServer> {
  let isStopping = false;
  let current: ServerProcess | undefined;
  let code: number | null = null;
  const log = logFile();
  async function startOne(): Promise<ServerProcess> {
    kept.starts += 1;
    const server = await startServerProcess(settings, root);
    server.process.stdout?.on('data', (words: Buffer) => log.write(words));
    void server.ended.then(({ errors }) => log.write(errors));
    kept.address = server.address;
    return server;
  }
  async function keep(): Promise<void> {
    while (current) {
      code = (await current.ended).code;
      current = undefined;
      await setTimeout(RESTART_AFTER);
      if (isStopping || kept.starts === MOST_STARTS) return;
      current = await startOne();
    }
  }
  const kept: KeptServer = {
    address: '',
    starts: 0,
    kill: () => void current?.process.kill('SIGKILL'),
    async ended() {
      await current?.ended;
    },
    async ready() {
      await expect
        .poll(() => current?.listening.then(() => true) ?? false, { timeout: 60_000 })
        .toBe(true);
    },
    async stop() {
      isStopping = true;
      current?.process.kill('SIGTERM');
      await keeping;
      return code;
    },
  };
  current = await startOne();
  await current.listening;
  const keeping = keep();
  onTestFinished(async () => void (await kept.stop()));
  return kept;
}
