import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runStatement } from './server/src/testing/admin-statement.ts';
import { cloneTestDatabase } from './server/src/testing/test-database.ts';

/** Tables that are read before a merchant is known, or that hold rows of none. */
const LOOKUPS: ReadonlySet<string> = new Set([
  'tracking_numbers',
  'feature_flags',
  'sign_up_requests',
  'shop_merchants',
  'shop_owners',
  'shipstation_keys',
  'users',
]);

/** The tables of the database that have a column `merchant_id`. */
async function tablesWithMerchant(): Promise<string[]> {
  const database = await cloneTestDatabase();
  const rows = await runStatement<{ name: string }>(
    database.url,
    `select table_name as name from information_schema.columns
     where column_name = 'merchant_id' and table_schema = 'public' order by 1`,
  );
  await database.drop();
  return rows.map(({ name }) => name);
}

/** A source file and the files it imports, as paths from the root; packages keep their names. */
interface Source {
  file: string;
  text: string;
  imports: string[];
}

const ROOT = import.meta.dirname;
const CONTRACT = '@portage/contract/';

function sourceOf(file: string): Source {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const specifiers = Array.from(
    text.matchAll(
      /(?:^|\n)(?:import|export)\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g,
    ),
    ([, from, lazy, bare]) => from ?? lazy ?? bare ?? '',
  );
  const imports = specifiers.map((specifier) => {
    if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
    return specifier.startsWith(CONTRACT)
      ? `contract/src/${specifier.slice(CONTRACT.length)}.ts`
      : specifier;
  });
  return { file, text, imports };
}

function sourcesBelow(folder: string): Source[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => sourceOf(`${folder}/${file.replaceAll(path.sep, '/')}`));
}

const isTest = ({ file }: Source) => /\.test\.tsx?$/.test(file) || file.includes('/testing/');

const contract = sourcesBelow('contract/src').filter((source) => !isTest(source));
const postgres = sourcesBelow('postgres/src').filter((source) => !isTest(source));
const server = sourcesBelow('server/src');
const serverCode = server.filter((source) => !isTest(source));
const demo = sourcesBelow('demo/src').filter((source) => !isTest(source));
const portal = sourcesBelow('portal/src').filter((source) => !isTest(source));
const connect = sourcesBelow('connect/src');
const code = [...contract, ...postgres, ...serverCode, ...demo, ...portal, ...connect];

/** The folder directly below `src` in which a file of the server or the portal lives. */
const featureOf = (file: string) => /^\w+\/src\/([^/]+)\/./.exec(file)?.[1];

/** `file → import` for every import that a rule forbids. */
function offences(sources: Source[], isForbidden: (imported: string, source: Source) => boolean) {
  return sources.flatMap((source) =>
    source.imports
      .filter((imported) => isForbidden(imported, source))
      .map((imported) => `${source.file} → ${imported}`),
  );
}

const filesWith = (sources: Source[], pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('between the workspaces', () => {
  test('the contract imports nothing but zod', () => {
    expect(
      offences(contract, (imported) => imported !== 'zod' && !imported.startsWith('contract/src/')),
    ).toEqual([]);
  });

  test('the embedded database knows nothing of the product', () => {
    expect(
      offences(postgres, (imported) => /^(?:contract|server|demo|portal)\//.test(imported)),
    ).toEqual([]);
  });

  test('the app of ShipEngine Connect is published alone: it imports nothing', () => {
    expect(offences(connect, (imported) => !imported.startsWith('connect/src/'))).toEqual([]);
  });

  test('only main.ts wires the demo into the server', () => {
    expect(offences(serverCode, (imported) => imported.startsWith('demo/'))).toEqual([
      'server/src/main.ts → demo/src/demo.ts',
    ]);
  });

  test('the server does not import the portal', () => {
    expect(offences(server, (imported) => imported.startsWith('portal/'))).toEqual([]);
  });

  test('the portal does not import the server', () => {
    expect(offences(portal, (imported) => imported.startsWith('server/'))).toEqual([]);
  });
});

describe('in the portal', () => {
  const SHARED = ['ui', 'lib', 'i18n', undefined];
  const isFeature = (folder: string | undefined) =>
    !SHARED.includes(folder) && folder !== 'app' && folder !== 'order';

  test('a feature imports no other feature', () => {
    expect(
      offences(portal, (imported, { file }) => {
        const from = featureOf(file);
        const to = featureOf(imported);
        return imported.startsWith('portal/') && isFeature(from) && isFeature(to) && from !== to;
      }),
    ).toEqual([]);
  });

  test('features and what they share do not import the shell', () => {
    expect(
      offences(
        portal.filter(({ file }) => featureOf(file) !== 'app' && featureOf(file) !== undefined),
        (imported) => imported.startsWith('portal/src/app/'),
      ),
    ).toEqual([]);
  });

  test('no module awaits at its top level: WebKit may run its importers too early', () => {
    const awaiting = /^(?![\s/*])(?:(?!\basync\b).)*\bawait\b/m;
    expect(filesWith(portal, awaiting)).toEqual([]);
  });

  test('the pieces in ui know neither the calls nor the contract', () => {
    expect(
      offences(
        portal.filter(({ file }) => featureOf(file) === 'ui'),
        (imported) =>
          imported.startsWith('portal/src/lib/') || imported.startsWith('contract/src/'),
      ),
    ).toEqual([]);
  });

  test('the shared layer of orders imports no feature', () => {
    expect(
      offences(
        portal.filter(({ file }) => featureOf(file) === 'order'),
        (imported) => imported.startsWith('portal/src/') && isFeature(featureOf(imported)),
      ),
    ).toEqual([]);
  });

  test('the shared layer imports neither features nor the layer of orders', () => {
    expect(
      offences(
        portal.filter(({ file }) => SHARED.includes(featureOf(file)) && featureOf(file)),
        (imported) =>
          imported.startsWith('portal/src/') &&
          (isFeature(featureOf(imported)) || featureOf(imported) === 'order'),
      ),
    ).toEqual([]);
  });
});

describe('in the server', () => {
  const isQueries = (file: string) => /-queries\.ts$|\/order-search\.ts$/.test(file);

  test('a feature does not use the queries of another', () => {
    // Every feature may add jobs, and the list of jobs runs the retention.
    const isOpenToAll = (file: string) => /jobs\/(?:job|retention)-queries\.ts$/.test(file);
    expect(
      offences(
        serverCode,
        (imported, { file }) =>
          isQueries(imported) && !isOpenToAll(imported) && featureOf(imported) !== featureOf(file),
      ),
    ).toEqual([]);
  });

  test('no folder leads back to itself through others', () => {
    const leadsTo = new Map<string, Set<string>>();
    for (const { file, imports } of serverCode) {
      const from = featureOf(file);
      const to = imports
        .filter((imported) => imported.startsWith('server/src/'))
        .map(featureOf)
        .filter((folder) => folder !== from);
      if (from === undefined) continue;
      const known = leadsTo.get(from) ?? new Set();
      for (const folder of to) if (folder !== undefined) known.add(folder);
      leadsTo.set(from, known);
    }
    const isServerFolder = (folder: string) => leadsTo.has(folder);
    /** Every folder that one leads to, through others. */
    const reach = (folder: string, seen = new Set<string>()): Set<string> => {
      for (const next of leadsTo.get(folder) ?? []) {
        if (seen.has(next) || !isServerFolder(next)) continue;
        seen.add(next);
        reach(next, seen);
      }
      return seen;
    };
    const inCycles = [...leadsTo.keys()].filter((folder) => reach(folder).has(folder));
    expect(inCycles).toEqual([]);
  });

  test('no code compares names of constraints, which differ on shards of a cluster', () => {
    const names = /\.constraint\b|['"`]\w+_[pf]key\b/;
    expect(filesWith([...serverCode, ...demo], names)).toEqual([]);
  });

  test('only imports gather statistics, which reaches every shard of a cluster', () => {
    const analyzes = /sql(?:<[^>]*>)?`\s*(?:vacuum|analyze)\b/i;
    expect(filesWith([...serverCode, ...demo], analyzes)).toEqual([
      'server/src/imports/import-queries.ts',
    ]);
  });

  test('no code joins merchants with tables of a cluster’s workers', () => {
    const named = serverCode.filter(({ file }) => isQueries(file));
    const queries =
      /(?:[fF]rom|[jJ]oin|updateTable|insertInto)\(\s*'merchants\b|(?:from|join|into|update) merchants\b/;
    expect(filesWith([...named, ...demo], queries)).toEqual([
      'server/src/merchants/merchant-queries.ts',
      'server/src/second-factor/second-factor-queries.ts',
      'demo/src/make-demo-data.ts',
    ]);
  });

  test('SQL is written only in queries and in db', () => {
    const isSqlAllowed = ({ file }: Source) =>
      isQueries(file) ||
      file.startsWith('server/src/db/') ||
      file.startsWith('server/src/testing/');
    const sql = /from 'kysely'|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
    expect(
      filesWith(
        serverCode.filter((source) => !isSqlAllowed(source)),
        sql,
      ),
    ).toEqual([]);
  });

  // Retention deletes rows of all merchants, in jobs only.
  const isUpkeep = (file: string) => file.endsWith('/retention-queries.ts');

  test('only the list of jobs works across merchants', () => {
    const callers = serverCode.filter(({ imports }) => imports.some(isUpkeep));
    expect(callers.map(({ file }) => file)).toEqual(['server/src/background-work.ts']);
  });

  test('every query on a table with a merchant_id names the merchant', async () => {
    const owned = (await tablesWithMerchant()).filter((table) => !LOOKUPS.has(table));
    expect(owned).toEqual(
      expect.arrayContaining(['orders', 'searchable_orders', 'carrier_events']),
    );
    const queries = new RegExp(
      `(?:selectFrom|updateTable|deleteFrom)\\('(?:${owned.join('|')})[' ]`,
    );
    const functions = serverCode
      .filter(({ file }) => isQueries(file) && !isUpkeep(file))
      .flatMap(({ text }) => text.split(/\n(?=export )/).slice(1))
      .filter((source) => queries.test(source));
    expect(functions.length).toBeGreaterThan(0);
    const unscoped = functions.filter((source) => !source.includes(".where('merchant_id', '=',"));
    expect(unscoped).toEqual([]);
  });

  test('the pure parts touch no database', () => {
    const PURE = /^server\/src\/(?:drawing|labels|packing-slips|rates)\//;
    const isWiring = (file: string) => /-routes\.ts$|\/print-label\.ts$/.test(file);
    expect(
      offences(
        serverCode.filter(({ file }) => PURE.test(file) && !isWiring(file)),
        (imported) => imported === 'kysely' || imported === 'pg' || isQueries(imported),
      ),
    ).toEqual([]);
  });

  test('the pages of the tracking site are made from what recipients may know, not from orders', () => {
    const PAGES = /^server\/src\/tracking\/(?:[\w-]+-pages?|page-frame|tracking-times)\.ts$/;
    const pages = serverCode.filter(({ file }) => PAGES.test(file));
    expect(pages.length).toBeGreaterThan(0);
    expect(offences(pages, (imported) => imported === 'contract/src/orders/orders.ts')).toEqual([]);
  });

  test('only routes and apps know the web server', () => {
    const mayKnow = ({ file }: Source) =>
      /-routes\.ts$|-app\.ts$|\/http\//.test(file) ||
      ['server/src/server.ts', 'server/src/start-portage.ts', 'server/src/problem.ts'].includes(
        file,
      );
    expect(
      offences(
        serverCode.filter((source) => !mayKnow(source)),
        (imported) => imported === 'fastify' || imported.startsWith('@fastify/'),
      ),
    ).toEqual([]);
  });
});

describe('everywhere', () => {
  test('production code imports nothing made for tests', () => {
    expect(offences(code, (imported) => imported.includes('/testing/'))).toEqual([]);
  });

  test('the environment is read in env.ts alone', () => {
    expect(filesWith(code, /process\.env/)).toEqual(['server/src/env.ts']);
  });

  test('nothing is exported by default', () => {
    expect(filesWith(code, /^export default /m)).toEqual([]);
  });

  test('no file has a name that says nothing', () => {
    const empty = /(?:^|\/|-)(?:utils?|helpers?|misc|common|manager)(?:\.|\/|-)/i;
    expect(code.map(({ file }) => file).filter((file) => empty.test(file))).toEqual([]);
  });

  test('no file is longer than 600 lines', () => {
    const long = code.filter(({ text }) => text.split('\n').length > 601);
    expect(long.map(({ file }) => file)).toEqual([]);
  });
});
