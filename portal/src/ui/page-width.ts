/**
 * How wide a page is at most, one width a kind of page: `form` for one form, `sections` for sections and
 * small tables, `overview` for tiles and forms in columns. Lists take the whole window.
 */
export const pageWidth = { form: '45rem', sections: '67.5rem', overview: '75rem' } as const;
