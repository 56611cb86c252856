import { Button, Group, Title } from '@mantine/core';
import type { Merchant } from '@portage/contract/merchants';
import type { Order } from '@portage/contract/orders';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryServiceStep } from './DeliveryServiceStep.tsx';
import { LeaveDialog } from '../lib/LeaveDialog.tsx';
import { OriginStep } from './OriginStep.tsx';
import { holdsWork, type OrderDraft } from '../order/order-form/order-draft.ts';
import classes from './OrderWizard.module.css';
import { PackagesStep } from './PackagesStep.tsx';
import { RateStep } from './RateStep.tsx';
import { RecipientStep } from './RecipientStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { SimilarOrders } from './SimilarOrders.tsx';
import type { StepProps } from './step-props.ts';
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
  readonly merchant: Merchant;
  /** What it begins with, if not with a blank order. */
  readonly begun: OrderDraft | undefined;
  readonly onCreated: (order: Order) => void;
}

/** The six pages of the wizard, one shown at a time (spec 2 §2). */
export function OrderWizard({ merchant, begun, onCreated }: OrderWizardProps) {
  const { t } = useTranslation('newOrder');
  const wizard = useOrderWizard(merchant, begun, onCreated);
  const { form, step, furthestStep, isBusy, container, heading, moveTo, goOn } = wizard;
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
          <Button variant="default" disabled={step === 0} onClick={() => void moveTo(step - 1)}>
            {t('previous')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {step === LAST_STEP ? t('submit') : t('next')}
          </Button>
        </Group>
      </form>
      <SimilarOrders
        orders={wizard.similar}
        onCancel={wizard.dismissSimilar}
        onCreate={() => void wizard.createAnyway()}
      />
      <LeaveDialog title={t('leave.title')} isUnsaved={holdsWork(form.values, merchant)} />
    </div>
  );
}
