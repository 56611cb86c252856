import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import type { PhotoLink } from '@portage/contract/orders/photos';
import { createCarrierKey } from '../carrier/carrier-keys.ts';
import type { TestServer } from './build-test-server.ts';
import type { TestMerchant } from './make-merchant.ts';
import { makeOrder } from './make-order.ts';
import { JPEG } from './sample-pictures.ts';

interface Driver {
  /** Uploads a file for an order or a package; a JPEG by default. */
  upload: (
    trackingNumber: string,
    payload: Buffer | string,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  /** Makes an order with photos; returns their ids. */
  makeOrderWithPhotos: (
    merchant: TestMerchant,
    pictures?: readonly Buffer[],
  ) => Promise<{ order: Order; ids: string[] }>;
}

/** A carrier's driver with an active key, for a file's tests. */
export function useDriver(server: TestServer): Driver {
  let key: string;
  beforeAll(async () => {
    ({ key } = await createCarrierKey(server.deps, 'Drivers'));
  });
  const upload: Driver['upload'] = (trackingNumber, payload, headers = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/carrier/photos',
      query: { trackingNumber },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg', ...headers },
      payload,
    });
  return {
    upload,
    async makeOrderWithPhotos(merchant, pictures = [JPEG]) {
      const order = await makeOrder(merchant);
      const ids: string[] = [];
      for (const picture of pictures) {
        const uploaded = await upload(order.trackingNumber, picture);
        expect(uploaded.statusCode).toBe(201);
        ids.push(uploaded.json<{ id: string }>().id);
      }
      return { order, ids };
    },
  };
}

export async function linksOf(merchant: TestMerchant, { id }: Order): Promise<PhotoLink[]> {
  const response = await merchant.call('GET', `/orders/${id}/photos`);
  expect(response.statusCode).toBe(200);
  return response.json<{ links: PhotoLink[] }>().links;
}
