import { Button, Group, Title } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { pressInPlace } from '../ui/press-in-place.ts';
import { DeliveryServiceStep } from './DeliveryServiceStep.tsx';
import { OriginStep } from './OriginStep.tsx';
import classes from './OrderWizard.module.css';
import { PackagesStep } from './PackagesStep.tsx';
import { RateStep } from './RateStep.tsx';
import { RecipientStep } from './RecipientStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import type { StepProps } from './step-props.ts';
import type { OrderEntry } from './use-order-entry.ts';
import { useOrderWizard } from './use-order-wizard.ts';
import { LAST_STEP, type WizardStep, wizardSteps } from './wizard-steps.ts';
import { WizardSteps } from './WizardSteps.tsx';

const stepPages: Readonly<Record<WizardStep, ComponentType<StepProps>>> = {
  origin: OriginStep,
  recipient: RecipientStep,
  packages: PackagesStep,
  rate: RateStep,
  deliveryService: DeliveryServiceStep,
  review: ReviewStep,
};

interface OrderWizardProps {
  readonly entry: OrderEntry;
  readonly merchant: Merchant;
}

/** The six pages of the wizard, one shown at a time (spec 2 §2). */
export function OrderWizard({ entry, merchant }: OrderWizardProps) {
  const { t } = useTranslation('newOrder');
  const { form, furthestStep, isBusy } = entry;
  const { step, container, heading, moveTo, goOn } = useOrderWizard(entry);
  const name = wizardSteps[step] ?? 'origin';
  const Step = stepPages[name];

  return (
    <div className={classes['wizard']}>
      <WizardSteps
        step={step}
        furthestStep={furthestStep}
        onPick={(target) => void moveTo(target)}
      />
      <form
        ref={container}
        className={classes['page']}
        noValidate
        autoComplete="off"
        aria-labelledby="wizard-page"
        onSubmit={(event) => {
          event.preventDefault();
          void goOn();
        }}
      >
        <Title order={2} id="wizard-page" ref={heading} tabIndex={-1} mb="md">
          {t(`step.${name}`)}
        </Title>
        <Step form={form} merchant={merchant} onGoTo={(target) => void moveTo(target)} />
        <Group justify="space-between" mt="xl" className={classes['actions']}>
          <Button
            variant="default"
            disabled={step === 0}
            {...pressInPlace}
            onClick={() => void moveTo(step - 1)}
          >
            {t('previous')}
          </Button>
          <Button type="submit" loading={isBusy} {...pressInPlace}>
            {step === LAST_STEP ? t('submit') : t('next')}
          </Button>
        </Group>
      </form>
    </div>
  );
}
