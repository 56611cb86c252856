import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@portage/contract/errors';
import type { LogoPreview } from '@portage/contract/merchants/logo-preview';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { ShipFromLocation } from '@portage/contract/merchants/ship-from-locations';
import type { Order } from '@portage/contract/orders/orders';
import type { Rate } from '@portage/contract/rates/rates';
import { useTestServer } from '../testing/build-test-server.ts';
import { codeOf, errorsOf, makeMerchant, type TestMerchant } from '../testing/make-merchant.ts';
import { newOrderPayload } from '../testing/make-order.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import { redirects, sends, useOutsideWorld } from '../testing/outside-world.ts';
import { takeAttempt } from '../throttle/attempts.ts';

const world = useOutsideWorld();
const server = useTestServer({ internet: world.internet });

const mapping: Partial<Merchant> = {
  apiRequestMappings: [{ from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' }],
  minimumAge: 19,
};

async function placed({ call }: Pick<TestMerchant, 'call'>, changes: object): Promise<Order> {
  const payload = newOrderPayload();
  const originAddress = { ...payload.originAddress, unit: 'Petite Érable' };
  const created = await call('POST', '/orders', {
    payload: { ...payload, originAddress, ...changes },
  });
  expect(created.statusCode).toBe(201);
  return created.json<Order>();
}

describe('the profile and new orders', () => {
  test('an order of the API takes its sub-brand from the unit, and the minimum age', async () => {
    const merchant = await makeMerchant(server, mapping);
    const service = await makeServiceUser(server, merchant);
    const order = await placed(service, {});
    expect(order).toMatchObject({ merchantDisplayName: 'Petite Érable', minimumAge: 19 });
    expect(order.originAddress.unit).toBeUndefined();
    const named = await placed(service, { merchantDisplayName: 'Grande', minimumAge: 21 });
    expect(named).toMatchObject({ merchantDisplayName: 'Grande', minimumAge: 21 });
    expect(named.originAddress.unit).toBe('Petite Érable');
  });

  test('an order typed in the portal keeps its values', async () => {
    const merchant = await makeMerchant(server, mapping);
    const order = await placed(merchant, { source: 'dashboard' });
    expect(order.originAddress.unit).toBe('Petite Érable');
    expect([order.merchantDisplayName, order.minimumAge]).toEqual([undefined, undefined]);
  });
});

describe('an exception', () => {
  const close = (merchant: TestMerchant, payload: object) =>
    merchant.call('POST', '/merchants/deliveryConstraintsByWeek/exceptions', { payload });
  const ratesOf = async (merchant: TestMerchant) => {
    const payload = { originPostalCode: 'M5X 1A9', postalCode: 'M5B 1C6' };
    const rates = (await merchant.call('POST', '/rates', { payload })).json<Rate[]>();
    return new Map(rates.map(({ service, estimateDay }) => [service, estimateDay]));
  };

  // It is Wednesday, June 10, 9 in the morning.
  test('moves promises of a closed day to the next one, and removes its windows', async () => {
    const merchant = await makeMerchant(server);
    expect((await ratesOf(merchant)).get('NEXTDAY')).toBe('2026-06-11');
    await close(merchant, { date: '2026-06-11' });
    await close(merchant, { date: '2026-06-12' });
    const rates = await ratesOf(merchant);
    expect(rates.get('SAMEDAY')).toBe('2026-06-10');
    expect(rates.get('NEXTDAY')).toBe('2026-06-13');
    const windows = await merchant.call(
      'GET',
      '/rates/windows?originPostalCode=M5X1A9&postalCode=M5B1C6',
    );
    const days = windows.json<{ date: string }[]>().map(({ date }) => date);
    expect(days).not.toContain('2026-06-11');
    expect(days).toContain('2026-06-15');
  });

  test('of today ends SAMEDAY at its own cutoff, or removes it', async () => {
    const short = await makeMerchant(server);
    await close(short, { date: '2026-06-10', cutoffTime: '09:00' });
    expect((await ratesOf(short)).has('SAMEDAY')).toBe(false);
    const closed = await makeMerchant(server);
    await close(closed, { date: '2026-06-10' });
    expect((await ratesOf(closed)).has('SAMEDAY')).toBe(false);
  });
});

test('the ship-from locations show which are served and their distance', async () => {
  const merchant = await makeMerchant(server, {
    additionalLocations: [
      {
        street: '5455 Av. de Gaspé',
        city: 'Montréal',
        province: 'QC',
        postalCode: 'H2T 3B3',
        country: 'CA',
      },
    ],
  });
  const outside = {
    street: '1 Centre St',
    city: 'Whitehorse',
    province: 'YT',
    postalCode: 'Y1A 1A1',
    country: 'CA',
  };
  const added = await merchant.call('PATCH', '/merchants/updateMerchant/addAdditionalLocations', {
    payload: outside,
  });
  expect(added.statusCode).toBe(200);
  const response = await merchant.call('GET', '/merchants/shipFromLocations');
  const [main, montreal, whitehorse] = response.json<ShipFromLocation[]>();
  expect(main).toMatchObject({ isMain: true, isServed: true, distance: 0 });
  expect(montreal).toMatchObject({ isMain: false, isServed: true });
  expect(montreal?.distance).toBeGreaterThan(480);
  expect(montreal?.distance).toBeLessThan(530);
  expect(whitehorse?.isServed).toBe(false);
});

test('a logo whose host name leads to a private network is refused', async () => {
  const merchant = await makeMerchant(server);
  world.names['inside.example'] = [['8.8.8.8', '10.0.0.7']];
  const logoUrl = 'https://inside.example/logo.png';
  const path = '/merchants/updateMerchant';
  for (const [call, payload] of [
    ['addLogoUrl', { logoUrl }],
    ['addMerchantDisplayLogoUrls', { name: 'Petite Érable', logoUrl }],
  ] as const) {
    const refused = await merchant.call('PATCH', `${path}/${call}`, { payload });
    expect(refused.statusCode).toBe(400);
    expect(errorsOf(refused)).toMatchObject([
      { path: 'logoUrl', message: expect.stringContaining('private network') },
    ]);
  }
  const unknown = { payload: { logoUrl: 'https://unknown.example/logo.png' } };
  expect((await merchant.call('PATCH', `${path}/addLogoUrl`, unknown)).statusCode).toBe(200);
});

describe('the preview of a logo', () => {
  const preview = ({ call }: Pick<TestMerchant, 'call'>, logoUrl: string, headers = {}) =>
    call('POST', '/merchants/logoPreview', { payload: { logoUrl }, headers });

  test('shows the picture, its size and type, and how it is printed; the label has it at once', async () => {
    const merchant = await makeMerchant(server);
    world.answers['/logo.png'] = sends(
      await sharp({ create: { width: 400, height: 300, channels: 3, background: '#063' } })
        .png()
        .toBuffer(),
    );
    const url = world.secureUrl('/logo.png');
    const response = await preview(merchant, url);
    const { picture, printed, ...facts } = response.json<LogoPreview>();
    expect(facts).toMatchObject({ format: 'png', width: 400, height: 300 });
    expect(picture).toMatch(/^data:image\/png;base64,/);
    expect(printed).toMatch(/^data:image\/png;base64,/);
    const row = server.deps.db.selectFrom('logos').select('picture').where('url', '=', url);
    expect((await row.executeTakeFirst())?.picture).toBeTruthy();
  });

  test('shows what labels print also of a jpg with needless bytes, and upright', async () => {
    const merchant = await makeMerchant(server);
    const jpg = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#063' },
    })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const scan = jpg.indexOf('ffda', 'hex');
    world.answers['/odd.jpg'] = sends(
      Buffer.concat([jpg.subarray(0, scan), Buffer.alloc(3), jpg.subarray(scan)]),
    );
    const response = await preview(merchant, world.secureUrl('/odd.jpg'));
    expect(response.statusCode).toBe(200);
    const { picture, ...facts } = response.json<LogoPreview>();
    expect(facts).toMatchObject({ format: 'jpg', width: 300, height: 400 });
    const shown = await sharp(Buffer.from(picture.split(',')[1] ?? '', 'base64')).metadata();
    expect(shown).toMatchObject({ width: 300, height: 400 });
  });

  test('says why a picture cannot be used', async () => {
    const merchant = await makeMerchant(server);
    world.answers['/page.jpg'] = sends(Buffer.from('<html>a page</html>'));
    world.answers['/script.png'] = sends(Buffer.from('<svg><script>alert(1)</script></svg>'));
    world.answers['/huge.png'] = sends(Buffer.alloc(2_000_000));
    world.answers['/inside.png'] = redirects('http://169.254.169.254/logo.png');
    const cases = [
      [world.secureUrl('/page.jpg'), 'not a jpg, gif or png'],
      [world.secureUrl('/script.png'), 'not a jpg, gif or png'],
      [world.secureUrl('/huge.png'), 'too large'],
      [world.secureUrl('/inside.png'), 'not on the public internet'],
      [world.secureUrl('/missing.png'), 'no picture there'],
    ] as const;
    for (const [url, reason] of cases) {
      const response = await preview(merchant, url);
      expect(response.statusCode).toBe(422);
      expect(response.json<Problem>().detail).toContain(reason);
    }
    const french = await preview(merchant, world.secureUrl('/page.jpg'), { locale: 'FR' });
    expect(french.json<Problem>().detail).toContain('n’est ni un jpg, ni un gif, ni un png');
    for (const refused of [
      'logo',
      'http://cdn.example.com/logo.png',
      'https://127.0.0.1/logo.png',
    ]) {
      expect((await preview(merchant, refused)).statusCode).toBe(400);
    }
  });

  test('is refused beyond sixty an hour', async () => {
    const merchant = await makeMerchant(server);
    const attempt = { account: merchant.merchant.id, address: '198.51.100.7' };
    for (let count = 0; count < 60; count += 1) {
      await takeAttempt(server.deps, 'logo-preview', attempt);
    }
    const refused = await preview(merchant, world.secureUrl('/missing.png'));
    expect(codeOf(refused)).toBe('too_many_attempts');
  });
});
