import { Paper, Button, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { orderTextNames, orderTexts } from '@portage/contract/orders/new-order';
import { formatPhone, toPhoneDigits } from '@portage/contract/phone';
import { deliveryServiceNames, needsSignature } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import { addressLine } from '../order/order-form/order-draft.ts';
import { payloadOf } from '../order/order-form/read-draft.ts';
import { keyed } from '../ui/keyed.ts';
import { usePackageText } from './PackagePresets.tsx';
import classes from './ReviewSection.module.css';
import { useChosenRate } from './use-chosen-rate.ts';
import type { StepProps } from './use-order-form.ts';
import { wizardSteps } from './wizard-address.ts';

interface Entry {
  readonly name: string;
  readonly value: ReactNode;
}

interface ReviewSectionProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly isTyped: boolean;
  readonly onEdit: () => void;
}

function ReviewSection({ title, entries, isTyped, onEdit }: ReviewSectionProps) {
  const { t } = useTranslation('newOrder');
  const given = entries.filter(({ value }) => value !== undefined && value !== '');
  return (
    <section className={classes['section']}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={3}>{title}</Title>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('review.editPage', { page: title })}
          onClick={onEdit}
        >
          {t('review.edit')}
        </Button>
      </Group>
      <dl className={classes['entries']}>
        {keyed(given, ({ name }) => name).map(({ item: { name, value }, key }) => (
          <div key={key} className={classes['entry']}>
            <dt>{name}</dt>
            <dd translate={isTyped ? 'no' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function ReviewStep({ form, onGoTo }: StepProps) {
  const { t, locale } = useTranslation(['newOrder', 'orderForm', 'rateChoice']);
  const draft = form.values;
  const { recipient, recipientAddress, deliveryService } = draft;
  const chosen = useChosenRate(draft);
  const packageText = usePackageText();
  const texts = orderTextNames.map((name) => {
    const { label, isLong } = orderTexts[name];
    return { name: label[locale], value: draft[name], isLong };
  });
  const yesOrNo = (is: boolean) => t(is ? 'review.yes' : 'review.no');

  const sections = {
    origin: [
      { name: t('origin.returnFrom'), value: draft.returnFrom?.name },
      {
        name: t('origin.returnPhone'),
        value: formatPhone(toPhoneDigits(draft.returnFrom?.phone ?? '')),
      },
      { name: t('review.address'), value: addressLine(draft.originAddress) },
    ],
    recipient: [
      { name: t('orderForm:recipient.name'), value: recipient.name },
      { name: t('orderForm:recipient.phone'), value: formatPhone(toPhoneDigits(recipient.phone)) },
      { name: t('orderForm:recipient.email'), value: recipient.email },
      { name: t('review.address'), value: addressLine(recipientAddress) },
      {
        name: t('orderForm:recipient.isBusinessAddress'),
        value: yesOrNo(recipientAddress.isBusinessAddress),
      },
      { name: t('orderForm:recipient.saveAddress'), value: yesOrNo(draft.saveAddress) },
    ],
    packages: [
      ...draft.packages.map((one, index) => ({
        name: t('orderForm:packages.title', { number: index + 1 }),
        value: packageText(one),
      })),
      ...texts.filter(({ isLong }) => !isLong),
      { name: t('options.minimumAge'), value: draft.minimumAge },
      { name: t('options.tags'), value: draft.tags.join(', ') },
      ...texts.filter(({ isLong }) => isLong),
      ...payloadOf(draft).customFields,
    ],
    rate: [
      { name: t('review.service'), value: chosen.name },
      { name: t('review.price'), value: chosen.price },
      ...chosen.breakdown,
      { name: t('rateChoice:window.label'), value: chosen.window },
    ],
    deliveryService: [
      { name: t('deliveryService.label'), value: deliveryServiceNames[deliveryService][locale] },
      {
        name: t('deliveryService.signature'),
        value: yesOrNo(draft.signatureRequired || needsSignature(deliveryService)),
      },
    ],
  };

  return (
    <Paper withBorder>
      {wizardSteps
        .filter((name) => name !== 'review')
        .map((name) => (
          <ReviewSection
            key={name}
            title={t(`step.${name}`)}
            entries={sections[name]}
            isTyped={name !== 'rate' && name !== 'deliveryService'}
            onEdit={() => onGoTo(wizardSteps.indexOf(name))}
          />
        ))}
    </Paper>
  );
}
