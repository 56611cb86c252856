import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OutgoingFailed, type OutgoingAnswer } from '../outgoing/guarded-fetch.ts';
import { orderTagsDocument } from './shop-documents.ts';
import { openShopPlatform, type Send } from './shop-platform.ts';

const access = { shop: 'some.myshopify.com', token: 'shpat_x' };
const NAMES = {
  text: 'query Names { shop { name } }',
  cost: 1,
  data: z.object({ name: z.string() }),
};

const TAKES = 4;

function platformThat(
  answers: readonly (OutgoingAnswer | OutgoingFailed)[],
  patience = 60_000,
  longestWait = 60_000,
) {
  let asked = 0;
  const send: Send = async () => {
    await wait(TAKES);
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (!answer || answer instanceof OutgoingFailed) throw answer ?? new Error('No answer');
    return answer;
  };
  const platform = openShopPlatform({
    clientId: 'id',
    clientSecret: 'secret',
    isDevelopmentShop: false,
    callbackUrl: 'https://portage.example/shop',
    adminUrl: (shop) => `https://${shop}/admin`,
    send,
    backoff: 1,
    ...{ patience, longestWait },
  });
  return { platform, asked: () => asked };
}

const answer = (status: number, value: unknown = {}): OutgoingAnswer => ({
  status,
  headers: {},
  body: Buffer.from(JSON.stringify(value)),
});
const refused = (code: string) =>
  answer(200, { errors: [{ message: 'No.', extensions: { code } }] });
/** Leaves no points, of which `restoreRate` come back each second. */
const emptied = (restoreRate: number) => {
  const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 0, restoreRate };
  const cost = { requestedQueryCost: 2000, throttleStatus };
  return answer(200, { data: { name: 'Maple' }, extensions: { cost } });
};
const UNAVAILABLE = { code: 'shop_unavailable' };
const worked = answer(200, { data: { name: 'Maple' } });

describe('asking the platform', () => {
  test.each([
    ['401, a revoked token', answer(401), 'shop_authorization_failed'],
    ['402, an unpaid shop', answer(402), 'shop_frozen'],
    ['423, a locked shop', answer(423), 'shop_frozen'],
    ['404, a closed shop', answer(404), 'shop_frozen'],
    ['403, a missing scope', answer(403), 'shop_rejected'],
    ['a field that the scopes do not cover', refused('ACCESS_DENIED'), 'shop_rejected'],
    ['a document that is not valid', refused('undefinedField'), 'shop_rejected'],
  ])('reports %s, and asks once', async (_what, given, code) => {
    const { platform, asked } = platformThat([given, worked]);
    await expect(platform.ask(access, NAMES, {})).rejects.toMatchObject({ code });
    expect(asked()).toBe(1);
  });

  test.each([
    ['no answer', new OutgoingFailed('not reached')],
    ['429', answer(429)],
    ['500', answer(500)],
    ['a shape of its own', answer(200, { data: { name: 1 } })],
    ['an error of its own', refused('INTERNAL_SERVER_ERROR')],
    ['its throttle', refused('THROTTLED')],
    ['a web page', { status: 200, headers: {}, body: Buffer.from('<!doctype html><p>Later') }],
  ])('asks again after %s', async (_what, given) => {
    const { platform } = platformThat([given, worked]);
    expect(await platform.ask(access, NAMES, {})).toEqual({ name: 'Maple' });
  });

  test('waits as long as a 429 demands, unless that is too long', async () => {
    const throttled = { ...answer(429), headers: { 'retry-after': '0.2' } };
    const { platform } = platformThat([throttled, worked]);
    const began = performance.now();
    expect(await platform.ask(access, NAMES, {})).toEqual({ name: 'Maple' });
    expect(performance.now() - began).toBeGreaterThanOrEqual(199);
    const impatient = platformThat([throttled, worked], 100);
    await expect(impatient.platform.ask(access, NAMES, {})).rejects.toMatchObject(UNAVAILABLE);
    expect(impatient.asked()).toBe(1);
  });

  test('stops with the server while it waits for points', async () => {
    const { platform, asked } = platformThat([emptied(1)]);
    await platform.ask(access, NAMES, {});
    const waiting = platform.ask(access, NAMES, {});
    platform.stop();
    await expect(waiting).rejects.toThrow('The server stops');
    await expect(platform.ask(access, NAMES, {})).rejects.toThrow('The server stops');
    expect(asked()).toBe(1);
  });

  test('gives up when it is throttled without end', async () => {
    const { platform, asked } = platformThat([refused('THROTTLED')]);
    await expect(platform.ask(access, NAMES, {})).rejects.toMatchObject(UNAVAILABLE);
    expect(asked()).toBe(25);
  });

  test('waits no longer for points that are never restored', async () => {
    const { platform, asked } = platformThat([emptied(1e-9)], 60_000, 20);
    for (let calls = 0; calls < 3; calls += 1) await platform.ask(access, NAMES, {});
    expect(asked()).toBe(3);
  });

  test.each([
    ['tags', { data: { order: { tags: Array.from({ length: 251 }, () => 'gift') } } }],
    ['errors', { errors: Array.from({ length: 251 }, () => ({ message: 'No.' })) }],
  ])('gives up on an answer with more %s than the platform sends', async (_what, value) => {
    const { platform } = platformThat([answer(200, value)]);
    await expect(platform.ask(access, orderTagsDocument, {})).rejects.toMatchObject(UNAVAILABLE);
  });

  test('stores no more of a refusal than its first thousand characters', async () => {
    const errors = [{ message: 'x'.repeat(100_000), extensions: { code: 'ACCESS_DENIED' } }];
    const { platform } = platformThat([answer(200, { errors })]);
    await expect(platform.ask(access, NAMES, {})).rejects.toMatchObject({
      values: { message: 'x'.repeat(1000) },
    });
  });

  test('gives up after five tries or too long', async () => {
    const down = platformThat([answer(500)]);
    await expect(down.platform.ask(access, NAMES, {})).rejects.toMatchObject(UNAVAILABLE);
    expect(down.asked()).toBe(5);
    const slow = platformThat([new OutgoingFailed('it took too long'), worked], TAKES / 2);
    await expect(slow.platform.ask(access, NAMES, {})).rejects.toMatchObject(UNAVAILABLE);
    expect(slow.asked()).toBe(1);
  });

  test.each([
    [402, 'shop_frozen'],
    [423, 'shop_frozen'],
    [400, 'shop_link_expired'],
    [429, 'shop_unavailable'],
    [500, 'shop_unavailable'],
  ])('for a token and answered %i is reported as %s', async (status, code) => {
    const { platform } = platformThat([answer(status)]);
    await expect(platform.exchangeCode(access.shop, 'code')).rejects.toMatchObject({ code });
  });
});
