import { Checkbox, Radio, Stack } from '@mantine/core';
import {
  DeliveryService,
  deliveryServiceNames,
  needsSignature,
} from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import {
  deliveryServicesOffered,
  settledDeliveryService,
} from '../order/rate-choice/rate-calls.ts';
import { ChoiceCard } from '../ui/ChoiceCard.tsx';
import { type StepProps, useErrorText } from './use-order-form.ts';

/** Page 5: handover at the door (spec 2 §3). */
export function DeliveryServiceStep({ form }: StepProps) {
  const { t, locale } = useTranslation('newOrder');
  const errorText = useErrorText();
  const draft = form.values;
  const chosen = settledDeliveryService(draft);
  const isSignatureSure = needsSignature(chosen);
  return (
    <Stack gap="lg">
      <Radio.Group
        label={t('deliveryService.label')}
        inputWrapperOrder={['label', 'error', 'input']}
        required
        data-path="deliveryService"
        value={chosen}
        onChange={(value) => form.setFieldValue('deliveryService', DeliveryService.parse(value))}
        error={errorText(form.errors['deliveryService'], draft)}
      >
        <Stack gap="xs" my="xs">
          {deliveryServicesOffered(draft).map((value) => (
            <ChoiceCard
              key={value}
              value={value}
              title={deliveryServiceNames[value][locale]}
              text={t(`deliveryService.promise.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('deliveryService.signature')}
        description={t(
          isSignatureSure ? 'deliveryService.signatureSure' : 'deliveryService.signatureHelp',
        )}
        {...form.getInputProps('signatureRequired', { type: 'checkbox' })}
        checked={draft.signatureRequired || isSignatureSure}
        disabled={isSignatureSure}
      />
    </Stack>
  );
}
