import type { Endpoint } from '@portage/contract/endpoint';
import type { Locale, Translated } from '@portage/contract/locale';
import { element, escapeHtml } from '../http/escape-html.ts';

/** An option of a `select`. */
interface Choice {
  readonly value: string;
  readonly text: Translated;
}

/** The name is its path in the body, such as `location.city`. */
export interface FormField {
  readonly name: string;
  readonly label: Translated;
  readonly type: 'text' | 'email' | 'tel' | 'number' | 'textarea' | 'select';
  readonly autocomplete: string;
  readonly isRequired: boolean;
  /** Of a text. */
  readonly maxLength: number;
  /** Choices of a `select`, in order. */
  readonly options?: readonly Choice[];
  /** Choices of a `select` that begins empty, under headings, sorted by text. */
  readonly groups?: readonly { readonly text: Translated; readonly options: readonly Choice[] }[];
}

/** Sent to an endpoint for `anyone`. */
export interface FormDialog {
  readonly id: string;
  readonly title: Translated;
  readonly lead: Translated;
  readonly fields: readonly FormField[];
  readonly submit: Translated;
  readonly done: Translated;
  readonly endpoint: Endpoint;
  /** Gives the `formToken`. */
  readonly openEndpoint?: Endpoint;
}

const words = {
  optional: { en: '(optional)', fr: '(facultatif)' },
  required: { en: 'Required', fr: 'Obligatoire' },
  close: { en: 'Close', fr: 'Fermer' },
  trap: { en: 'Leave this field empty', fr: 'Laissez ce champ vide' },
  unreachable: {
    en: 'Portage could not be reached. Check your connection and try again.',
    fr: 'Portage est injoignable. Vérifiez votre connexion et réessayez.',
  },
} as const satisfies Record<string, Translated>;

const option = ({ value, text }: Choice, locale: Locale) =>
  element('option', text[locale], `value="${value}"`);

function optionsOf({ options = [], groups = [] }: FormField, locale: Locale): string {
  const grouped = groups.map(({ text, options: members }) => {
    const sorted = members.toSorted((a, b) => a.text[locale].localeCompare(b.text[locale], locale));
    const within = sorted.map((one) => option(one, locale)).join('');
    return `<optgroup label="${escapeHtml(text[locale])}">${within}</optgroup>`;
  });
  const empty = groups.length > 0 ? ['<option value=""></option>'] : [];
  return [...empty, ...options.map((one) => option(one, locale)), ...grouped].join('');
}

function controlOf(field: FormField, id: string, locale: Locale): string {
  const { name, type, autocomplete, isRequired, maxLength } = field;
  const attributes = [
    `id="${id}"`,
    `name="${name}"`,
    `autocomplete="${autocomplete}"`,
    `aria-describedby="${id}-error"`,
    ...(isRequired ? ['required'] : []),
    ...(type === 'number' || type === 'select' ? [] : [`maxlength="${maxLength}"`]),
  ].join(' ');
  if (type === 'textarea') return `<textarea ${attributes} rows="4"></textarea>`;
  if (type === 'select') return `<select ${attributes}>${optionsOf(field, locale)}</select>`;
  const kind =
    type === 'number' ? 'type="number" inputmode="numeric" min="0" step="1"' : `type="${type}"`;
  return `<input ${attributes} ${kind}>`;
}

function fieldOf(field: FormField, dialog: FormDialog, locale: Locale): string {
  const id = `${dialog.id}-${field.name.replaceAll('.', '-')}`;
  const optional = field.isRequired
    ? ''
    : ` ${element('span', words.optional[locale], 'class="quiet"')}`;
  return `<div class="field${field.type === 'textarea' ? ' wide' : ''}">
<label for="${id}">${escapeHtml(field.label[locale])}${optional}</label>
${controlOf(field, id, locale)}
<p id="${id}-error" class="error" hidden></p>
</div>`;
}

export const dialogButton = ({ id }: FormDialog, text: string, attributes = ''): string =>
  element('button', text, `type="button" data-opens="${id}"${attributes && ` ${attributes}`}`);

/** A script sends it as JSON to `apiUrl`. Programs fill in the trap `website`. */
export function formDialog(dialog: FormDialog, locale: Locale, apiUrl: string): string {
  const { id, title, lead, fields, submit, done, endpoint, openEndpoint } = dialog;
  const data = {
    action: apiUrl + endpoint.path,
    'token-from': openEndpoint ? apiUrl + openEndpoint.path : '',
    locale: locale.toUpperCase(),
    required: words.required[locale],
    unreachable: words.unreachable[locale],
  };
  const attributes = Object.entries(data).map(
    ([name, value]) => `data-${name}="${escapeHtml(value)}"`,
  );
  return `<dialog id="${id}" aria-labelledby="${id}-title">
<div class="dialog-head">
${element('h2', title[locale], `id="${id}-title"`)}
<button type="button" class="close" data-closes aria-label="${words.close[locale]}">×</button>
</div>
<form class="send" novalidate ${attributes.join(' ')}>
${element('p', lead[locale], 'class="quiet wide"')}
${fields.map((field) => fieldOf(field, dialog, locale)).join('\n')}
<div class="trap" aria-hidden="true"><label for="${id}-website">${words.trap[locale]}</label>
<input id="${id}-website" name="website" tabindex="-1" autocomplete="off"></div>
<p class="error general wide" role="alert" hidden></p>
<div class="actions wide">${element('button', submit[locale], 'type="submit"')}</div>
</form>
<div class="done" role="status" tabindex="-1" hidden>
${element('p', done[locale])}
${element('button', words.close[locale], 'type="button" data-closes')}
</div>
</dialog>`;
}
