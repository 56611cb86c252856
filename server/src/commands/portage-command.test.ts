import { beforeAll, describe, expect, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { NewOrder } from '@portage/contract/new-order';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { requireCarrierKey } from '../carrier/require-carrier-key.ts';
import { systemClock } from '../clock.ts';
import { type Database, openDatabase, openPool } from '../db/database.ts';
import { isFlagOn } from '../flags/is-flag-on.ts';
import { openLog } from '../log.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { deleteOrder } from '../orders/deletion/delete-orders.ts';
import { draftOrder } from '../orders/draft-order.ts';
import { getOrder } from '../orders/get-order.ts';
import { insertOrders } from '../orders/order-queries.ts';
import { merchantProfile } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { runPortage } from '../testing/run-portage.ts';
import { runPortageHere } from '../testing/run-portage-here.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';

const flag = 'heavy-parcel-consolidation-v1';
const NOBODY = '0197b7e9-2780-73a7-887c-c803f5b3a43a';

let databaseUrl: string;
let db: Database;

beforeAll(async () => {
  const database = await cloneTestDatabase();
  databaseUrl = database.url;
  db = openDatabase(openPool(databaseUrl, openLog('silent'), 2));
  vi.stubEnv('DATABASE_URL', databaseUrl);
  return async () => {
    await db.destroy();
    await database.drop();
  };
});

/** Runs a command on the test's database. */
const portage = (...words: string[]) => runPortageHere(words);

/** The same as operators do, in a process of its own. */
const portageProcess = (...words: string[]) => runPortage(words, { DATABASE_URL: databaseUrl });

async function makeMerchant(name: string): Promise<string> {
  const merchant = merchantProfile({ name });
  await createMerchant(db, merchant);
  return merchant.id;
}

/** The cells of each line of a table. */
const cellsOf = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

describe('flags', () => {
  test('are set, listed and unset for a merchant and for all', async () => {
    const merchant = await makeMerchant('Érable & Pin');
    expect(await portage('flags', 'set', flag, 'on', '--merchant', merchant)).toEqual({
      code: 0,
      output: `${flag} is on for Érable & Pin (${merchant}).\n`,
      errors: '',
    });
    expect(await isFlagOn(db, merchant, flag)).toBe(true);

    await portage('flags', 'set', flag, 'off', '--all');
    expect(cellsOf((await portage('flags', 'list')).output)).toEqual([
      ['FLAG', 'FOR', 'SETTING'],
      [flag, 'all', 'off'],
      [flag, merchant, 'on'],
    ]);

    const unset = await portage('flags', 'unset', flag, '--merchant', merchant);
    expect(unset.output).toBe(`${flag} is no longer set for Érable & Pin (${merchant}).\n`);
    expect(await isFlagOn(db, merchant, flag)).toBe(false);
    expect(cellsOf((await portage('flags', 'list', '--merchant', merchant)).output)).toEqual([
      ['FLAG', 'STATE', 'BECAUSE OF'],
      [flag, 'off', 'the setting for all'],
    ]);

    const audit = await portage('audit', '--merchant', merchant);
    expect(cellsOf(audit.output).map((cells) => cells.slice(1))).toEqual([
      ['ACTION', 'ACTOR', 'SUBJECT', 'ADDRESS', 'MERCHANT'],
      ['flag.set', 'operator', `${flag}=on`, '-', merchant],
      ['flag.set', 'operator', `${flag}=unset`, '-', merchant],
    ]);
  });
});

describe('keys', () => {
  test('are rotated, listed and removed once nothing needs them', async () => {
    const rotate = async () => {
      const { output } = await portage('keys', 'rotate');
      return /^The key (\S+) signs from now on/.exec(output)?.[1] ?? '';
    };
    const first = await rotate();
    const second = await rotate();
    const uses = async () =>
      cellsOf((await portage('keys', 'list')).output).map(([kid, , use]) => [kid, use]);
    expect(await uses()).toEqual([
      ['KEY', 'USE'],
      [second, 'signs'],
      [first, expect.stringMatching(/^verifies, replaced \d{4}-/)],
    ]);

    const remove = (kid: string, ...options: string[]) =>
      portage('keys', 'remove', ...options, '--', kid);
    expect(await remove('unheard-of')).toMatchObject({ code: 67 });
    expect(await remove(second, '--force')).toMatchObject({
      code: 75,
      errors: `The key ${second} is the one that signs: rotate first.\n`,
    });
    expect(await remove(first)).toMatchObject({
      code: 75,
      errors: expect.stringMatching(/may still be in force.+--force\.\n$/),
    });
    expect(await remove(first, '--force')).toMatchObject({ code: 0, errors: '' });
    expect(await uses()).toEqual([
      ['KEY', 'USE'],
      [second, 'signs'],
    ]);
  });
});

describe('carrier keys', () => {
  test('are made, shown once, listed and revoked', async () => {
    const made = await portage('carrier-keys', 'create', 'depot scanners');
    const [, id = '', key = ''] =
      /^The key (\S+) of depot scanners is in force.+\n(ptgc_[\w-]{43})\n$/.exec(made.output) ?? [];
    await expect(requireCarrierKey(db, key)).resolves.toBeUndefined();
    const states = async () => {
      const { output } = await portage('carrier-keys', 'list');
      expect(output).not.toContain(key);
      return cellsOf(output).map(([one, name, , state]) => [one, name, state]);
    };
    expect(await states()).toEqual([
      ['KEY', 'NAME', 'STATE'],
      [id, 'depot scanners', 'in force'],
    ]);

    const revoke = () => portage('carrier-keys', 'revoke', id);
    expect((await revoke()).output).toContain(`The key ${id} of depot scanners is revoked`);
    await expect(requireCarrierKey(db, key)).rejects.toMatchObject({ code: 'invalid_carrier_key' });
    expect(await states()).toEqual([
      ['KEY', 'NAME', 'STATE'],
      [id, 'depot scanners', expect.stringMatching(/^revoked \d{4}-/)],
    ]);
    expect(await revoke()).toMatchObject({ code: 67, errors: expect.stringContaining(id) });

    const audit = await portage('audit', '--action', 'carrier_key.revoked');
    expect(cellsOf(audit.output).at(-1)?.slice(1, 5)).toEqual([
      'carrier_key.revoked',
      'operator',
      `depot scanners (${id})`,
      '-',
    ]);
  });
});

describe('the audit', () => {
  test('of two thousand events is told line by line, the newest last', async () => {
    const merchantId = await makeMerchant('Busy');
    const first = Date.parse('2026-11-01T08:00:00Z');
    await db.transaction().execute(async (trx) => {
      for (let second = 0; second < 2000; second++) {
        const at = first + second * 1000;
        await recordSecurityEvent(trx, { at, action: 'sign_in.failed', actor: 'a', merchantId });
      }
    });
    const which = ['--merchant', merchantId, '--since', '2026-11-01', '--until', '2026-11-02'];
    const { code, output } = await portageProcess('audit', ...which, '--limit', '5000', '--json');
    expect(code).toBe(0);
    const events = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { at: string });
    expect(events).toHaveLength(2000);
    expect(events.at(0)).toMatchObject({ at: '2026-11-01T08:00:00.000Z', merchantId });
    expect(events.at(-1)).toMatchObject({ at: '2026-11-01T08:33:19.000Z' });

    const newest = await portage('audit', ...which, '--limit', '2');
    expect(cellsOf(newest.output).map(([time]) => time)).toEqual([
      'TIME (UTC)',
      '2026-11-01 08:33:18',
      '2026-11-01 08:33:19',
    ]);
  });

  test('shows what strangers typed without letting the terminal obey it', async () => {
    const merchantId = await makeMerchant('Terminal');
    const actor = 'a\u001b[2J\u009b1m\r\n\u202ejane@shop.example';
    const at = Date.parse('2026-11-03T00:00:00Z');
    await recordSecurityEvent(db, { at, action: 'sign_in.failed', actor, merchantId });

    const table = await portage('audit', '--merchant', merchantId);
    const json = await portage('audit', '--merchant', merchantId, '--json');
    for (const { output } of [table, json]) {
      expect(output.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
      expect(output).toContain('a\\u001b[2J\\u009b1m');
    }
    expect(cellsOf(table.output)).toHaveLength(2);
    expect(JSON.parse(json.output)).toMatchObject({ actor });
  });

  test('of an order tells what was done to it', async () => {
    const merchantId = await makeMerchant('Orders');
    const orderId = uuidv7();
    await writeAudit(db, [
      {
        merchantId,
        at: Date.parse('2026-11-03T10:00:00Z'),
        actor: 'jane@shop.example',
        action: 'order.created',
        subjectId: orderId,
        details: { status: 'CREATED' },
      },
    ]);
    const { output } = await portage('audit', '--order', orderId, '--merchant', merchantId);
    expect(cellsOf(output)).toEqual([
      ['TIME (UTC)', 'ACTION', 'ACTOR', 'DETAILS'],
      ['2026-11-03 10:00:00', 'order.created', 'jane@shop.example', 'status=CREATED'],
    ]);
  });
});

describe('deleted orders', () => {
  test('are listed and restored', async () => {
    const merchant = merchantProfile({ name: 'Érable & Pin' });
    await createMerchant(db, merchant);
    const session = { merchantId: merchant.id, username: 'jane@shop.example' };
    const draft = draftOrder(NewOrder.parse(newOrderPayload()), session, Date.now());
    const { id, trackingNumber } = draft;
    await insertOrders(db, [draft]);
    await deleteOrder({ db, clock: systemClock }, session, id);

    const which = ['--merchant', merchant.id];
    const list = await portage('orders', 'deleted', ...which);
    expect(list).toMatchObject({ code: 0, errors: '' });
    expect(cellsOf(list.output)).toEqual([
      ['ORDER', 'TRACKING NUMBER', 'DELETED (UTC)', 'DELETED BY'],
      [id, trackingNumber, expect.stringMatching(/^\d{4}-\d\d-\d\d /), 'jane@shop.example'],
    ]);
    expect(list.output).not.toContain('Tremblay');

    const restore = () => portage('orders', 'restore', id, ...which);
    expect(await restore()).toEqual({
      code: 0,
      output: `The order ${trackingNumber} of Érable & Pin (${merchant.id}) is back, and CREATED.\n`,
      errors: '',
    });
    expect(await getOrder(db, merchant.id, id)).toMatchObject({ id, version: 2 });
    expect(await restore()).toMatchObject({
      code: 67,
      errors: expect.stringMatching(/There is no order .+ restored/),
    });
  });
});

describe('a command that cannot be done says why in one line, and ends with the code of the case', () => {
  test.each([
    [['flags', 'set', 'warp-drive', 'on', '--all'], 64, /warp-drive.+ choices are heavy-parcel/],
    [['flags', 'set', flag, 'maybe', '--all'], 64, /maybe/],
    [['flags', 'set', flag, 'on'], 64, /--merchant <id> or --all/],
    [['flags', 'set', flag, 'on', '--all', '--merchant', NOBODY], 64, /cannot be used with/],
    [['flags', 'set', flag, 'on', '--merchant', 'Maple'], 64, /must be a UUID/],
    [['flags', 'set', flag, 'on', '--merchant', NOBODY], 67, /There is no merchant/],
    [['flags', 'sett', flag], 64, /Unknown command 'sett' \(Did you mean set\?\)/],
    [['carrier-keys', 'create', ' '], 64, /1 to 100 characters/],
    [['carrier-keys', 'revoke', 'depot scanners'], 64, /must be a UUID/],
    [['audit', '--since', 'yesterday'], 64, /must be like 90m/],
    [['audit', '--limit', '0'], 64, /whole number/],
    [['audit', '--action', 'sign_in'], 64, /choices are sign_in\.succeeded/],
    [['audit', '--merchant', NOBODY], 67, /There is no merchant/],
    [['audit', '--order', NOBODY], 64, /needs its merchant/],
    [['orders', 'restore', NOBODY], 64, /option '--merchant <id>' not specified/],
    [['orders', 'restore', 'PTG7', '--merchant', NOBODY], 64, /must be a UUID/],
  ])('%j', async (words, code, line) => {
    const outcome = await portage(...words);
    expect(outcome).toMatchObject({ code, output: '' });
    expect(outcome.errors).toMatch(line);
    expect(outcome.errors).toMatch(/^[^\n]+\n$/);
  });
});

test('as a process it prints help where it is asked for and where the command is missing, and what went wrong', async () => {
  const asked = await portageProcess('audit', '--help');
  expect(asked).toMatchObject({ code: 0, errors: '' });
  expect(asked.output).toContain('Usage: portage audit [options]');

  const missing = await portageProcess('flags');
  expect(missing).toMatchObject({ code: 64, output: '' });
  expect(missing.errors).toContain('Usage: portage flags [options] [command]');

  expect(await portageProcess('orders', 'deleted', '--merchant', NOBODY)).toEqual({
    code: 67,
    output: '',
    errors: `There is no merchant ${NOBODY}.\n`,
  });
});
