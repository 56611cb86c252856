import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@portage/contract/endpoint';

const CONTRACT = path.resolve(import.meta.dirname, '../../../contract/src');

/** The calls that only a demo has. */
const OF_DEMOS = 'simulation.ts';

const isTable = ([name]: [string, unknown]) => name.endsWith('Endpoints');

/** The endpoints that a file of the contract exports, in tables such as `orderEndpoints`. */
async function endpointsOf(file: string): Promise<Endpoint[]> {
  const exported = (await import(path.join(CONTRACT, file))) as Record<string, object>;
  const tables = Object.entries(exported).filter(isTable);
  return tables.flatMap(([, table]) => Object.values(table) as Endpoint[]);
}

/** The endpoints of every file of the contract whose name passes. */
async function endpointsWhere(passes: (file: string) => boolean): Promise<Endpoint[]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') && path.basename(file) !== OF_DEMOS,
  );
  const tables = await Promise.all(files.filter(passes).map(endpointsOf));
  return tables.flat();
}

/** Tells the files of the shop host's calls. */
const isOfShopHost = (file: string) => /^shop[-.]/.test(path.basename(file));

/**
 * Every call of the contract, found in its files: a new one is in every test of all calls at once.
 * `api-document.test.ts` holds the list against what the server answers.
 */
export const endpoints: Endpoint[] = await endpointsWhere((file) => !isOfShopHost(file));

/** Every call of the shop host, whose paths begin with `/shop`. */
export const shopHostEndpoints: Endpoint[] = await endpointsWhere(isOfShopHost);
