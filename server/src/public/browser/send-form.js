/*
 * The forms in dialogs: opens and closes them, sends them to the API as JSON, and shows what the server
 * says below each field. What was typed stays until it was sent.
 */
(() => {
  /** Milliseconds before a form is sent: the server takes faster ones for programs. */
  const SHORTEST_FILLING = 3_200;

  /** @typedef {{ detail?: string, code?: string, errors?: { path: string, message: string }[] }} Problem */
  /** @param {number} milliseconds */
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** @param {HTMLFormElement} form */
  const fieldsOf = (form) =>
    [...form.elements].filter(
      (one) =>
        one instanceof HTMLInputElement ||
        one instanceof HTMLTextAreaElement ||
        one instanceof HTMLSelectElement,
    );

  /** The body of the call: fields by their paths, without the empty ones. @param {HTMLFormElement} form */
  function bodyOf(form) {
    /** @type {Record<string, unknown>} */
    const body = {};
    for (const field of fieldsOf(form)) {
      if (field.value.trim() === '') continue;
      const value = field.type === 'number' ? Number(field.value) : field.value;
      const [first = '', second] = field.name.split('.');
      if (second === undefined) body[first] = value;
      else body[first] = { ...Object(body[first]), [second]: value };
    }
    return body;
  }

  /** Shows the errors, by path, and focuses the first. @param {HTMLFormElement} form @param {Map<string, string>} errors */
  function showErrors(form, errors) {
    const invalid = fieldsOf(form).filter((field) => {
      const message = errors.get(field.name);
      const place = document.getElementById(`${field.id}-error`);
      if (place) {
        place.textContent = message ?? '';
        place.hidden = message === undefined;
      }
      field.setAttribute('aria-invalid', String(message !== undefined));
      return message !== undefined;
    });
    invalid[0]?.focus();
  }

  /** @param {HTMLFormElement} form @param {string} text */
  function showGeneralError(form, text) {
    const place = form.querySelector('.general');
    if (!(place instanceof HTMLElement)) return;
    place.textContent = text;
    place.hidden = text === '';
  }

  /** Opens the form on the server, which gives a token for sending it. @param {HTMLFormElement} form */
  async function openToken(form) {
    const { tokenFrom = '' } = form.dataset;
    if (tokenFrom === '') return undefined;
    const response = await fetch(tokenFrom);
    const opened = /** @type {{ formToken: string }} */ (await response.json());
    return { ...opened, openedAt: Date.now() };
  }

  /** @type {WeakMap<HTMLFormElement, ReturnType<typeof openToken>>} */
  const tokens = new WeakMap();

  /** @param {HTMLFormElement} form @returns {Promise<Problem | undefined>} undefined once it was taken */
  async function send(form) {
    const token = await tokens.get(form);
    if (token) await pause(Math.max(0, token.openedAt + SHORTEST_FILLING - Date.now()));
    const response = await fetch(form.dataset['action'] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', locale: form.dataset['locale'] ?? 'EN' },
      body: JSON.stringify({ ...bodyOf(form), ...(token && { formToken: token.formToken }) }),
    });
    return response.ok ? undefined : /** @type {Problem} */ (await response.json());
  }

  /** @param {HTMLFormElement} form @param {HTMLDialogElement} dialog */
  async function submit(form, dialog) {
    const { required = '', unreachable = '' } = form.dataset;
    showGeneralError(form, '');
    const missing = fieldsOf(form).filter((one) => one.required && one.value.trim() === '');
    showErrors(form, new Map(missing.map(({ name }) => [name, required])));
    if (missing.length > 0) return;
    const button = form.querySelector('[type=submit]');
    button?.setAttribute('disabled', '');
    try {
      let problem = await send(form);
      if (problem?.code === 'form_token_invalid') {
        tokens.set(form, openToken(form));
        problem = await send(form);
      }
      if (problem) {
        const errors = problem.errors ?? [];
        showErrors(form, new Map(errors.map(({ path, message }) => [path, message])));
        if (errors.length === 0) showGeneralError(form, problem.detail ?? unreachable);
      } else {
        form.reset();
        form.hidden = true;
        const done = dialog.querySelector('.done');
        if (done instanceof HTMLElement) {
          done.hidden = false;
          done.focus();
        }
      }
    } catch {
      tokens.set(form, openToken(form));
      showGeneralError(form, unreachable);
    }
    button?.removeAttribute('disabled');
  }

  /**
   * Keeps the province and the country of an address together: a province chooses its country, and
   * another country empties the province. @param {HTMLFormElement} form
   */
  function keepProvinceInCountry(form) {
    const country = form.elements.namedItem('location.country');
    const province = form.elements.namedItem('location.province');
    if (!(country instanceof HTMLSelectElement && province instanceof HTMLSelectElement)) return;
    const countryOfProvince = () => {
      const group = province.selectedOptions[0]?.closest('optgroup');
      return [...country.options].find((option) => option.text === group?.label)?.value;
    };
    province.addEventListener('change', () => {
      country.value = countryOfProvince() ?? country.value;
    });
    country.addEventListener('change', () => {
      if (countryOfProvince() !== country.value) province.value = '';
    });
  }

  for (const dialog of document.querySelectorAll('dialog')) {
    const form = dialog.querySelector('form');
    if (!form) continue;
    keepProvinceInCountry(form);
    for (const button of document.querySelectorAll(`[data-opens="${dialog.id}"]`)) {
      button.addEventListener('click', () => {
        const volume = document.querySelector('#volume');
        const field = form.elements.namedItem('weeklyPackages');
        if (volume instanceof HTMLInputElement && field instanceof HTMLInputElement) {
          field.value = volume.value;
        }
        form.hidden = false;
        const done = dialog.querySelector('.done');
        if (done instanceof HTMLElement) done.hidden = true;
        if (!tokens.has(form)) tokens.set(form, openToken(form));
        // A failure is shown when the form is sent.
        tokens.get(form)?.catch(() => undefined);
        dialog.showModal();
      });
    }
    for (const button of dialog.querySelectorAll('[data-closes]')) {
      button.addEventListener('click', () => dialog.close());
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void submit(form, dialog);
    });
  }
})();
