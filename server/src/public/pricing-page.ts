import { fillText, type Locale, REGIONAL_LOCALE } from '@portage/contract/locale';
import {
  HIGH_VOLUME_ABOVE,
  tierOf,
  volumeServices,
  volumeTiers,
  WEEKLY_VOLUME_MAX,
  type VolumeTier,
} from '@portage/contract/volume-prices';
import { element, escapeHtml } from '../http/escape-html.ts';
import { dialogButton, formDialog } from './form-dialog.ts';
import { pricingWords, serviceWords } from './pricing-words.ts';
import { publicFrame, publicPaths, type PublicPage } from './public-frame.ts';
import { contactForm, signUpForm } from './sales-forms.ts';

/** The volume shown to a visitor who has not chosen one. */
const FIRST_VOLUME = 100;

/** The slider's step; the number field takes any whole number. */
const SLIDER_STEP = 50;

/** Reads the `volume` of the address: a whole number, kept within the range of the estimator. */
export function readVolume(typed: string | undefined): number {
  const isNumber = typed !== undefined && /^\d{1,9}$/.test(typed);
  return isNumber ? Math.min(Number(typed), WEEKLY_VOLUME_MAX) : FIRST_VOLUME;
}

/** A price per delivery in Canadian dollars, as the locale writes it. */
const money = (price: number, locale: Locale) =>
  price.toLocaleString(REGIONAL_LOCALE[locale], {
    style: 'currency',
    currency: 'CAD',
    currencyDisplay: 'narrowSymbol',
  });

const count = (volume: number, locale: Locale) => volume.toLocaleString(REGIONAL_LOCALE[locale]);

/** The slider and the number field. Without scripts the form asks for the page again. */
function volumeForm(volume: number, locale: Locale): string {
  const range = `min="0" max="${WEEKLY_VOLUME_MAX}"`;
  return `<form action="${publicPaths.pricing}" method="get" class="estimate" data-slider-text="${pricingWords.sliderText[locale]}" data-summary="${pricingWords.summary[locale]}" data-locale="${REGIONAL_LOCALE[locale]}" data-high-volume-above="${HIGH_VOLUME_ABOVE}">
<input type="hidden" name="lang" value="${locale}">
<label for="volume">${pricingWords.volume[locale]}</label>
<div class="volume">
<input id="slider" type="range" ${range} step="${SLIDER_STEP}" value="${volume}" aria-label="${pricingWords.slider[locale]}" aria-valuetext="${fillText(pricingWords.sliderText[locale], { volume: count(volume, locale) })}">
<input id="volume" name="volume" type="number" inputmode="numeric" ${range} step="1" value="${volume}">
</div>
<noscript>${element('button', pricingWords.show[locale], 'type="submit"')}</noscript>
</form>`;
}

/** What each service costs at a volume, and when it delivers. */
function priceCards({ prices }: VolumeTier, locale: Locale): string {
  const cards = volumeServices.map((service) => {
    const { name, note } = serviceWords[service];
    return `<li class="card">
${element('h2', name[locale])}
<p class="price"><strong data-price="${service}">${money(prices[service], locale)}</strong> ${escapeHtml(pricingWords.perDelivery[locale])}</p>
${element('p', note[locale])}
</li>`;
  });
  return `<ul class="cards">\n${cards.join('\n')}\n</ul>`;
}

/** Every tier. The script takes the prices of the cards from its rows. */
function tierTable(locale: Locale): string {
  const headings = volumeServices.map((service) =>
    element('th', serviceWords[service].name[locale], 'scope="col" class="number"'),
  );
  const rows = volumeTiers.map(({ from, prices }, index) => {
    const next = volumeTiers[index + 1];
    const range = next
      ? fillText(pricingWords.tierRange[locale], {
          from: count(from, locale),
          to: count(next.from - 1, locale),
        })
      : fillText(pricingWords.tierOpen[locale], { from: count(from, locale) });
    const cells = volumeServices.map((service) =>
      element('td', money(prices[service], locale), `class="number" data-service="${service}"`),
    );
    return `<tr data-from="${from}">${element('th', range, 'scope="row"')}${cells.join('')}</tr>`;
  });
  return `<section>
${element('h2', pricingWords.table[locale], 'id="tiers-title"')}
<div class="table" role="region" aria-labelledby="tiers-title" tabindex="0"><table id="tiers">
<thead><tr>${element('th', pricingWords.volume[locale], 'scope="col"')}${headings.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
</section>`;
}

/** The price estimator (spec 2 §2, /platform/pricing) at a weekly volume. */
export function pricingPage(page: PublicPage, volume: number): string {
  const { locale, apiUrl } = page;
  const highVolume = fillText(pricingWords.highVolume[locale], {
    limit: count(HIGH_VOLUME_ABOVE, locale),
  });
  const isHidden = volume > HIGH_VOLUME_ABOVE ? '' : ' hidden';
  return publicFrame({
    ...page,
    name: 'pricing',
    title: pricingWords.title[locale],
    description: pricingWords.description[locale],
    main: `${element('h1', pricingWords.title[locale])}
${element('p', pricingWords.lead[locale], 'class="lead"')}
${volumeForm(volume, locale)}
${priceCards(tierOf(volume), locale)}
<p id="summary" class="unseen" role="status"></p>
${element('p', highVolume, `id="high-volume" class="note"${isHidden}`)}
${element('p', pricingWords.estimate[locale], 'class="quiet"')}
<p class="actions">
${dialogButton(signUpForm, signUpForm.title[locale])}
${dialogButton(contactForm, contactForm.title[locale], 'class="quiet-button"')}
</p>
${tierTable(locale)}
${formDialog(signUpForm, locale, apiUrl)}
${formDialog(contactForm, locale, apiUrl)}`,
  });
}
