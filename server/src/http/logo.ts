/** The mark of the product, as portal/public/favicon.svg has it, for pages rendered by the server. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#14664b"/><g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M12 19.5V7.5h5.2a4 4 0 0 1 0 8H12" stroke="#fff" stroke-width="3.2"/><path d="M6.5 22.5c5 3.4 14 3.4 19 0" stroke="#8fe0bd" stroke-width="2.8"/></g></svg>';
