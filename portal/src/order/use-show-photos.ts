import { useOnDevice } from '../lib/store.ts';

/** Spec 1 §2. */
export const useShowPhotos = () => useOnDevice('showPhotos', false);
