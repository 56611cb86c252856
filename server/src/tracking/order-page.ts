import { element, link } from '../http/escape-html.ts';
import type { EpochMillis } from '@portage/contract/time';
import { windowText, whenText } from './delivery-when.ts';
import { standingWords } from './delivery-words.ts';
import { eventsPart, factsPart, progressPart, proofPart, type PageVoice } from './order-parts.ts';
import { pageFrame, pageQuery, type SitePage } from './page-frame.ts';
import { isSetback } from './standings.ts';
import type { TrackingContent } from './tracking-content.ts';
import { trackingTimes } from './tracking-times.ts';
import { sayIn } from './tracking-words.ts';

/** What the page of an order needs beside what it tells. */
export interface OrderPageOptions extends SitePage {
  /** When the page is made. */
  readonly now: EpochMillis;
  /** A link that opens a photo for a while, by its stable path. */
  readonly linkOf: (path: string) => string | undefined;
  /** The merchant's logo as a `data:` address. */
  readonly logo?: string;
}

/** That the delivery time has changed, from what and why. */
function changePart({ firstWindow, reason }: TrackingContent, { say, times }: PageVoice): string {
  if (!firstWindow && reason === undefined) return '';
  const was = firstWindow && say('changed', { when: windowText(firstWindow, times, say) });
  const lines = [was, reason && say('reason', { reason })].flatMap((line) => line || []);
  return `<div class="change">${lines.map((line) => element('p', line)).join('')}</div>`;
}

/** That the label that was scanned is out of date. */
function labelPart({ labelIsSuperseded, merchant }: TrackingContent, { say }: PageVoice): string {
  if (!labelIsSuperseded) return '';
  const title = element('p', say('labelTitle'), 'class="name"');
  return `<div class="notice" role="note">\n${title}\n${element('p', say('label', { merchant }))}\n</div>`;
}

/** Where the order stands, and when it comes. */
function heroPart(content: TrackingContent, voice: PageVoice, now: EpochMillis): string {
  const { standing, merchant, recipientName, city, window } = content;
  const { say, times } = voice;
  const { headline, detail } = standingWords[standing];
  const when = whenText(content, { times, now }, say);
  const isLate = window !== undefined && window.end < now;
  const isTrouble = standing === 'onHold' || isSetback(standing);
  const forWhom =
    recipientName === undefined
      ? say('forCity', { city })
      : say('forSomebody', { name: recipientName, city });
  const lines = [
    element('p', forWhom, 'class="quiet"'),
    '<div id="headline">',
    element('h1', say(headline, { merchant })),
    when === undefined ? '' : element('p', when, 'class="when"'),
    '</div>',
    element('p', isLate ? say('late') : say(detail, { merchant })),
    changePart(content, voice),
  ];
  return `<div class="hero${isTrouble || isLate ? ' trouble' : ''}">\n${lines.filter(Boolean).join('\n')}\n</div>`;
}

/** The page of an order. */
export function orderPage(content: TrackingContent, options: OrderPageOptions): string {
  const { locale, sitePath, query, now, linkOf, logo } = options;
  const { merchant, standing, timeZone, isFinal } = content;
  const say = sayIn(locale);
  const voice: PageVoice = { say, times: trackingTimes(locale, timeZone, now) };
  const headline = say(standingWords[standing].headline, { merchant });
  const asOf = element('span', say('asOf', { time: voice.times.time(now) }), 'id="as-of"');
  return pageFrame({
    ...options,
    title: `${headline} – ${merchant}`,
    brand: merchant,
    ...(logo !== undefined && { logo }),
    main: [
      labelPart(content, voice),
      heroPart(content, voice, now),
      proofPart(content, voice, linkOf),
      progressPart(content, voice),
      eventsPart(content, voice),
      factsPart(content, voice),
    ]
      .filter(Boolean)
      .join('\n'),
    foot: [
      `<p class="quiet">${asOf} ${link(pageQuery(locale, query), say('refresh'))}</p>`,
      `<p>${link(`${sitePath}?lang=${locale}`, say('another'))}</p>`,
    ].join('\n'),
    isLive: !isFinal,
  });
}
