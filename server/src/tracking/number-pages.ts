import { element, escapeHtml, link } from '../http/escape-html.ts';
import { waitInWords } from '../throttle/too-many-attempts.ts';
import { pageFrame, type SitePage } from './page-frame.ts';
import { sayIn } from './tracking-words.ts';

const BRAND = 'Portage';

/** Where a number is typed; what was typed before stands in it. */
function numberForm({ locale, sitePath }: SitePage, typed = ''): string {
  const say = sayIn(locale);
  return `<form action="${sitePath}" method="get" role="search">
<input type="hidden" name="lang" value="${locale}">
<label for="number">${escapeHtml(say('numberLabel'))}</label>
<div class="entry">
<input id="number" name="number" value="${escapeHtml(typed)}" required maxlength="60" aria-describedby="hint" autocomplete="off" autocapitalize="characters" spellcheck="false">
${element('button', say('track'), 'type="submit"')}
</div>
${element('p', say('numberHint'), 'id="hint" class="quiet"')}
</form>`;
}

/** A page with a headline, what explains it, and what to do. */
function plainPage(page: SitePage, words: { title: string; lead: string }, form: string): string {
  const { title, lead } = words;
  const hero = `<div class="hero">\n${element('h1', title)}\n${element('p', lead)}\n${form}\n</div>`;
  const again = link(`${page.sitePath}?lang=${page.locale}`, sayIn(page.locale)('another'));
  return pageFrame({
    ...page,
    title: `${title} – ${BRAND}`,
    brand: BRAND,
    main: hero,
    foot: form ? '' : `<p>${again}</p>`,
    isLive: false,
  });
}

/** Where a number is asked for. */
export function numberPage(page: SitePage): string {
  const say = sayIn(page.locale);
  return plainPage(page, { title: say('trackTitle'), lead: say('trackLead') }, numberForm(page));
}

/**
 * That there is no such delivery, the same for one that never was and one that was deleted. A text
 * that is no number of ours (`isNumber` false) has a slip in it, and is told so.
 */
export function notFoundPage(page: SitePage, typed: string, isNumber: boolean): string {
  const say = sayIn(page.locale);
  const lead = say(isNumber ? 'notFound' : 'notANumber');
  return plainPage(page, { title: say('notFoundTitle'), lead }, numberForm(page, typed));
}

/** That too many numbers were asked for that nobody has, and when to come again, in seconds. */
export function waitPage(page: SitePage, seconds: number): string {
  const say = sayIn(page.locale);
  const lead = say('wait', { wait: waitInWords(seconds)[page.locale] });
  return plainPage(page, { title: say('waitTitle'), lead }, '');
}

/** That the fault is ours. */
export function failurePage(page: SitePage): string {
  const say = sayIn(page.locale);
  return plainPage(page, { title: say('failureTitle'), lead: say('failure') }, '');
}
