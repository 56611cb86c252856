import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Locale } from '@portage/contract/locale';
import type { Deps } from './deps.ts';
import { apiOrigins } from './http/api-origins.ts';
import { queryValue, sendPage } from './http/html-page.ts';
import { preferredLocale } from './http/preferred-locale.ts';
import { answerFileProblem } from './problem.ts';
import { howtoPage } from './public/howto-page.ts';
import { pathIn } from './public/language-links.ts';
import { pricingPage, readVolume } from './public/pricing-page.ts';
import { publicPolicy } from './public/public-assets.ts';
import { publicPaths, type PublicPage } from './public/public-frame.ts';
import { SIGN_IN_PATH } from './public/sign-in-page.ts';
import { termsPage } from './public/terms-page.ts';

export interface PublicPagesOptions {
  /** For browsers. */
  apiUrl: string;
  /** `{lang}` is its language; undefined shows the default terms. */
  termsUrl?: string | undefined;
  /** Undefined for the videos of this server. */
  videosUrl?: string | undefined;
}

/** Recorded by `npm run howto`, with captions and posters. */
const VIDEOS = fileURLToPath(new URL('public/videos', import.meta.url));

/** Seconds. */
const MAX_AGE = 300;

/** Rendered without a session (spec 2 §2), in the language of `?lang=` or the browser's. */
export async function publicApp(
  app: FastifyInstance,
  { portalUrl }: Pick<Deps, 'portalUrl'>,
  { apiUrl, termsUrl, videosUrl }: PublicPagesOptions,
): Promise<void> {
  const terms = termsUrl === undefined ? [] : apiOrigins(termsUrl);
  const videos = videosUrl === undefined ? [] : apiOrigins(videosUrl);
  const policy = publicPolicy({ api: apiOrigins(apiUrl), terms, videos });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': policy,
      'cache-control': `public, max-age=${MAX_AGE}`,
      vary: 'accept-language',
    });
  });

  const pageFor = (request: FastifyRequest): PublicPage => ({
    locale:
      Locale.safeParse(queryValue(request, 'lang')).data ??
      preferredLocale(request.headers['accept-language']),
    portalUrl,
    apiUrl,
  });

  app.get(publicPaths.pricing, (request, reply) => {
    const volume = readVolume(queryValue(request, 'volume'));
    return sendPage(reply, pricingPage(pageFor(request), volume));
  });

  app.get(publicPaths.howto, (request, reply) =>
    sendPage(reply, howtoPage(pageFor(request), videosUrl ?? publicPaths.howto)),
  );

  // Some browsers need ranges of bytes to play a video.
  await app.register(fastifyStatic, {
    root: VIDEOS,
    prefix: `${publicPaths.howto}/`,
    index: false,
    cacheControl: false,
  });
  app.setErrorHandler(answerFileProblem);

  app.get(publicPaths.terms, (request, reply) =>
    sendPage(reply, termsPage(pageFor(request), termsUrl)),
  );

  app.get('/sitemap.xml', (_request, reply) => {
    const urls = [SIGN_IN_PATH, ...Object.values(publicPaths)].flatMap((path) =>
      Locale.options.map((lang) => `<url><loc>${portalUrl}${pathIn(path, lang)}</loc></url>`),
    );
    const open = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
    return reply
      .type('application/xml; charset=utf-8')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n${open}\n${urls.join('\n')}\n</urlset>\n`);
  });

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${portalUrl}/sitemap.xml\n`),
  );
}
