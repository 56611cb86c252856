import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from './contract/src/orders/orders.ts';
import { useTestServer } from './server/src/testing/build-test-server.ts';
import { makeMerchant, type TestMerchant } from './server/src/testing/make-merchant.ts';
import { makeServiceUser } from './server/src/testing/make-service-user.ts';

const server = useTestServer();
const run = promisify(execFile);
const GUIDE = path.join(import.meta.dirname, 'guide');

/** Returns the guide's examples in a language, in their sequence. */
async function examples(language: string): Promise<string[]> {
  const guide = await readFile(path.join(import.meta.dirname, 'docs/first-order.md'), 'utf8');
  const blocks = guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return Array.from(blocks, ([, text = '']) => text);
}

let merchant: TestMerchant;
let directory: string;
let address: string;
let credentials: string;

beforeAll(async () => {
  merchant = await makeMerchant(server);
  const { username, password } = await makeServiceUser(server, merchant);
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  // Within the workspace, to find its packages.
  await mkdir(path.join(GUIDE, 'dist'), { recursive: true });
  directory = await mkdtemp(path.join(GUIDE, 'dist', 'first-order-'));
  credentials = `export PORTAGE='${address}' PORTAGE_USERNAME='${username}' PORTAGE_PASSWORD='${password}'`;
});

/** Runs commands in the directory with the guide's credentials. */
const shell = (script: string) =>
  run('bash', ['-c', `set -eu\n${credentials}\n${script}`], { cwd: directory });

afterAll(() => rm(directory, { recursive: true, force: true }));

const orders = async () =>
  (await merchant.call('GET', '/orders')).json<{ orders: Order[] }>().orders;

test('the guide with curl makes an order, prints its label and hands it over', async () => {
  const [, ...calls] = await examples('sh');
  const generating = calls.findIndex((one) => one.includes('openapi-typescript'));
  const { stdout } = await shell(calls.slice(0, generating).join('\n'));
  expect(stdout).toContain('"service":"NEXTDAY"');
  expect(stdout).toContain('"result":"success"');
  expect(await orders()).toMatchObject([
    { refNumber: 'WEB-1042', orderStatus: 'PICKUP_READY', source: 'api' },
  ]);
  const label = await readFile(path.join(directory, 'label.pdf'));
  expect(label.subarray(0, 5).toString()).toBe('%PDF-');
});

test('the guide with a generated TypeScript client compiles and makes an order', async () => {
  const [client = ''] = await examples('ts');
  await writeFile(path.join(directory, 'first-order.ts'), client);
  const bin = (name: string) => JSON.stringify(path.join(GUIDE, 'node_modules', name));
  const generator = bin('openapi-typescript/bin/cli.js');
  await shell(`node ${generator} '${address}/api/openapi.json' -o portage.ts`);
  const options = {
    compilerOptions: {
      ...{ target: 'es2022', module: 'nodenext', strict: true, noEmit: true },
      ...{ allowImportingTsExtensions: true, skipLibCheck: true, types: ['node'] },
    },
    files: ['first-order.ts'],
  };
  await writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify(options));
  const checked = await shell(`node ${bin('typescript/bin/tsc')} -p . || true`);
  expect(checked.stdout).toBe('');
  const { stdout } = await shell('node first-order.ts');
  expect(stdout).toMatch(/^PTG\w{11} CREATED$/m);
  const made = (await orders()).find(({ packageCount }) => packageCount === 2);
  expect(made).toMatchObject({ service: 'NEXTDAY' });
});
