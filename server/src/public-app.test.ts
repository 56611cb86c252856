import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { volumeServices } from '@portage/contract/rates/volume-prices';
import { useTestServer } from './testing/build-test-server.ts';
import { useServer } from './testing/use-server.ts';

const server = useTestServer();

const load = (url: string, headers = {}) => server.app.inject({ url, headers });

/** The first match of a pattern's group in a page. */
const found = (page: string, pattern: RegExp) => pattern.exec(page)?.[1];

const pricesIn = (page: string) =>
  volumeServices.map((service) => found(page, new RegExp(`data-price="${service}">(.*?)<`)));

const PAGES = ['/platform/pricing', '/platform/howto', '/terms-of-service'];

describe('every public page', () => {
  test('has what search engines need, in both languages', async () => {
    for (const path of PAGES) {
      for (const [lang, regional] of [
        ['en', 'en-CA'],
        ['fr', 'fr-CA'],
      ]) {
        const { body, statusCode, headers } = await load(`${path}?lang=${lang}`);
        expect(statusCode).toBe(200);
        expect(headers['x-robots-tag']).toBeUndefined();
        expect(found(body, /<html lang="(.*?)">/)).toBe(regional);
        expect(found(body, /<title>(.*?)<\/title>/)).toMatch(/.+ – Portage/);
        expect(found(body, /<meta name="description" content="(.*?)">/)?.length).toBeGreaterThan(
          40,
        );
        expect(found(body, /<link rel="canonical" href="(.*?)">/)).toBe(
          `https://portage.example${path}?lang=${lang}`,
        );
        expect(body.match(/rel="alternate" hreflang=/g)).toHaveLength(3);
        expect(body).not.toContain('noindex');
      }
    }
  });

  test('is in the language of the browser, unless the address names one', async () => {
    const french = { 'accept-language': 'fr-CA,en;q=0.5' };
    expect((await load('/platform/pricing', french)).body).toContain('Tarifs de livraison');
    expect((await load('/platform/pricing?lang=en', french)).body).toContain('Delivery prices');
    expect((await load('/platform/pricing?lang=xx&lang=en')).body).toContain('Delivery prices');
  });

  test('loads only its own script, none of the portal’s', async () => {
    for (const path of PAGES) {
      const { body, headers } = await load(path);
      expect(body).not.toMatch(/<script[^>]+src=/);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      for (const [, , text = ''] of body.matchAll(/<(style|script)>(.*?)<\/\1>/gs)) {
        const hash = createHash('sha256').update(text).digest('base64');
        expect(policy).toContain(`'sha256-${hash}'`);
      }
    }
  });

  test('is listed in the sitemap that robots.txt names', async () => {
    const robots = (await load('/robots.txt')).body;
    expect(robots).toContain('Sitemap: https://portage.example/sitemap.xml');
    const sitemap = (await load('/sitemap.xml')).body;
    for (const path of ['/', ...PAGES]) {
      expect(sitemap).toContain(`<loc>https://portage.example${path}?lang=fr</loc>`);
    }
  });
});

describe('the pricing page', () => {
  // Spec 2 §9; a volume of 200 belongs to the second tier.
  test.each([
    [0, '$12.00', '$15.50', '$18.00'],
    [199, '$12.00', '$15.50', '$18.00'],
    [200, '$9.02', '$12.61', '$13.58'],
    [499, '$9.02', '$12.61', '$13.58'],
    [500, '$8.29', '$12.23', '$13.17'],
    [999, '$8.29', '$12.23', '$13.17'],
    [1000, '$7.96', '$11.86', '$12.78'],
    [1999, '$7.96', '$11.86', '$12.78'],
    [2000, '$7.64', '$11.51', '$12.39'],
    [5000, '$7.64', '$11.51', '$12.39'],
    [5001, '$7.64', '$11.51', '$12.39'],
    [10_000, '$7.64', '$11.51', '$12.39'],
  ])('prices %i packages a week', async (volume, ...prices) => {
    const { body } = await load(`/platform/pricing?lang=en&volume=${volume}`);
    expect(pricesIn(body)).toEqual(prices);
    const isNoteHidden = /id="high-volume"[^>]* hidden/.test(body);
    expect(isNoteHidden).toBe(volume <= 5000);
  });

  test('limits the volume in the address to the slider’s range', async () => {
    const volumeOf = async (typed: string) =>
      found(
        (await load(`/platform/pricing?volume=${typed}`)).body,
        /id="volume"[^>]* value="(\d+)"/,
      );
    expect(await volumeOf('10001')).toBe('10000');
    for (const typed of ['-5', '1e3', '12.5', '', 'abc', '%22%3E%3Cscript%3E']) {
      expect(await volumeOf(typed), typed).toBe('100');
    }
  });

  test('limits the length of fields that have one', async () => {
    const { body } = await load('/platform/pricing');
    expect(body).toMatch(/<input [^>]*maxlength="254" type="email">/);
    expect(body).not.toMatch(/<select [^>]*maxlength|maxlength="\d+" type="number"/);
  });

  test('lists every tier, with money in the language’s format', async () => {
    const { body } = await load('/platform/pricing?lang=fr');
    expect(body.match(/<tr data-from=/g)).toHaveLength(5);
    expect(body).toContain('0 à 199');
    expect(body).toContain('2\u00A0000 et plus');
    expect(pricesIn(body)[1]).toBe('15,50\u00A0$');
  });
});

describe('the terms', () => {
  test('have a default text in both languages when no document is configured', async () => {
    expect((await load('/terms-of-service?lang=en')).body).toContain('1. The service');
    expect((await load('/terms-of-service?lang=fr')).body).toContain('1. Le service');
  });

  test('embed the configured document in the language of the page', async () => {
    const termsUrl = 'https://legal.example/terms-{lang}.html';
    const app = await useServer(server.deps, { publicPages: { termsUrl } });
    const { body, headers } = await app.inject({ url: '/terms-of-service?lang=fr' });
    expect(body).toContain('<iframe class="document" src="https://legal.example/terms-fr.html"');
    expect(headers['content-security-policy']).toContain("frame-src 'self' https://legal.example");
  });
});

describe('the how-to page', () => {
  test('has three guides with videos, captioned in both languages and loaded on play', async () => {
    const { body } = await load('/platform/howto?lang=fr');
    expect(body.match(/<video controls preload="none"/g)).toHaveLength(3);
    expect(body).toMatch(/create-order\.fr\.vtt" srclang="fr-CA" label="Français" default/);
    const addresses = [...body.matchAll(/(?:src|poster)="(\/platform\/howto\/[^"]+)"/g)];
    expect(addresses).toHaveLength(3 * 4);
    let size = 0;
    for (const [, url = ''] of addresses) {
      const file = await server.app.inject({ url });
      expect(file.statusCode, url).toBe(200);
      size += file.rawPayload.length;
      if (url.endsWith('.vtt')) {
        expect(file.headers['content-type']).toContain('text/vtt');
        expect(file.body).toMatch(/^WEBVTT\n\n00:00:/);
      }
    }
    expect(size).toBeLessThan(3 * 2 ** 20);
    const part = await server.app.inject({
      url: '/platform/howto/create-order.mp4',
      headers: { range: 'bytes=0-99' },
    });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100]);
    expect(part.headers['content-type']).toBe('video/mp4');
    expect((await server.app.inject({ url: '/platform/howto/other.mp4' })).statusCode).toBe(404);
  });

  test.each([
    [416, { range: 'bytes=999999999-' }],
    [412, { 'if-match': '"another"' }],
  ])(
    'a video that does not meet a request is %i, which no cache keeps',
    async (status, headers) => {
      const video = await server.app.inject({ url: '/platform/howto/create-order.mp4', headers });
      expect([video.statusCode, video.body]).toEqual([status, '']);
      expect(video.headers['cache-control']).toBe('no-store');
      if (status === 416) expect(video.headers['content-range']).toMatch(/^bytes \*\/\d{5,}$/);
    },
  );

  test('takes its videos from the configured address', async () => {
    const videosUrl = 'https://media.example/howto';
    const app = await useServer(server.deps, { publicPages: { videosUrl } });
    const page = await app.inject({ url: '/platform/howto?lang=fr' });
    expect(page.body.match(/<video controls preload="none"/g)).toHaveLength(3);
    expect(page.body).toContain('https://media.example/howto/create-order.mp4');
    expect(page.body).toMatch(/create-order\.fr\.vtt" srclang="fr-CA" label="Français" default/);
    expect(page.headers['content-security-policy']).toContain(
      "media-src 'self' https://media.example",
    );
  });
});
