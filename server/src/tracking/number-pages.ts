import { element, escapeHtml, link } from '../http/escape-html.ts';
import { waitInWords } from '../throttle/attempts.ts';
import { pageFrame, type SitePage } from './page-frame.ts';
import { sayIn } from './tracking-words.ts';

const BRAND = 'Portage';

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

export function numberPage(page: SitePage): string {
  const say = sayIn(page.locale);
  return plainPage(page, { title: say('trackTitle'), lead: say('trackLead') }, numberForm(page));
}

/** Equal for unknown and deleted orders. `isNumber` false means a typing error. */
export function notFoundPage(page: SitePage, typed: string, isNumber: boolean): string {
  const say = sayIn(page.locale);
  const lead = say(isNumber ? 'notFound' : 'notANumber');
  return plainPage(page, { title: say('notFoundTitle'), lead }, numberForm(page, typed));
}

/** `seconds` until the next try. */
export function waitPage(page: SitePage, seconds: number): string {
  const say = sayIn(page.locale);
  const lead = say('wait', { wait: waitInWords(seconds)[page.locale] });
  return plainPage(page, { title: say('waitTitle'), lead }, '');
}

export function failurePage(page: SitePage): string {
  const say = sayIn(page.locale);
  return plainPage(page, { title: say('failureTitle'), lead: say('failure') }, '');
}
