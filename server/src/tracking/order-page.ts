import type { EpochMillis } from '@portage/contract/time';
import { element, link, escapeHtml } from '../http/escape-html.ts';
import { pageFrame, pageQuery, type SitePage } from './page-frame.ts';
import { type TrackingContent, MOST_EVENTS, type TrackedEvent } from './tracking-content.ts';
import { isException, type ProgressStep } from './tracking-status.ts';
import { windowText, whenText, trackingTimes, type TrackingTimes } from './tracking-times.ts';
import {
  statusWords,
  eventNames,
  stepNames,
  stepStates,
  sayIn,
  type Say,
} from './tracking-words.ts';

interface PageVoice {
  readonly say: Say;
  readonly times: TrackingTimes;
}

/** SVG inside a step's circle. */
const SIGNS: Readonly<Record<ProgressStep['state'], string>> = {
  done: '<path d="M2.5 7.5l3 3 6-7"/>',
  current: '<circle cx="7" cy="7" r="3"/>',
  trouble: '<path d="M7 2v6M7 11.5v.1"/>',
  ahead: '',
};

const timeElement = (at: EpochMillis, { times }: PageVoice) =>
  element('time', times.timestamp(at), `class="time" datetime="${new Date(at).toISOString()}"`);

function stepElement({ step, state, at }: ProgressStep, voice: PageVoice): string {
  const isNow = state === 'current' || state === 'trouble';
  const current = isNow ? ' aria-current="step"' : '';
  const sign = `<svg class="sign" viewBox="0 0 14 14" aria-hidden="true">${SIGNS[state]}</svg>`;
  const name = element('span', voice.say(stepNames[step]), 'class="name"');
  const spoken = element(
    'span',
    voice.say('stepState', { state: voice.say(stepStates[state]) }),
    'class="unseen"',
  );
  const time = at === undefined ? '' : timeElement(at, voice);
  return `<li class="step ${state}"${current}>${sign}${name}${spoken} ${time}</li>`;
}

const section = (heading: string, content: string) =>
  `<section>\n${element('h2', heading)}\n${content}\n</section>`;

function progressPart({ steps }: TrackingContent, voice: PageVoice): string {
  const list = steps.map((step) => stepElement(step, voice)).join('\n');
  return section(voice.say('progress'), `<ol class="steps">\n${list}\n</ol>`);
}

/** `linkOf` signs a short-lived link. */
function proofPart(
  { proof }: TrackingContent,
  { say }: PageVoice,
  linkOf: (path: string) => string | undefined,
): string {
  const figuresOf = (paths: readonly string[], word: 'photo' | 'signature') =>
    paths
      .flatMap((path) => linkOf(path) ?? [])
      .map((url, index, all) => {
        const name = say(word);
        const place = { name, number: index + 1, count: all.length };
        const caption = all.length > 1 ? say('numbered', place) : name;
        const image = `<img src="${escapeHtml(url)}" alt="">`;
        return `<figure>${image}${element('figcaption', caption)}</figure>`;
      });
  const figures = [
    ...figuresOf(proof.verification, 'photo'),
    ...figuresOf(proof.signature, 'signature'),
  ];
  if (figures.length === 0) return '';
  return section(say('proof'), `<div class="photos">\n${figures.join('\n')}\n</div>`);
}

function eventElement(event: TrackedEvent, packageCount: number, voice: PageVoice): string {
  const { say } = voice;
  const details = [
    ...(event.package === undefined
      ? []
      : [say('packageOf', { number: event.package, count: packageCount })]),
    ...(event.city === undefined ? [] : [event.city]),
  ];
  const name = element('span', say(eventNames[event.name]), 'class="name"');
  const what = [name, ...details.map((detail) => element('span', detail))].join(' ');
  const time = timeElement(event.at, voice);
  return `<li class="event"><span class="what">${what}</span> ${time}</li>`;
}

function eventsPart({ events, packageCount }: TrackingContent, voice: PageVoice): string {
  if (events.length === 0) return '';
  const { say } = voice;
  const list = events
    .slice(0, MOST_EVENTS)
    .map((event) => eventElement(event, packageCount, voice))
    .join('\n');
  const isCut = events.length > MOST_EVENTS;
  const note = isCut ? `\n${element('p', say('newestEvents', { count: MOST_EVENTS }))}` : '';
  return section(say('happened'), `<ol class="events">\n${list}\n</ol>${note}`);
}

function factsPart(content: TrackingContent, { say }: PageVoice): string {
  const { trackingNumber, packageCount, merchant, recipientName, city, email } = content;
  const fact = (name: string, value: string, attributes = '') =>
    `${element('dt', name)}${element('dd', value, attributes)}`;
  const facts = [
    fact(say('trackingNumber'), trackingNumber, 'class="number" translate="no"'),
    fact(say('packages'), String(packageCount)),
    fact(say('from'), merchant),
    fact(
      say('to'),
      recipientName === undefined ? city : `${recipientName}, ${city}`,
      'translate="no"',
    ),
  ];
  const contact =
    email === undefined ? '' : `\n<p>${link(`mailto:${email}`, say('contact', { merchant }))}</p>`;
  const local = element('p', say('localTimes', { city }), 'class="quiet"');
  return section(
    say('about'),
    `<dl class="facts">\n${facts.join('\n')}\n</dl>\n${local}${contact}`,
  );
}

export interface OrderPageOptions extends SitePage {
  readonly now: EpochMillis;
  /** Signs a short-lived link. */
  readonly linkOf: (path: string) => string | undefined;
  /** A `data:` address. */
  readonly logo?: string;
}

function changePart({ firstWindow, reason }: TrackingContent, { say, times }: PageVoice): string {
  if (!firstWindow && reason === undefined) return '';
  const was = firstWindow && say('changed', { when: windowText(firstWindow, times, say) });
  const lines = [was, reason && say('reason', { reason })].flatMap((line) => line || []);
  return `<div class="change">${lines.map((line) => element('p', line)).join('')}</div>`;
}

function labelPart({ labelIsSuperseded, merchant }: TrackingContent, { say }: PageVoice): string {
  if (!labelIsSuperseded) return '';
  const title = element('p', say('labelTitle'), 'class="name"');
  return `<div class="notice" role="note">\n${title}\n${element('p', say('label', { merchant }))}\n</div>`;
}

function heroPart(content: TrackingContent, voice: PageVoice, now: EpochMillis): string {
  const { status, merchant, recipientName, city, window } = content;
  const { say, times } = voice;
  const { headline, detail } = statusWords[status];
  const when = whenText(content, { times, now }, say);
  const isLate = window !== undefined && window.end < now;
  const isTrouble = status === 'onHold' || isException(status);
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

export function orderPage(content: TrackingContent, options: OrderPageOptions): string {
  const { locale, sitePath, query, now, linkOf, logo } = options;
  const { merchant, status, timeZone, isFinal } = content;
  const say = sayIn(locale);
  const voice: PageVoice = { say, times: trackingTimes(locale, timeZone, now) };
  const headline = say(statusWords[status].headline, { merchant });
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
