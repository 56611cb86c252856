import { useLocalStorage } from '@mantine/hooks';

/** Saved on the device (spec 1 §2). */
export function useShowPhotos() {
  return useLocalStorage<boolean>({
    key: 'showPhotos',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
}
