import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { insertSignUpRequest } from '../sign-ups/sign-up-queries.ts';
import { cellsOf, useCommandLine } from '../testing/use-command-line.ts';
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
  const [first = '', second = ''] = ids;
  expect((await portage('sign-ups', 'list')).output).toContain(first);
  expect((await portage('sign-ups', 'approve', first)).output).toContain('is created');
  expect(await mailsTo(`ada-${first}@shop.example`)).toHaveLength(1);
  expect((await portage('sign-ups', 'approve', first)).code).toBe(67);
  expect((await portage('sign-ups', 'decline', second)).output).toContain('is declined');
  expect((await portage('sign-ups', 'list')).output).not.toContain(second);
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

  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'portage-profile-')), 'agreed');
  onTestFinished(() => fs.rm(path.dirname(file), { recursive: true }));
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
