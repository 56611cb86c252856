import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { systemClock } from '../clock.ts';
import { isFlagOn } from '../flags/flags.ts';
import { deleteOrder } from '../orders/delete-orders.ts';
import { getOrder } from '../orders/get-order.ts';
import { insertOrders } from '../orders/order-queries.ts';
import { insertSignUpRequest } from '../sign-ups/sign-up-queries.ts';
import { draftOf } from '../testing/insert-order.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';
import { useDirectory } from '../testing/use-directory.ts';
import { findMembership } from '../users/membership.ts';

const { db, makeMerchant, portage } = useCommandLine();

const location = {
  street: '4200 boul. Saint-Laurent',
  city: 'Montréal',
  province: 'QC',
  postalCode: 'H2W 2R2',
  country: 'CA' as const,
};

const mailsTo = (recipient: string) =>
  db().selectFrom('mails').select('subject').where('recipient', '=', recipient).execute();

const create = (email: string, ...options: string[]) =>
  portage(
    ...['merchants', 'create', 'Fromagerie Zoé', '--language', 'fr', '--province', 'QC'],
    ...['--street', location.street, '--city', location.city, '--postal-code', 'h2w2r2'],
    ...['--owner-name', 'Zoé Tremblay', '--owner-email', email, ...options],
  );

test('a merchant is created with its time zone, and its owner is invited', async () => {
  const email = `zoe-${randomUUID()}@shop.example`;
  const created = await create(email);
  expect(created.errors).toBe('');
  const [, id = ''] = /\(([\w-]+)\) is created, in America\/Toronto\./.exec(created.output) ?? [];
  expect(await mailsTo(email)).toEqual([{ subject: 'Votre accès à Portage' }]);
  expect(
    await findMembership(db(), { kind: 'user', merchantId: id, username: email }),
  ).toMatchObject({ isInForce: true, role: 'owner' });
  const shown = await portage('merchants', 'show', id);
  expect(shown.output).toContain('"postalCode": "H2W 2R2"');
  expect((await create(email)).errors).toContain(`There is already a user ${email}.`);
  const wrong = await create('nobody', '--postal-code', 'H2W', '--owner-phone', '12');
  expect(wrong.code).toBe(64);
  expect(wrong.errors).toMatch(/--postal-code: This postal code is not valid/);
  expect(wrong.errors).toMatch(
    /--owner-email: This e-mail .* --owner-phone: Phone Number is invalid/,
  );
  expect(wrong.errors).not.toContain('country');
});

test('a disabled merchant cannot sign in until it is enabled', async () => {
  const [merchantId, other] = [await makeMerchant('Maple'), await makeMerchant('Pine')];
  const session = { kind: 'user', merchantId, username: 'ada@shop.example' } as const;
  await portage('merchants', 'disable', merchantId);
  expect(await findMembership(db(), session)).toMatchObject({ isInForce: false });
  const listed = cellsOf((await portage('merchants', 'list')).output);
  expect(listed.find(([id]) => id === merchantId)?.at(-1)).toMatch(/^disabled /);
  expect(listed.find(([id]) => id === other)?.at(-1)).toBe('active');
  await portage('merchants', 'enable', merchantId);
  expect((await portage('merchants', 'show', merchantId)).output).toContain('State: active');
  expect(await findMembership(db(), session)).toMatchObject({ isInForce: true });
  expect((await portage('merchants', 'show', randomUUID())).code).toBe(67);
});

test('a sign-up request is approved once, or declined', async () => {
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) {
    await insertSignUpRequest(db(), {
      id,
      now: Date.now(),
      request: {
        company: 'Fromagerie Ada',
        name: 'Ada Roy',
        email: `ada-${id}@shop.example`,
        phone: '+15145550123',
        language: 'en',
        location,
      },
    });
  }
  const [declined = '', approved = ''] = ids;
  expect((await portage('sign-ups', 'list')).output).toContain(approved);
  expect((await portage('sign-ups', 'approve', approved)).output).toContain('is created');
  expect(await mailsTo(`ada-${approved}@shop.example`)).toHaveLength(1);
  expect((await portage('sign-ups', 'approve', approved)).code).toBe(67);
  expect((await portage('sign-ups', 'decline', declined)).output).toContain('is declined');
  expect((await portage('sign-ups', 'list')).output).not.toContain(declined);
  const all = cellsOf((await portage('sign-ups', 'list', '--all')).output);
  expect(
    all
      .slice(1)
      .map((cells) => cells.at(-1) ?? '')
      .toSorted(),
  ).toEqual(['approved', 'declined']);
});

test('the profile of a merchant is changed, and the audit names the fields', async () => {
  const id = await makeMerchant('Maple');
  const change = (...options: string[]) => portage('merchants', 'change', id, ...options);
  const shown = async () => {
    const { output } = await portage('merchants', 'show', id);
    return JSON.parse(output.slice(output.indexOf('{'))) as Merchant;
  };
  const before = await shown();
  const first = await change('--name', 'Érable', '--language', 'fr', '--email', 'a@erable.example');
  expect(first.output).toContain('is changed: name, language, email.');
  expect(await shown()).toEqual({
    ...before,
    ...{ name: 'Érable', language: 'fr', email: 'a@erable.example' },
  });
  expect((await change('--name', 'Érable')).output).toContain('has these values already.');

  const moved = ['--street', '10 Main St', '--unit', '4', '--city', 'Vancouver'];
  expect((await change('--postal-code', 'V5K')).errors).toMatch(/--postal-code: /);
  await change(...moved, '--province', 'BC', '--postal-code', 'v5k0a1', '--no-email');
  const after = await shown();
  expect(after).toMatchObject({
    timeZone: 'America/Vancouver',
    merchantLocation: { street: '10 Main St', unit: '4', postalCode: 'V5K 0A1', country: 'CA' },
  });
  expect(after.email).toBeUndefined();
  await change('--no-unit');
  expect((await shown()).merchantLocation.unit).toBeUndefined();

  const file = path.join(await useDirectory(), 'agreed');
  const window = { timeStart: '10:00', timeEnd: '18:00' };
  const deliveryWindows = [{ weekday: 'monday', deliveryWindow: window, cutoffTime: '09:00' }];
  await fs.writeFile(file, JSON.stringify({ phoneOptional: true, deliveryWindows }));
  expect((await change('--profile', file)).errors).toBe('');
  expect(await shown()).toMatchObject({
    phoneOptional: true,
    deliveryConstraintsByWeek: { usuals: deliveryWindows, exceptions: [] },
  });
  await fs.writeFile(file, JSON.stringify({ phoneOptional: 'yes', robots: 1 }));
  expect(await change('--profile', file)).toMatchObject({
    code: 64,
    errors: expect.stringMatching(/^--profile: .*phoneOptional.*\n$/s),
  });
  const audit = await portage('audit', '--merchant', id, '--action', 'merchant.changed');
  expect(audit.output).toMatch(/operator +name language email /);
});

const actionsOf = async (merchantId: string) =>
  (await portage('audit', '--merchant', merchantId)).output
    .split('\n')
    .flatMap((line) => /merchant\.\w+/.exec(line)?.[0] ?? []);

test('a merchant is exported only to an empty folder, and the audit records it', async () => {
  const id = await makeMerchant('Maple');
  const folder = await useDirectory();
  const exported = await portage('merchants', 'export', id, folder);
  expect(exported.errors).toBe('');
  expect(exported.output).toContain(`Exported Maple (${id}) to ${folder}: 2 rows and 0 photos.`);
  expect((await fs.readFile(path.join(folder, 'merchants.jsonl'))).toString()).toContain('Maple');
  expect(await portage('merchants', 'export', id, folder)).toMatchObject({
    code: 75,
    errors: expect.stringContaining('is not empty'),
  });
  expect(await actionsOf(id)).toEqual(['merchant.exported']);
});

test('a merchant is deleted only with its name typed, and not with orders on the way', async () => {
  const id = await makeMerchant('Maple');
  const remove = (...options: string[]) => portage('merchants', 'delete', id, ...options);
  expect(await remove()).toMatchObject({ code: 75, errors: 'Confirm with --yes "Maple".\n' });
  expect(await remove('--yes', 'maple')).toMatchObject({ code: 75 });
  for (const merchantId of [id, await makeMerchant('Pine')]) {
    const order = draftOf({ merchantId, username: '-' }, 0);
    await insertOrders(db(), [{ ...order, orderStatus: 'OUT_FOR_DELIVERY' }]);
  }
  const refused = await remove('--yes', 'Maple');
  expect(refused).toMatchObject({ code: 75, errors: expect.stringMatching(/^1 orders of Maple/) });
  expect((await portage('merchants', 'show', id)).output).toContain('State: active');

  const done = await remove('--yes', 'Maple', '--with-orders-under-way');
  expect(done.errors).toBe('');
  expect(done.output).toMatch(/^orders +1$/m);
  expect((await portage('merchants', 'show', id)).output).toContain('State: being deleted since');
  expect(await portage('merchants', 'enable', id)).toMatchObject({ code: 75 });
  expect(await remove('--yes', 'Maple')).toMatchObject({ code: 75 });
  expect((await portage('jobs', 'list')).output).toContain('delete-merchant');
  expect(await actionsOf(id)).toEqual(['merchant.leaving']);
});

test('deleted orders are listed and restored', async () => {
  const merchantId = await makeMerchant('Érable & Pin');
  const session = { merchantId, username: 'jane@shop.example' };
  const draft = draftOf(session, Date.now());
  const { id, trackingNumber } = draft;
  await insertOrders(db(), [draft]);
  await deleteOrder({ db: db(), clock: systemClock }, session, id);

  const which = ['--merchant', merchantId];
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
    output: `The order ${trackingNumber} of Érable & Pin (${merchantId}) is back, and CREATED.\n`,
    errors: '',
  });
  expect(await getOrder(db(), merchantId, id)).toMatchObject({ id, version: 2 });
  expect(await restore()).toMatchObject({
    code: 67,
    errors: expect.stringMatching(/There is no order .+ restored/),
  });
});

const flag = 'heavy-parcel-consolidation-v1';

test('flags are set, listed and unset for a merchant and for all', async () => {
  const merchant = await makeMerchant('Érable & Pin');
  expect(await portage('flags', 'set', flag, 'on', '--merchant', merchant)).toEqual({
    code: 0,
    output: `${flag} is on for Érable & Pin (${merchant}).\n`,
    errors: '',
  });
  expect(await isFlagOn(db(), merchant, flag)).toBe(true);

  await portage('flags', 'set', flag, 'off', '--all');
  expect(cellsOf((await portage('flags', 'list')).output)).toEqual([
    ['FLAG', 'FOR', 'SETTING'],
    [flag, 'all', 'off'],
    [flag, merchant, 'on'],
  ]);

  const unset = await portage('flags', 'unset', flag, '--merchant', merchant);
  expect(unset.output).toBe(`${flag} is no longer set for Érable & Pin (${merchant}).\n`);
  expect(await isFlagOn(db(), merchant, flag)).toBe(false);
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
