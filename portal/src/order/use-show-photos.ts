import { useLocalStorage } from '@mantine/hooks';

/** Whether photos of deliveries show (spec 1 §2); the device keeps it. */
export function useShowPhotos() {
  return useLocalStorage<boolean>({
    key: 'showPhotos',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored === 'true',
    serialize: String,
  });
}
