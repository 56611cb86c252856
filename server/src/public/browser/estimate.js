/*
 * The price estimator: keeps the slider and the number field in step and copies the prices of the
 * matching row of the table into the cards. Does nothing on the other public pages.
 */
(() => {
  const form = document.querySelector('.estimate');
  const slider = document.querySelector('#slider');
  const field = document.querySelector('#volume');
  if (
    !(form instanceof HTMLFormElement) ||
    !(slider instanceof HTMLInputElement) ||
    !(field instanceof HTMLInputElement)
  ) {
    return;
  }
  const { sliderText = '', summary = '', locale = 'en-CA', highVolumeAbove = '' } = form.dataset;
  const rows = [...document.querySelectorAll('#tiers tbody tr')];
  const most = Number(field.max);
  const SUMMARY_DELAY = 700;
  let summaryTimer = 0;

  /** @param {string} text @param {Record<string, string>} values */
  const fill = (text, values) =>
    text.replace(/\{(\w+)\}/g, (place, /** @type {string} */ name) => values[name] ?? place);

  /** The prices of a volume by service, as the table writes them. @param {number} volume */
  function pricesOf(volume) {
    const row = rows.filter((one) => Number(one.getAttribute('data-from')) <= volume).pop();
    const cells = [...(row?.querySelectorAll('[data-service]') ?? [])];
    return Object.fromEntries(
      cells.map((cell) => [cell.getAttribute('data-service') ?? '', cell.textContent]),
    );
  }

  /** @param {number} volume */
  function show(volume) {
    const prices = pricesOf(volume);
    for (const place of document.querySelectorAll('[data-price]')) {
      place.textContent = prices[place.getAttribute('data-price') ?? ''] ?? '';
    }
    const note = document.querySelector('#high-volume');
    note?.toggleAttribute('hidden', volume <= Number(highVolumeAbove));
    const shown = volume.toLocaleString(locale);
    slider?.setAttribute('aria-valuetext', fill(sliderText, { volume: shown }));
    clearTimeout(summaryTimer);
    summaryTimer = setTimeout(() => {
      const status = document.querySelector('#summary');
      if (status) status.textContent = fill(summary, { volume: shown, ...prices });
    }, SUMMARY_DELAY);
  }

  slider.addEventListener('input', () => {
    field.value = slider.value;
    show(Number(slider.value));
  });
  field.addEventListener('input', () => {
    if (!/^\d+$/.test(field.value)) return;
    const volume = Math.min(Number(field.value), most);
    slider.value = String(volume);
    show(volume);
  });
  // A number outside the range becomes the nearest one in it; anything else becomes the slider's.
  field.addEventListener('change', () => {
    const typed = Math.round(Number(field.value));
    const isNumber = field.value !== '' && Number.isFinite(typed);
    const volume = isNumber ? Math.min(Math.max(typed, 0), most) : Number(slider.value);
    field.value = String(volume);
    slider.value = String(volume);
    show(volume);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    field.dispatchEvent(new Event('change'));
  });
})();
