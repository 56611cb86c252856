/** Fetches what the controls of the list open: its rows show without. */
export const loadListTools = () => import('./list-tools.ts');
