/** One form; sections and small tables. Lists take the whole window. */
export const pageWidth = { form: '45rem', sections: '67.5rem' } as const;
