import * as mupdf from 'mupdf';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { LabelBatch } from '@portage/contract/orders/labels';
import { labelStatusOf } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { TEST_NOW, useTestServer } from '../testing/build-test-server.ts';
import { readHistory, readOrder } from '../testing/edit-orders.ts';
import { makeMerchant, pathsOf } from '../testing/make-merchant.ts';
import { makeServiceUser } from '../testing/make-service-user.ts';
import {
  insertPrintable,
  insertPrintables,
  numbersIn,
  packageNumbers,
  printBatch,
} from '../testing/print-documents.ts';

const server = useTestServer();

const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id);

async function pagesOf(file: File | undefined): Promise<number> {
  const bytes = await file?.arrayBuffer();
  return mupdf.Document.openDocument(bytes ?? '', 'application/pdf').countPages();
}

describe('a batch of labels', () => {
  test('is one file in the sequence of the request, each order once, in either case of its id', async () => {
    const merchant = await makeMerchant(server);
    const [one, two, three] = (await insertPrintables(server, merchant, 3)) as [
      Order,
      Order,
      Order,
    ];
    const ids = [three.id, one.id.toUpperCase(), two.id, one.id];

    const { outcomes, file } = await printBatch(merchant.call, { ids });

    const success = { result: 'success', status: 'GEOCODED' };
    expect(outcomes).toEqual(ids.map((id) => ({ id, ...success })));
    expect(file?.type).toBe('application/x-zpl');
    expect(await numbersIn(file)).toEqual(packageNumbers([three, one, two]));
  });

  test('has a page for each label in a PDF, or two on a letter sheet', async () => {
    const merchant = await makeMerchant(server);
    const ids = idsOf(await insertPrintables(server, merchant, 3));

    const labels = await printBatch(merchant.call, { ids, format: 'pdf' });
    expect(labels.file?.type).toBe('application/pdf');
    expect(await pagesOf(labels.file)).toBe(3);

    const sheets = await printBatch(merchant.call, { ids, format: 'pdf_letter' });
    expect(await pagesOf(sheets.file)).toBe(2);
  });

  test('is drawn for the resolution of the printer', async () => {
    const merchant = await makeMerchant(server);
    const [{ id }] = (await insertPrintables(server, merchant, 1)) as [Order];
    const { file } = await printBatch(merchant.call, { ids: [id], dpi: 300 });
    const zpl = await file?.text();
    expect(zpl).toContain('^PW1200');
    expect(zpl).toBe((await merchant.call('GET', `/labels/${id}?dpi=300`)).body);
  });

  test('records each print, and marks each order printed', async () => {
    const merchant = await makeMerchant(server);
    const ids = idsOf(await insertPrintables(server, merchant, 3));
    await printBatch(merchant.call, { ids, format: 'pdf' });
    for (const id of ids) {
      expect(await readOrder(merchant, id)).toMatchObject({ labelPrintedAt: TEST_NOW, version: 2 });
      expect(await readHistory(merchant, id)).toMatchObject([
        { action: 'label.printed', by: merchant.username, label: { version: 1, format: 'pdf' } },
      ]);
    }
  });

  test('may have 500 orders without blocking other calls', async () => {
    const merchant = await makeMerchant(server);
    const orders = await insertPrintables(server, merchant, 500);
    const ids = idsOf(orders);
    const printing = printBatch(merchant.call, { ids, format: 'pdf' });
    const printed = printing.then(() => 'printed');
    let answers = 0;
    const answer = () => merchant.call('GET', `/orders/${ids[0]}`).then(() => 'answered');
    while ((await Promise.race([answer(), printed])) === 'answered') answers += 1;
    const { outcomes, file } = await printing;
    expect(outcomes.filter(({ result }) => result === 'success')).toHaveLength(500);
    expect(await pagesOf(file)).toBe(packageNumbers(orders).length);
    // On the main thread, only some ten calls passed, before and after drawing.
    expect(answers).toBeGreaterThan(25);
  });
});

describe('a batch with packing slips', () => {
  test('needs no located addresses for slips alone, and records no print of labels', async () => {
    const merchant = await makeMerchant(server);
    const order = await insertPrintable(server, merchant, { orderStatus: 'GEOCODEDFAILED' });
    const { outcomes, file } = await printBatch(merchant.call, {
      ids: [order.id],
      documents: 'packingSlips',
    });
    expect(outcomes).toMatchObject([{ result: 'success', status: 'GEOCODEDFAILED' }]);
    expect(await file?.text()).toContain(order.trackingNumber);
    expect(await readOrder(merchant, order.id)).toEqual(order);
  });

  test('puts each slip after its labels, on letter paper beside them', async () => {
    const merchant = await makeMerchant(server);
    const [one, two] = (await insertPrintables(server, merchant, 2, { packageCount: 2 })) as [
      Order,
      Order,
    ];
    const documents = 'labelsAndPackingSlips';
    const wish = { ids: [one.id, two.id], documents } satisfies z.input<typeof LabelBatch>;

    const zpl = await printBatch(merchant.call, wish);
    expect(await numbersIn(zpl.file)).toEqual(
      [one, two].flatMap(({ trackingNumber: number }) => [`${number}-1`, `${number}-2`, number]),
    );

    const letter = await printBatch(merchant.call, { ...wish, format: 'pdf_letter' });
    expect(await pagesOf(letter.file)).toBe(4);
    expect(labelStatusOf(await readOrder(merchant, two.id))).toBe('PRINTED');
  });

  test('refuses orders without a located address when labels are included', async () => {
    const merchant = await makeMerchant(server);
    const order = await insertPrintable(server, merchant, { orderStatus: 'CREATED' });
    const { outcomes } = await printBatch(merchant.call, {
      ids: [order.id],
      documents: 'labelsAndPackingSlips',
    });
    expect(outcomes).toMatchObject([{ result: 'error', code: 'order_not_printable' }]);
  });
});

test('a service user prints a batch', async () => {
  const merchant = await makeMerchant(server);
  const service = await makeServiceUser(server, merchant);
  const order = await insertPrintable(server, merchant);
  const { outcomes, file } = await printBatch(service.call, { ids: [order.id] });
  expect(outcomes).toMatchObject([{ id: order.id, result: 'success' }]);
  expect(await numbersIn(file)).toEqual(packageNumbers([order]));
  expect(await readHistory(merchant, order.id)).toMatchObject([{ by: service.username }]);
});

describe('a batch is refused whole', () => {
  test.each([
    { what: 'without orders', payload: { ids: [] }, path: 'ids' },
    {
      what: 'with more than the most',
      payload: { ids: Array.from({ length: 501 }, () => uuidv7()) },
      path: 'ids',
    },
    { what: 'with an id that is none', payload: { ids: ['17'] }, path: 'ids.0' },
    { what: 'with a format that is none', payload: { format: 'png' }, path: 'format' },
    { what: 'with documents that are none', payload: { documents: 'all' }, path: 'documents' },
    { what: 'for printers of 200 dpi', payload: { dpi: 200 }, path: 'dpi' },
    { what: 'with a choice that is none', payload: { onFailure: 'retry' }, path: 'onFailure' },
    {
      what: 'for packing slips on letter paper',
      payload: { documents: 'packingSlips', format: 'pdf_letter' },
      path: 'format',
    },
  ])('$what', async ({ payload, path }) => {
    const merchant = await makeMerchant(server);
    const refused = await merchant.call('POST', '/labels/batch', {
      payload: { ids: [uuidv7()], ...payload },
    });
    expect(refused.statusCode).toBe(400);
    expect(pathsOf(refused)).toEqual([path]);
  });

  test('with more pages than one file may have', async () => {
    const merchant = await makeMerchant(server);
    const ids = idsOf(await insertPrintables(server, merchant, 51, { packageCount: 99 }));
    const refused = await merchant.call('POST', '/labels/batch', {
      payload: { ids },
      headers: { locale: 'FR' },
    });
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'too_many_pages',
      detail: expect.stringMatching(/plus de 5\s000 pages/) as string,
    });
  });
});

describe('when one of the orders cannot be printed', () => {
  async function makeBadBatch() {
    const [merchant, stranger] = [await makeMerchant(server), await makeMerchant(server)];
    const [first, last] = (await insertPrintables(server, merchant, 2)) as [Order, Order];
    const failed = await insertPrintable(server, merchant, { orderStatus: 'GEOCODEDFAILED' });
    const deleted = await insertPrintable(server, merchant);
    await merchant.call('DELETE', `/orders/${deleted.id}`);
    const foreign = await insertPrintable(server, stranger);
    const ids = [first.id, failed.id, deleted.id, foreign.id, uuidv7(), last.id];
    return { merchant, stranger, first, last, failed, foreign, ids };
  }

  test('`stop` prints nothing, and says why the first one failed', async () => {
    const { merchant, first, failed, ids } = await makeBadBatch();
    const { outcomes, file } = await printBatch(merchant.call, { ids });
    const [one, two, ...others] = outcomes;
    expect(file).toBeUndefined();
    expect(one).toEqual({ id: first.id, result: 'unprocessed', status: 'GEOCODED' });
    expect(two).toEqual({
      id: failed.id,
      result: 'error',
      status: 'GEOCODEDFAILED',
      code: 'order_not_printable',
      message: expect.stringContaining('“Address not found”') as string,
    });
    expect(others.map(({ result, code }) => [result, code])).toEqual(
      Array.from({ length: 4 }, () => ['unprocessed', undefined]),
    );
    expect(labelStatusOf(await readOrder(merchant, first.id))).toBe('NOT_PRINTED');
  });

  test('`skip` prints the others, and says why each failed one did', async () => {
    const { merchant, stranger, first, last, foreign, ids } = await makeBadBatch();
    const { outcomes, file } = await printBatch(merchant.call, { ids, onFailure: 'skip' }, 'FR');
    expect(await numbersIn(file)).toEqual(packageNumbers([first, last]));
    expect(outcomes.map(({ result, code }) => [result, code])).toEqual([
      ['success', undefined],
      ['error', 'order_not_printable'],
      ...Array.from({ length: 3 }, () => ['error', 'order_not_found']),
      ['success', undefined],
    ]);
    expect(outcomes[3]?.message).toBe(`Il n’y a pas de commande ${foreign.id}.`);
    expect(await readOrder(stranger, foreign.id)).toEqual(foreign);
  });
});

describe('an order that cannot be drawn, which is a fault of ours,', () => {
  async function makeUndrawable() {
    const merchant = await makeMerchant(server);
    const [good] = (await insertPrintables(server, merchant, 1)) as [Order];
    const service = 'PIGEON' as string as Order['service'];
    const bad = await insertPrintable(server, merchant, { service });
    return { merchant, good, bad, ids: [good.id, bad.id] };
  }

  test('does not prevent the others, and is not marked printed', async () => {
    const { merchant, good, bad, ids } = await makeUndrawable();
    const { outcomes, file } = await printBatch(merchant.call, { ids, onFailure: 'skip' });
    expect(outcomes).toEqual([
      { id: good.id, result: 'success', status: 'GEOCODED' },
      {
        id: bad.id,
        result: 'error',
        status: 'GEOCODED',
        code: 'order_not_drawable',
        message: expect.stringContaining(bad.trackingNumber) as string,
      },
    ]);
    expect(await numbersIn(file)).toEqual(packageNumbers([good]));
    expect((await readOrder(merchant, good.id)).labelPrintedAt).toBe(TEST_NOW);
    const read = await merchant.call('GET', `/orders/${bad.id}`);
    expect(read.json<Order>().labelPrintedAt).toBeUndefined();
  });

  test('stops a batch that stops at the first failure', async () => {
    const { merchant, good, ids } = await makeUndrawable();
    const { outcomes, file } = await printBatch(merchant.call, { ids });
    expect(outcomes.map(({ result, code }) => [result, code])).toEqual([
      ['unprocessed', undefined],
      ['error', 'order_not_drawable'],
    ]);
    expect(file).toBeUndefined();
    expect((await readOrder(merchant, good.id)).labelPrintedAt).toBeUndefined();
  });

  test('is reported when it is printed alone', async () => {
    const { merchant, bad } = await makeUndrawable();
    for (const path of [`/labels/${bad.id}`, `/labels/packingslip/${bad.id}`]) {
      const refused = await merchant.call('GET', path);
      expect(refused.json()).toMatchObject({ status: 500, code: 'order_not_drawable' });
    }
  });
});
