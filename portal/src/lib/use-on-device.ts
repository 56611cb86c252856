import { useLocalStorage, type UseStorageOptions } from '@mantine/hooks';

/** Saved on the device, for all its tabs. */
export const useOnDevice = <Value>(
  key: string,
  defaultValue: Value,
  format: Pick<UseStorageOptions<Value>, 'serialize' | 'deserialize'> = {},
) => useLocalStorage({ key, defaultValue, getInitialValueInEffect: false, ...format });

/** Shared by the list, an order and its tracking (spec 1 §2). */
export const useShowPhotos = () => useOnDevice('showPhotos', false);
