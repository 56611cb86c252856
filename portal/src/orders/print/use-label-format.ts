import { useLocalStorage } from '@mantine/hooks';
import { LabelFormat } from '@portage/contract/labels';

/** The format that labels were printed in last, and how to choose another; the device keeps it. */
export function useLabelFormat() {
  return useLocalStorage<LabelFormat>({
    key: 'labelFormat',
    defaultValue: 'zpl',
    getInitialValueInEffect: false,
    deserialize: (stored) => LabelFormat.catch('zpl').parse(stored),
    serialize: (chosen) => chosen,
  });
}
