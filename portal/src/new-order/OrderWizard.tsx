import { Button, Group, Title, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { useTranslation } from '../i18n/i18n.ts';
import type { FieldErrors } from '../lib/field-message.ts';
import { paths } from '../paths.ts';
import { focusFirstField } from '../ui/focus-field.ts';
import { pressInPlace } from '../ui/pressed-once.ts';
import { DeliveryServiceStep } from './DeliveryServiceStep.tsx';
import entryForm from './OrderEntryForm.module.css';
import classes from './OrderWizard.module.css';
import { OriginStep } from './OriginStep.tsx';
import { PackagesStep } from './PackagesStep.tsx';
import { RateStep } from './RateStep.tsx';
import { RecipientStep } from './RecipientStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import type { OrderEntry } from './use-order-entry.ts';
import type { StepProps } from './use-order-form.ts';
import {
  LAST_STEP,
  type WizardStep,
  wizardSteps,
  clampStep,
  searchOfStep,
} from './wizard-address.ts';
import { checkWay, firstStepWithError } from './wizard-steps.ts';
import stepClasses from './WizardSteps.module.css';

interface WizardStepsProps {
  readonly step: number;
  readonly furthestStep: number;
  readonly onPick: (step: number) => void;
}

/** The pages of the wizard; visited ones can be opened. */
function WizardSteps({ step, furthestStep, onPick }: WizardStepsProps) {
  const { t } = useTranslation('newOrder');
  return (
    <nav aria-label={t('pages')} className={stepClasses['steps']}>
      <p className={stepClasses['progress']}>
        {t('progress', { page: step + 1, count: wizardSteps.length })}
      </p>
      <ol className={stepClasses['list']}>
        {wizardSteps.map((name, index) => (
          <li key={name} className={stepClasses['item']}>
            <UnstyledButton
              className={stepClasses['step'] ?? ''}
              disabled={index > furthestStep}
              mod={{ done: index < step, current: index === step }}
              aria-current={index === step ? 'step' : undefined}
              onClick={() => onPick(index)}
            >
              <span className={stepClasses['number']} aria-hidden>
                {index < step ? <IconCheck size={14} stroke={3} aria-hidden /> : index + 1}
              </span>
              <span className={stepClasses['name']}>{t(`step.${name}`)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface Wish {
  readonly step: number;
  readonly paths: readonly string[];
}

/** Focuses the heading of a new page, or its first error. */
function useStepFocus(step: number) {
  const container = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const [wish, setWish] = useState<Wish>();
  const grantedWish = useRef<Wish>(undefined);

  useEffect(() => {
    const hasChanged = shownStep.current !== step;
    shownStep.current = step;
    if (wish && wish !== grantedWish.current && wish.step === step) {
      focusFirstField(container.current, wish.paths);
      grantedWish.current = wish;
    } else if (hasChanged) {
      heading.current?.focus();
    }
  }, [step, wish]);

  return {
    container,
    heading,
    /** Focuses the first of these fields once their page shows. */
    focusField: (target: number, paths: readonly string[]) => setWish({ step: target, paths }),
  };
}

/** Checks pages before the next one opens (spec 2 §4). */
function useOrderWizard(entry: OrderEntry) {
  const { form, rules, furthestStep, run } = entry;
  const { step: page = 1 } = useSearch({ from: '/signed-in/new' });
  const step = Math.min(page - 1, furthestStep);
  const { focusField, ...focus } = useStepFocus(step);
  const navigate = useNavigate();

  function open(target: number): void {
    entry.reach(target);
    void navigate({ to: paths.newOrder(), search: (search) => searchOfStep(target, search) });
  }

  function showErrors(errors: FieldErrors): void {
    const target = firstStepWithError(errors);
    if (target === undefined) return;
    form.setErrors(errors);
    if (target !== step) open(target);
    focusField(target, Object.keys(errors));
  }

  /** Checks the pages between two; shows the errors and returns false. */
  async function mayPass(from: number, to: number): Promise<boolean> {
    const errors = await checkWay(from, to, form.getValues(), rules);
    showErrors(errors);
    return Object.keys(errors).length === 0;
  }

  async function moveTo(target: number): Promise<void> {
    entry.complete();
    if (target > step && !(await mayPass(step, target))) return;
    form.clearErrors();
    open(target);
  }

  async function submit(prints: boolean): Promise<void> {
    if (await mayPass(0, LAST_STEP)) await entry.submit(prints, showErrors);
  }

  return {
    step,
    ...focus,
    moveTo: (target: number) => run(() => moveTo(clampStep(target))),
    /** Next, Submit and Enter. */
    goOn: () => run(() => (step === LAST_STEP ? submit(false) : moveTo(step + 1))),
    createAndPrint: () => run(() => submit(true)),
  };
}

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

export function OrderWizard({ entry, merchant }: OrderWizardProps) {
  const { t } = useTranslation('newOrder');
  const { form, furthestStep, isBusy } = entry;
  const { step, container, heading, moveTo, goOn, createAndPrint } = useOrderWizard(entry);
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
        className={`${classes['page']} ${entryForm['aboveBar']}`}
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
        <Group justify="space-between" className={`${entryForm['bar']} ${classes['actions']}`}>
          <Button
            variant="default"
            disabled={step === 0}
            {...pressInPlace}
            onClick={() => void moveTo(step - 1)}
          >
            {t('previous')}
          </Button>
          <Group gap="xs">
            {step === LAST_STEP && (
              <Button
                variant="default"
                loading={isBusy}
                {...pressInPlace}
                onClick={() => void createAndPrint()}
              >
                {t('submitAndPrint')}
              </Button>
            )}
            <Button type="submit" loading={isBusy} {...pressInPlace}>
              {step === LAST_STEP ? t('submit') : t('next')}
            </Button>
          </Group>
        </Group>
      </form>
    </div>
  );
}
