import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type PropsWithChildren, useId, useState, useEffect, useRef } from 'react';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { RateRequest } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import type { FieldErrors } from '../lib/field-message.ts';
import { isMac } from '../lib/use-shortcut.ts';
import { addressLine } from '../order/order-form/order-draft.ts';
import { readDraft } from '../order/order-form/read-draft.ts';
import { focusFirstField } from '../ui/focus-field.ts';
import { DeliveryServiceStep } from './DeliveryServiceStep.tsx';
import classes from './ExpressForm.module.css';
import entryForm from './OrderEntryForm.module.css';
import { OrderOptions } from './OrderOptions.tsx';
import { OriginStep } from './OriginStep.tsx';
import { PackageList } from './PackagesStep.tsx';
import { RateStep } from './RateStep.tsx';
import { RecipientStep } from './RecipientStep.tsx';
import { useChosenRate, useRateRequest } from './use-chosen-rate.ts';
import type { OrderEntry } from './use-order-entry.ts';
import type { StepProps, OrderForm } from './use-order-form.ts';
import { type WizardStep, wizardSteps } from './wizard-address.ts';
import { checkWhole } from './wizard-steps.ts';

/** Validates everything at once and focuses the first field with an error. */
function useExpressForm({ form, rules, run, complete, submit }: OrderEntry, merchant: Merchant) {
  const container = useRef<HTMLFormElement>(null);
  useEffect(() => container.current?.querySelector('input')?.focus(), []);

  const focus = (paths: readonly string[]) => focusFirstField(container.current, paths);

  function showErrors(errors: FieldErrors): void {
    form.setErrors(errors);
    focus(Object.keys(errors));
  }

  async function checkAndSubmit(prints: boolean): Promise<void> {
    complete();
    const errors = await checkWhole(form.getValues(), rules);
    if (Object.keys(errors).length > 0) showErrors(errors);
    else await submit(prints, showErrors);
  }

  return {
    container,
    focus,
    /** Focuses the first incomplete field, or the submit button. */
    focusNext: () => {
      container.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
      const paths = Object.keys(readDraft(form.getValues(), merchant).errors);
      // A preset fills in the whole package.
      const presets = paths.map((path) => path.replace('.weightOptions.weight', '.preset'));
      focus([...paths, ...presets]);
    },
    submit: (prints: boolean) => run(() => checkAndSubmit(prints)),
  };
}

interface ExpressFormProps {
  readonly entry: OrderEntry;
  readonly merchant: Merchant;
}

const sectionFields: Readonly<Partial<Record<WizardStep, string>>> = {
  origin: 'originAddress.postalCode',
  recipient: 'recipientAddress.postalCode',
  packages: 'packages.0.weightOptions.weight',
};

/** The whole wizard on one page; Enter moves on and creates. */
export function ExpressForm({ entry, merchant }: ExpressFormProps) {
  const { t } = useTranslation('newOrder');
  const { form, isBusy } = entry;
  const { container, focus, focusNext, submit } = useExpressForm(entry, merchant);
  // Listens also in fields in which Enter makes a line or a tag.
  useHotkeys(
    [
      ['mod+Enter', () => void submit(false)],
      ['mod+shift+Enter', () => void submit(true)],
    ],
    [],
  );
  const isRateable = RateRequest.safeParse(useRateRequest(form.values)).success;
  const step = {
    form,
    merchant,
    onGoTo: (index: number) => focus([sectionFields[wizardSteps[index] ?? 'origin'] ?? '']),
  };

  return (
    <form
      ref={container}
      className={`${classes['form']} ${entryForm['aboveBar']}`}
      noValidate
      autoComplete="off"
      aria-label={t('express.name')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(false);
      }}
    >
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <ExpressSection title={t('step.recipient')}>
            <RecipientStep {...step} onSavedTaken={focusNext} />
          </ExpressSection>
          <ExpressSection title={t('step.packages')}>
            <PackageList form={form} />
          </ExpressSection>
        </div>
        <div className={classes['column']}>
          <ExpressSection title={t('step.rate')}>
            {isRateable ? <RateStep {...step} /> : <Text c="dimmed">{t('express.noRates')}</Text>}
          </ExpressSection>
          <ExpressSection title={t('step.deliveryService')}>
            <DeliveryServiceStep {...step} />
          </ExpressSection>
          <OrderOptions form={form} merchant={merchant} level={2} />
          <ExpressSection title={t('step.origin')}>
            <Origin {...step} />
          </ExpressSection>
        </div>
      </div>
      <Group className={entryForm['bar'] ?? ''} justify="space-between" gap="xs">
        <div aria-live="polite">{isRateable && <Chosen form={form} />}</div>
        <Group gap="xs" ml="auto">
          <Button
            variant="default"
            loading={isBusy}
            aria-keyshortcuts={isMac ? 'Meta+Shift+Enter' : 'Control+Shift+Enter'}
            title={t('express.keysPrint', { keys: isMac ? '⌘ ⇧ ↵' : 'Ctrl ⇧ ↵' })}
            onClick={() => void submit(true)}
          >
            {t('submitAndPrint')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            aria-keyshortcuts={isMac ? 'Meta+Enter' : 'Control+Enter'}
            title={t('express.keys', { keys: isMac ? '⌘ ↵' : 'Ctrl ↵' })}
          >
            {t('submit')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

function ExpressSection({ title, children }: PropsWithChildren<{ readonly title: string }>) {
  const id = useId();
  return (
    <Stack component="section" gap="md" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** The origin on one line; its fields when they are opened or invalid. */
function Origin(step: StepProps) {
  const { t } = useTranslation('newOrder');
  const [isOpen, setIsOpen] = useState(false);
  const { errors, values } = step.form;
  const isWrong = Object.keys(errors).some((path) => /^(originAddress|returnFrom)\./.test(path));
  if (isOpen || isWrong) return <OriginStep {...step} />;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">
        {values.returnFrom && `${values.returnFrom.name}, `}
        {addressLine(values.originAddress)}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        className={classes['change'] ?? ''}
        onClick={() => setIsOpen(true)}
      >
        {t('express.changeOrigin')}
      </Button>
    </Group>
  );
}

function Chosen({ form }: { readonly form: OrderForm }) {
  const { name, price, window } = useChosenRate(form.values);
  if (name === undefined) return null;
  return (
    <Text size="sm">
      <strong>{name}</strong>
      {price !== undefined && ` · ${price}`}
      {window !== undefined && ` · ${window}`}
    </Text>
  );
}
