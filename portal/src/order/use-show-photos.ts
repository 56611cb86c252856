import { useLocalStorage } from '@mantine/hooks';

/** Shows photos of deliveries (spec 1 §2); the device keeps the choice. */
export function useShowPhotos() {
  return useLocalStorage<boolean>({
    key: 'showPhotos',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored === 'true',
    serialize: String,
  });
}
