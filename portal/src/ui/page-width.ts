/**
 * How wide a page is at most, one width a kind of page: `form` for one form, `sections` for sections and
 * small tables. Lists and the dashboard take the whole window.
 */
export const pageWidth = { form: '45rem', sections: '67.5rem' } as const;
