import { Button } from '@mantine/core';
import type { Address } from '@portage/contract/address';
import { merchantChangeEndpoints, NewLocation } from '@portage/contract/merchant-changes';
import { useTranslation } from 'react-i18next';
import { useStreetLine } from '../lib/AddressLines.tsx';
import { callApi } from '../lib/api.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';

const { addAdditionalLocations, removeAdditionalLocations } = merchantChangeEndpoints;

/** Deletes an additional location; the notification offers to undo it. */
export function DeleteLocation({ location }: { readonly location: Address }) {
  const { t } = useTranslation(['locations', 'errors']);
  const street = useStreetLine(location);
  const { mutate, isPending } = useProfileChange({
    send: (body: NewLocation) => callApi(removeAdditionalLocations, { body }),
    undo: (body: NewLocation) => callApi(addAdditionalLocations, { body }),
    done: () => t('errors:success.additionalLocationDeleted'),
    failed: t('errors:error.couldNotDeleteAdditionalLocation'),
  });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={isPending}
      aria-label={t('delete', { street })}
      onClick={() => mutate(NewLocation.parse(location))}
    >
      {t('actions')}
    </Button>
  );
}
