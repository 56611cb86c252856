import { Button, Group, PasswordInput, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldMessages } from '@portage/contract/field-messages';
import { LabelFileFormat } from '@portage/contract/shipstation';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { ApiError } from '../lib/api-error.ts';
import { useSaveShipstation } from './shipstation.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';

/** What the form starts with: PDF, and no packing slip (spec 2 §5). */
const DEFAULTS = { apiKey: '', labelFileFormat: 'PDF', includePackingSlip: 'no' };

/** Connects ShipStation. A failure leaves what was typed. */
export function ShipstationForm() {
  const { t } = useTranslation('integrations');
  const locale = useLocale();
  const form = useForm({
    initialValues: DEFAULTS,
    validate: {
      apiKey: (typed) => (typed.trim() === '' ? fieldMessages.required[locale] : null),
    },
  });
  const focusKey = () => form.getInputNode('apiKey')?.focus();
  const { mutate, isPending } = useSaveShipstation({
    onFailed: (cause) => {
      const isTaken =
        cause instanceof ApiError && cause.problem.code === 'shipstation_key_unavailable';
      if (isTaken) form.setFieldError('apiKey', cause.problem.detail);
      focusKey();
    },
  });
  const submit = form.onSubmit(
    ({ apiKey, labelFileFormat, includePackingSlip }) =>
      mutate({
        apiKey,
        labelFileFormat: LabelFileFormat.parse(labelFileFormat),
        includePackingSlip: includePackingSlip === 'yes',
      }),
    focusKey,
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('shipstation.formText')}
        </Text>
        <PasswordInput
          label={t('shipstation.apiKey')}
          description={t('shipstation.apiKeyHelp')}
          required
          maxLength={200}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('shipstation.showKey') }}
          {...form.getInputProps('apiKey')}
        />
        <Radio.Group
          label={t('shipstation.labelFileFormat')}
          required
          {...form.getInputProps('labelFileFormat')}
        >
          <Group gap="lg" mt={6}>
            {LabelFileFormat.options.map((format) => (
              <Radio key={format} value={format} label={t(`shipstation.format.${format}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group
          label={t('shipstation.includePackingSlip')}
          required
          {...form.getInputProps('includePackingSlip')}
        >
          <Group gap="lg" mt={6}>
            <Radio value="no" label={t('shipstation.no')} />
            <Radio value="yes" label={t('shipstation.yes')} />
          </Group>
        </Radio.Group>
        <Button type="submit" loading={isPending} ml="auto">
          {t('shipstation.connect')}
        </Button>
      </Stack>
    </form>
  );
}
