import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fillText, Locale, REGIONAL_LOCALE, type Translated } from '@portage/contract/locale';
import { ShopDomain } from '@portage/contract/shop/shop';
import type { CarrierRate } from '@portage/contract/shop/shop-callbacks';
import { ApiError } from '../../../server/src/api-error.ts';
import { developmentPage } from '../../../server/src/http/development-page.ts';
import { escapeHtml } from '../../../server/src/http/escape-html.ts';
import { sendPage } from '../../../server/src/http/html-page.ts';
import { pathOf } from '../../../server/src/http/path-of.ts';
import { preferredLocale } from '../../../server/src/http/preferred-locale.ts';
import type { Send } from '../../../server/src/shop/shop-platform.ts';
import type { DevelopmentShop } from './development-shop.ts';
import {
  type DevOrder,
  type DevShop,
  FAILURES,
  fulfillmentStatusOf,
  PLANS,
  PROTECTED_DATA,
  SCOPES,
  TOKENS,
} from './shop-state.ts';
import {
  type Basket,
  checkoutRates,
  placeDevOrder,
  staffActions,
  uninstallApp,
} from './storefront.ts';

const WORDS = {
  title: { en: 'Development shop', fr: 'Boutique de développement' },
  notice: {
    en: 'This is not a real shop. It emulates the online shop platform, in memory, to try Portage without one.',
    fr: 'Ce n’est pas une vraie boutique. Elle émule la plateforme de boutiques, en mémoire, pour essayer Portage sans elle.',
  },
  shops: { en: 'Shops', fr: 'Boutiques' },
  installed: { en: 'Portage is installed', fr: 'Portage est installé' },
  notInstalled: { en: 'Portage is not installed', fr: 'Portage n’est pas installé' },
  install: { en: 'Install Portage', fr: 'Installer Portage' },
  open: { en: 'Open Portage', fr: 'Ouvrir Portage' },
  uninstall: { en: 'Uninstall Portage', fr: 'Désinstaller Portage' },
  agreeTitle: { en: 'Install Portage in {shop}?', fr: 'Installer Portage dans {shop}?' },
  agreeText: {
    en: 'Portage will read orders and locations, fulfill orders and offer rates at checkout.',
    fr: 'Portage pourra lire les commandes et les emplacements, traiter les commandes et offrir des tarifs au paiement.',
  },
  orders: { en: 'Orders, as the shop sees them', fr: 'Commandes, vues par la boutique' },
  noOrders: { en: 'No orders yet.', fr: 'Aucune commande pour l’instant.' },
  order: { en: 'Order', fr: 'Commande' },
  buyer: { en: 'Buyer', fr: 'Acheteur' },
  shipping: { en: 'Shipping', fr: 'Livraison' },
  status: { en: 'Status', fr: 'État' },
  tracking: { en: 'Tracking', fr: 'Suivi' },
  tags: { en: 'Tags', fr: 'Balises' },
  actions: { en: 'Actions', fr: 'Actions' },
  cancelled: { en: 'Cancelled', fr: 'Annulée' },
  FULFILLED: { en: 'Fulfilled', fr: 'Traitée' },
  PARTIALLY_FULFILLED: { en: 'Partially fulfilled', fr: 'Traitée en partie' },
  UNFULFILLED: { en: 'Unfulfilled', fr: 'Non traitée' },
  ON_HOLD: { en: 'On hold', fr: 'En attente' },
  SCHEDULED: { en: 'Scheduled', fr: 'Planifiée' },
  fulfill: { en: 'Fulfill in the shop', fr: 'Traiter dans la boutique' },
  fulfillInPortage: { en: 'Fulfill with Portage', fr: 'Traiter avec Portage' },
  cancel: { en: 'Cancel', fr: 'Annuler' },
  hold: { en: 'Hold', fr: 'Mettre en attente' },
  schedule: { en: 'Schedule', fr: 'Planifier' },
  release: { en: 'Release', fr: 'Débloquer' },
  refund: { en: 'Refund one', fr: 'Rembourser un article' },
  split: { en: 'Split', fr: 'Diviser' },
  move: { en: 'Move', fr: 'Déplacer' },
  edit: { en: 'Edit address', fr: 'Modifier l’adresse' },
  tag: { en: 'Tag “gift”', fr: 'Balise «\u00A0gift\u00A0»' },
  break: { en: 'Make unreadable', fr: 'Rendre illisible' },
  delete: { en: 'Delete', fr: 'Supprimer' },
  newOrder: { en: 'Place an order', fr: 'Passer une commande' },
  product: { en: 'Product', fr: 'Produit' },
  quantity: { en: 'Quantity', fr: 'Quantité' },
  name: { en: 'Name', fr: 'Nom' },
  street: { en: 'Street', fr: 'Rue' },
  city: { en: 'City', fr: 'Ville' },
  province: { en: 'Province', fr: 'Province' },
  zip: { en: 'Postal code', fr: 'Code postal' },
  country: { en: 'Country', fr: 'Pays' },
  phone: { en: 'Phone', fr: 'Téléphone' },
  email: { en: 'E-mail', fr: 'Courriel' },
  note: { en: 'Note', fr: 'Note' },
  showRates: { en: 'Show shipping rates', fr: 'Afficher les tarifs de livraison' },
  chooseRate: { en: 'Shipping method', fr: 'Mode de livraison' },
  ownMethod: { en: 'Economy, by the shop itself', fr: 'Économique, par la boutique elle-même' },
  buy: { en: 'Buy', fr: 'Acheter' },
  failure: { en: 'How the platform behaves', fr: 'Comportement de la plateforme' },
  failing: {
    en: 'It behaves this way for every request from Portage until you choose “Works” again.',
    fr: 'Elle se comporte ainsi à chaque demande de Portage, jusqu’à ce que vous choisissiez de nouveau «\u00A0Fonctionne\u00A0».',
  },
  apply: { en: 'Apply', fr: 'Appliquer' },
  save: { en: 'Save', fr: 'Enregistrer' },
  rules: { en: 'What the platform allows', fr: 'Ce que la plateforme permet' },
  plan: { en: 'Plan', fr: 'Forfait' },
  protectedData: { en: 'Protected customer data', fr: 'Données protégées des clients' },
  tokens: { en: 'Access tokens', fr: 'Jetons d’accès' },
  scopes: { en: 'Granted access scopes', fr: 'Autorisations accordées' },
} as const satisfies Readonly<Record<string, Translated>>;

/** Switches of a shop, with the texts of their values. */
const RULE_WORDS = {
  failure: {
    none: { en: 'Works', fr: 'Fonctionne' },
    unreachable: { en: 'Does not answer', fr: 'Ne répond pas' },
    slow: { en: 'Is 10 seconds slow', fr: 'Met 10 secondes à répondre' },
    throttled: { en: 'Answers 429', fr: 'Répond 429' },
    retry_after: { en: 'Answers 429 with Retry-After', fr: 'Répond 429 avec Retry-After' },
    error_500: { en: 'Answers 500', fr: 'Répond 500' },
    internal_error: { en: 'Answers 200 with an error', fr: 'Répond 200 avec une erreur' },
    html: { en: 'Answers with a web page', fr: 'Répond une page Web' },
    malformed: { en: 'Answers broken JSON', fr: 'Répond un JSON non valide' },
    lost_answer: {
      en: 'Does the work, then loses the answer',
      fr: 'Fait le travail, puis perd la réponse',
    },
    forbidden: { en: 'Answers 403', fr: 'Répond 403' },
    frozen: { en: 'Has frozen the shop (402)', fr: 'A bloqué la boutique (402)' },
    locked: { en: 'Has locked the shop (423)', fr: 'A verrouillé la boutique (423)' },
    token_revoked: { en: 'Has revoked the token', fr: 'A révoqué le jeton' },
  },
  plan: {
    development: { en: 'Development store', fr: 'Boutique de développement' },
    basic: { en: 'Basic (no carrier services)', fr: 'Basique (sans tarifs de transporteur)' },
    grow: { en: 'Grow (no carrier services)', fr: 'Croissance (sans tarifs de transporteur)' },
    advanced: { en: 'Advanced', fr: 'Avancé' },
    plus: { en: 'Plus', fr: 'Plus' },
  },
  protectedData: {
    all: { en: 'Approved', fr: 'Approuvées' },
    without_contact: {
      en: 'Approved without names, addresses, phones and e-mails',
      fr: 'Approuvées sans noms, adresses, téléphones ni courriels',
    },
    none: { en: 'Not approved', fr: 'Non approuvées' },
  },
  tokens: {
    any: { en: 'Any', fr: 'Tous' },
    expiring: { en: 'Only tokens that expire', fr: 'Seulement ceux qui expirent' },
  },
} as const satisfies {
  [Rule in 'failure' | 'plan' | 'protectedData' | 'tokens']: Record<DevShop[Rule], Translated>;
};

const Rules = z.object({
  plan: z.enum(PLANS),
  protectedData: z.enum(PROTECTED_DATA),
  tokens: z.enum(TOKENS),
});

const STYLE = `
body { max-width: 72rem; }
h1 { font-size: clamp(1.125rem, 4.5vw, 1.5rem); } h2 { margin-top: 2rem; }
.scroll { overflow-x: auto; }
th, td { overflow-wrap: normal; }
label, fieldset { display: block; margin-block: .5rem; }
fieldset { border: 1px solid light-dark(#d9dcdc, #3f4549); border-radius: 8px; }
input:not([type='radio'], [type='checkbox']), select { display: block; width: 100%; max-width: 24rem; box-sizing: border-box; padding: .5rem; font: inherit; color: inherit; background: transparent; border: 1px solid light-dark(#767d7d, #8b9296); border-radius: 6px; }
button, .button { display: inline-block; padding: .5rem .9rem; font: inherit; font-weight: 600; text-decoration: none; color: #fff; background: #14664b; border: 1px solid #14664b; border-radius: 6px; cursor: pointer; }
.plain, td button { color: inherit; background: transparent; border-color: light-dark(#767d7d, #8b9296); }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-block: 1rem; }
.row label { margin: 0; flex: 0 1 24rem; }
.state { padding: .1rem .6rem; border: 1px solid; border-radius: 1rem; font-size: .875rem; }
td form, td a { display: inline-block; margin: 0 .5rem .25rem 0; }
tr:target { background: light-dark(#e6f4ec, #1d2d26); }
td:last-child { min-width: 22rem; }
td button { padding: .2rem .6rem; font-weight: 400; }
@media (max-width: 48rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr, td { display: block; }
  tr { padding-block: .5rem; border-bottom: 1px solid light-dark(#d9dcdc, #3f4549); }
  td { padding: .1rem 0; border: 0; }
  td:empty { display: none; }
  td:not(:first-child, :last-child)::before { content: attr(data-name) ' '; color: light-dark(#4e5557, #b9bec1); }
  td:first-child { font-weight: 600; }
  td:last-child { min-width: 0; }
  td form, td a { margin-block: .25rem; }
  td:last-child a, .button, button { box-sizing: border-box; min-height: 44px; align-content: center; }
}
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 0 1rem; }`;

interface DevPage {
  locale: Locale;
  /** The path of its pages, such as `/dev/shop`. */
  base: string;
}

const word = (locale: Locale, key: keyof typeof WORDS) => escapeHtml(WORDS[key][locale]);

function page({ locale, base }: DevPage, heading: string, content: string): string {
  const title = word(locale, 'title');
  const frame = `<p><a href="${base}">${title}</a></p>
<p role="note">${word(locale, 'notice')}</p>
<h1>${heading}</h1>
${content}`;
  return developmentPage(locale, { title: `${heading} – ${title}`, style: STYLE, content: frame });
}

const postButton = (action: string, label: string, look = '') =>
  `<form role="none" method="post" action="${escapeHtml(action)}"><button${look && ` class="${look}"`}>${label}</button></form>`;

function shopsPage(at: DevPage, shops: readonly DevShop[]): string {
  const items = shops.map(({ domain, isInstalled }) => {
    const state = word(at.locale, isInstalled ? 'installed' : 'notInstalled');
    return `<li><a href="${at.base}/${domain}">${domain}</a>: ${state}</li>`;
  });
  return page(at, word(at.locale, 'shops'), `<ul>${items.join('')}</ul>`);
}

/** The platform's page that asks to install the app. */
function agreePage(at: DevPage, shop: string, query: Readonly<Record<string, string>>): string {
  const heading = escapeHtml(fillText(WORDS.agreeTitle[at.locale], { shop }));
  const action = `${at.base}/${shop}/admin/oauth/authorize?${new URLSearchParams(query).toString()}`;
  const text = `<p>${word(at.locale, 'agreeText')}</p>`;
  return page(at, heading, text + postButton(action, word(at.locale, 'install')));
}

const COLUMNS = [
  'order',
  'buyer',
  'shipping',
  'status',
  'tracking',
  'tags',
  'actions',
] as const satisfies (keyof typeof WORDS)[];

type StaffAction = keyof typeof staffActions;

const STAFF_BUTTONS = Object.keys(staffActions) as StaffAction[];

function orderRow({ locale, base }: DevPage, domain: string, order: DevOrder): string {
  const path = `${base}/${domain}/orders/${order.id}`;
  const status = order.cancelledAt === null ? fulfillmentStatusOf(order) : 'cancelled';
  const isOpen = status !== 'cancelled' && status !== 'FULFILLED';
  const tracking = order.fulfillments.flatMap(({ tracking: { number, url }, events = [] }) => {
    if (number === null) return [];
    const told = events.map(({ status: event }) => `<br><code>${event}</code>`).join('');
    return `<a href="${escapeHtml(url ?? '')}">${escapeHtml(number)}</a>${told}`;
  });
  const portage = `/platform/fulfill?${new URLSearchParams({ shop: domain, id: order.id }).toString()}`;
  const staff = (names: readonly StaffAction[]) =>
    names.map((name) => postButton(`${path}/${name}`, word(locale, name))).join('');
  const actions = isOpen
    ? `<a href="${escapeHtml(portage)}">${word(locale, 'fulfillInPortage')}</a>
${staff(STAFF_BUTTONS)}`
    : staff(status === 'FULFILLED' ? ['refund', 'tag', 'delete'] : ['delete']);
  const cells = {
    order: escapeHtml(order.name),
    buyer: escapeHtml(order.shippingAddress?.name ?? ''),
    shipping: escapeHtml(order.shippingLine?.title ?? ''),
    status: word(locale, status),
    tracking: tracking.join('<br>'),
    tags: escapeHtml(order.tags.join(', ')),
    actions,
  };
  const row = COLUMNS.map(
    (key) => `<td role="cell" data-name="${word(locale, key)}">${cells[key]}</td>`,
  );
  return `<tr role="row" id="${order.id}">${row.join('')}</tr>`;
}

function shopPage(at: DevPage, shop: DevShop): string {
  const { locale, base } = at;
  const path = `${base}/${shop.domain}`;
  const { isInstalled } = shop;
  const open = `<a class="button${isInstalled ? ' plain' : ''}" href="${path}/install">${word(locale, isInstalled ? 'open' : 'install')}</a>`;
  const order = `<a class="button${isInstalled ? '' : ' plain'}" href="${path}/checkout">${word(locale, 'newOrder')}</a>`;
  const uninstall = postButton(`${path}/uninstall`, word(locale, 'uninstall'), 'plain');
  const rows = [...shop.orders.values()].reverse().map((order) => orderRow(at, shop.domain, order));
  const head = COLUMNS.map(
    (key) => `<th role="columnheader" scope="col">${word(locale, key)}</th>`,
  ).join('');
  const table =
    rows.length === 0
      ? `<p>${word(locale, 'noOrders')}</p>`
      : `<div class="scroll" tabindex="0" role="region" aria-label="${word(locale, 'orders')}"><table role="table"><thead><tr role="row">${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return page(
    at,
    shop.domain,
    `<p><span class="state">${word(locale, isInstalled ? 'installed' : 'notInstalled')}</span></p>
<div class="row">${isInstalled ? order + open + uninstall : open + order}</div>
<form class="row" method="post" action="${path}/failure" aria-label="${word(locale, 'failure')}">${choiceOf(locale, shop, 'failure')}<button class="plain">${word(locale, 'apply')}</button></form>
${shop.failure === 'none' ? '' : `<p role="status">${word(locale, 'failing')}</p>`}
<h2>${word(locale, 'orders')}</h2>
${table}
${rulesForm(at, shop)}`,
  );
}

function choiceOf(locale: Locale, shop: DevShop, rule: keyof typeof RULE_WORDS): string {
  const options = Object.entries<Translated>(RULE_WORDS[rule]).map(
    ([value, words]) =>
      `<option value="${value}"${shop[rule] === value ? ' selected' : ''}>${escapeHtml(words[locale])}</option>`,
  );
  return `<label>${word(locale, rule)}<select name="${rule}">${options.join('')}</select></label>`;
}

/** Switches of the platform's permissions. */
function rulesForm({ locale, base }: DevPage, shop: DevShop): string {
  const selects = Rules.keyof().options.map((rule) => choiceOf(locale, shop, rule));
  const scopes = SCOPES.map((scope) => {
    const checked = shop.withheldScopes.has(scope) ? '' : ' checked';
    return `<label><input type="checkbox" name="${scope}" value="on"${checked}> ${scope}</label>`;
  });
  return `<h2>${word(locale, 'rules')}</h2>
<form method="post" action="${base}/${shop.domain}/rules" aria-label="${word(locale, 'rules')}"><div class="grid">${selects.join('')}</div>
<fieldset><legend>${word(locale, 'scopes')}</legend>${scopes.join('')}</fieldset>
<button class="plain">${word(locale, 'save')}</button></form>`;
}

const FIELDS = [
  'name',
  'street',
  'city',
  'province',
  'zip',
  'country',
  'phone',
  'email',
  'note',
] as const;

/** The checkout: basket, address and rates. */
function checkoutPage(
  at: DevPage,
  shop: DevShop,
  {
    typed,
    rates,
  }: { typed: Readonly<Record<string, string>>; rates?: readonly CarrierRate[] | undefined },
): string {
  const { locale, base } = at;
  const path = `${base}/${shop.domain}/checkout`;
  const products = shop.products.map(({ id, title, variantTitle }) => {
    const selected = typed['product'] === id ? ' selected' : '';
    return `<option value="${id}"${selected}>${escapeHtml([title, variantTitle].filter(Boolean).join(', '))}</option>`;
  });
  const inputs = FIELDS.map((field) => {
    const value = escapeHtml(typed[field] ?? '');
    return `<label>${word(locale, field)}<input name="${field}" value="${value}"></label>`;
  });
  const form = `<form method="get" action="${path}">
<div class="grid"><label>${word(locale, 'product')}<select name="product">${products.join('')}</select></label>
<label>${word(locale, 'quantity')}<input name="quantity" type="number" min="1" max="99" value="${escapeHtml(typed['quantity'] ?? '1')}"></label>
${inputs.join('')}</div>
<button>${word(locale, 'showRates')}</button></form>`;
  return page(at, word(locale, 'newOrder'), form + (rates ? rateForm(at, path, typed, rates) : ''));
}

function rateForm(
  { locale }: DevPage,
  path: string,
  typed: Readonly<Record<string, string>>,
  rates: readonly CarrierRate[],
): string {
  const kept = Object.entries(typed).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const money = (rate: CarrierRate) =>
    (Number(rate.total_price) / 100).toLocaleString(REGIONAL_LOCALE[locale], {
      style: 'currency',
      currency: rate.currency,
    });
  const choices = rates.map(
    (rate, index) =>
      `<label><input type="radio" name="rate" value="${escapeHtml(rate.service_code)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(rate.service_name)}, ${escapeHtml(money(rate))}. ${escapeHtml(rate.description)}</label>`,
  );
  const own = `<label><input type="radio" name="rate" value=""${rates.length === 0 ? ' checked' : ''}> ${word(locale, 'ownMethod')}</label>`;
  return `<form method="post" action="${path}">${kept.join('')}
<fieldset><legend>${word(locale, 'chooseRate')}</legend>${choices.join('')}${own}</fieldset>
<button>${word(locale, 'buy')}</button></form>`;
}

/** Example buyer in Toronto, to be changed. */
export const USUAL_BUYER: Readonly<Record<string, string>> = {
  quantity: '1',
  name: 'Amélie Okafor',
  street: '25 Dundas St E',
  city: 'Toronto',
  province: 'ON',
  zip: 'M5B 1C6',
  country: 'CA',
  phone: '+14165550142',
  email: 'amelie@example.com',
};

const Texts = z.record(z.string(), z.string().max(2000));

const textsOf = (value: unknown) => Texts.safeParse(value ?? {}).data ?? {};

const localeOf = ({ query, headers }: FastifyRequest) =>
  Locale.safeParse(textsOf(query)['lang']).data ?? preferredLocale(headers['accept-language']);

export function basketOf(typed: Readonly<Record<string, string>>, locale: string): Basket {
  const said = (name: string) => typed[name]?.trim() || null;
  return {
    items: [{ productId: typed['product'] ?? '', quantity: Number(typed['quantity'] ?? 1) || 1 }],
    address: {
      name: said('name'),
      company: null,
      address1: said('street'),
      address2: null,
      city: said('city'),
      provinceCode: said('province'),
      zip: said('zip'),
      countryCodeV2: said('country'),
      phone: said('phone'),
    },
    email: said('email'),
    note: said('note'),
    locale,
  };
}

/** Adds the pages. They need no sign-in: every client that reaches the server may use them. */
export async function developmentShopPages(
  app: FastifyInstance,
  { world, deliver, portalUrl }: { world: DevelopmentShop; deliver: Send; portalUrl: string },
): Promise<void> {
  const base = app.prefix;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    },
  );
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      // No form-action: browsers also apply it to redirects after a form.
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    });
  });

  const pageAt = (request: FastifyRequest) => ({ locale: localeOf(request), base });

  /** Returns the shop of a path. Throws `not_found` for an unknown name. */
  function shopOf({ params, url }: FastifyRequest): DevShop {
    const domain = ShopDomain.safeParse(textsOf(params)['shop']);
    if (!domain.success) throw new ApiError('not_found', { path: pathOf(url) });
    return world.shop(domain.data);
  }

  app.get('/', (request, reply) => sendPage(reply, shopsPage(pageAt(request), world.shops())));
  app.get('/:shop', (request, reply) =>
    sendPage(reply, shopPage(pageAt(request), shopOf(request))),
  );
  app.get('/:shop/install', (request, reply) => {
    const query = new URLSearchParams(world.installQuery(shopOf(request).domain));
    return reply.redirect(`${portalUrl}/platform/authorize?${query.toString()}`);
  });

  app.get('/:shop/admin/oauth/authorize', (request, reply) => {
    const page = agreePage(pageAt(request), shopOf(request).domain, textsOf(request.query));
    return sendPage(reply, page);
  });
  app.post('/:shop/admin/oauth/authorize', (request, reply) => {
    const { redirect_uri: target = '', state = '', scope } = textsOf(request.query);
    const query = new URLSearchParams(world.agree(shopOf(request).domain, state, scope));
    // The emulator's addresses of the app are those of this server.
    if (!target.startsWith(`${portalUrl}/`)) throw new ApiError('not_found', { path: target });
    return reply.redirect(`${target}?${query.toString()}`, 303);
  });

  app.get('/:shop/checkout', async (request, reply) => {
    const shop = shopOf(request);
    const { lang: _lang, ...typed } = textsOf(request.query);
    const page = pageAt(request);
    if (Object.keys(typed).length === 0) {
      return sendPage(reply, checkoutPage(page, shop, { typed: USUAL_BUYER }));
    }
    const basket = basketOf(typed, page.locale);
    const rates = await checkoutRates(world, deliver, shop.domain, basket);
    return sendPage(reply, checkoutPage(page, shop, { typed, rates }));
  });
  app.post('/:shop/checkout', async (request, reply) => {
    const { domain } = shopOf(request);
    const typed = textsOf(request.body);
    const basket = basketOf(typed, localeOf(request));
    const rates = typed['rate'] ? await checkoutRates(world, deliver, domain, basket) : [];
    const rate = rates.find(({ service_code: code }) => code === typed['rate']);
    await placeDevOrder(world, domain, basket, rate);
    return reply.redirect(`${base}/${domain}`, 303);
  });

  app.post('/:shop/failure', (request, reply) => {
    const shop = shopOf(request);
    shop.failure = z.enum(FAILURES).parse(textsOf(request.body)['failure']);
    return reply.redirect(`${base}/${shop.domain}`, 303);
  });
  app.post('/:shop/uninstall', async (request, reply) => {
    const { domain } = shopOf(request);
    await uninstallApp(world, domain);
    return reply.redirect(`${base}/${domain}`, 303);
  });
  app.post('/:shop/rules', (request, reply) => {
    const shop = shopOf(request);
    const typed = textsOf(request.body);
    Object.assign(shop, Rules.parse(typed));
    shop.withheldScopes = new Set(SCOPES.filter((scope) => typed[scope] !== 'on'));
    return reply.redirect(`${base}/${shop.domain}`, 303);
  });
  for (const [name, action] of Object.entries(staffActions)) {
    app.post(`/:shop/orders/:id/${name}`, async (request, reply) => {
      const shop = shopOf(request);
      const order = shop.orders.get(textsOf(request.params)['id'] ?? '');
      if (!order) throw new ApiError('not_found', { path: pathOf(request.url) });
      await action(world, shop.domain, order);
      return reply.redirect(`${base}/${shop.domain}`, 303);
    });
  }
}
