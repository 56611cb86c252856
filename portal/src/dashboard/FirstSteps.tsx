import { Button, Title, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { merchantChangeEndpoints } from '@portage/contract/merchants/merchant-changes';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { loadTexts, useTranslation } from '../i18n/i18n.ts';
import { useStreetLine } from '../lib/AddressLines.tsx';
import { callApi } from '../lib/api.ts';
import { appConfig } from '../lib/app-config.ts';
import { useMerchant } from '../lib/merchant.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { suggestedBoxes, usePresets, useSavePreset } from '../order/order-form/package-presets.ts';
import { usePrinter } from '../order/printing/print-state.ts';
import { paths } from '../paths.ts';
import { LinkAnchor, LinkButton } from '../ui/links.tsx';
import classes from './Dashboard.module.css';

/** Steps of a newcomer, ticked by the real state; hidden once all are done. */
export function FirstSteps({ orders }: { readonly orders: number }) {
  const { t } = useTranslation('dashboard');
  const merchant = useMerchant().data;
  const presets = usePresets();
  const { printer } = usePrinter();
  if (!merchant || !presets) return null;
  const hasAll =
    merchant.locationCheckedAt !== undefined && printer && presets.length > 0 && orders > 0;
  if (hasAll) return null;
  return (
    <section aria-labelledby="first-steps">
      <Title order={2} size="h3" mb="sm" id="first-steps">
        {t('start.title')}
      </Title>
      <ol className={classes['steps']}>
        <LocationStep merchant={merchant} />
        <PrinterStep />
        <PresetStep saved={presets.length} />
        <Step
          name="order"
          isDone={orders > 0}
          text={t(orders > 0 ? 'start.order.done' : 'start.order.text')}
        >
          {orders === 0 && (
            <LinkButton to={paths.newOrder()} size="compact-md">
              {t('start.order.go')}
            </LinkButton>
          )}
        </Step>
        {appConfig().shopUrl !== undefined && <ShopStep shop={merchant.shopifyShop} />}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly name: 'location' | 'printer' | 'preset' | 'order' | 'shop';
  readonly isDone: boolean;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ name, isDone, text, children }: StepProps) {
  const { t } = useTranslation('dashboard');
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  const place = useRef<HTMLLIElement>(null);
  const wasDone = useRef(isDone);
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body;
    if (isDone && !wasDone.current && hasLostFocus) focusAfter(place.current);
    wasDone.current = isDone;
  }, [isDone]);
  return (
    <li ref={place} className={classes['step']} data-done={isDone}>
      <Icon size={24} aria-hidden />
      <div>
        <strong>{t(`start.${name}.title`)}</strong>{' '}
        <VisuallyHidden>({t(isDone ? 'start.done' : 'start.toDo')})</VisuallyHidden>
        {name === 'shop' && !isDone && <small>{t('start.optional')}</small>}
        <p>{text}</p>
      </div>
      <div className={classes['stepActions']}>{children}</div>
    </li>
  );
}

/** Leads the keyboard to the next step, since the button of this one goes. */
function focusAfter(step: HTMLElement | null): void {
  step?.nextElementSibling?.querySelector<HTMLElement>('button, a')?.focus();
}

function LocationStep({ merchant }: { readonly merchant: Merchant }) {
  const { t } = useTranslation('dashboard');
  const { merchantLocation: location, locationCheckedAt } = merchant;
  const { mutate, isPending } = useProfileChange({
    send: () => callApi(merchantChangeEndpoints.confirmLocation, {}),
    done: () => t('start.location.confirmed'),
    failed: t('start.location.failed'),
  });
  const address = `${useStreetLine(location)}, ${location.city}`;
  return (
    <Step
      name="location"
      isDone={locationCheckedAt !== undefined}
      text={t('start.location.text', { address })}
    >
      {locationCheckedAt === undefined && (
        <OwnerOnly>
          <Button size="compact-md" loading={isPending} onClick={() => mutate()}>
            {t('start.location.confirm')}
          </Button>
        </OwnerOnly>
      )}
      <LinkAnchor size="sm" to={paths.shipFromLocations()}>
        {t('start.location.other')}
      </LinkAnchor>
    </Step>
  );
}

const loadPrinting = () =>
  Promise.all([
    import('../order/printing/ChoosePrinter.tsx'),
    import('../order/printing/save-printed.tsx'),
    loadTexts('orders'),
  ]);

const ChooseAndTry = lazy(async () => {
  const [{ ChoosePrinter }, { printTestLabel }] = await loadPrinting();
  function Choose({ onClose }: { readonly onClose: () => void }) {
    const { t } = useTranslation('dashboard');
    return (
      <ChoosePrinter
        submitText={t('start.printer.print')}
        onChosen={(printer) => {
          onClose();
          void printTestLabel(printer);
        }}
        onClose={onClose}
      />
    );
  }
  return { default: Choose };
});

function PrinterStep() {
  const { t } = useTranslation('dashboard');
  const { printer } = usePrinter();
  const [isOpen, setOpen] = useState(false);
  return (
    <Step
      name="printer"
      isDone={printer !== undefined}
      text={
        printer ? t(`start.printer.chosen.${printer.format}`, printer) : t('start.printer.text')
      }
    >
      <Button
        size="compact-md"
        variant={printer ? 'subtle' : 'filled'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t(printer ? 'start.printer.change' : 'start.printer.choose')}
      </Button>
      <Suspense>{isOpen && <ChooseAndTry onClose={() => setOpen(false)} />}</Suspense>
    </Step>
  );
}

function PresetStep({ saved }: { readonly saved: number }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { mutate, isPending } = useSavePreset();
  return (
    <Step
      name="preset"
      isDone={saved > 0}
      text={saved > 0 ? t('start.preset.saved', { count: saved }) : t('start.preset.text')}
    >
      {saved === 0 &&
        suggestedBoxes.map((box) => {
          const name = t(`common:suggestedBox.${box.name}`);
          const measures = t('start.preset.measures', { ...box.sizeOptions, ...box.weightOptions });
          return (
            <Button
              key={box.name}
              size="compact-md"
              variant="default"
              disabled={isPending}
              title={measures}
              aria-label={t('start.preset.add', { name, measures })}
              onClick={() =>
                mutate(
                  { ...box, name },
                  {
                    onSuccess: () => notifySuccess({ title: t('start.preset.added', { name }) }),
                    onError: (cause) => notifyError({ title: t('start.preset.failed'), cause }),
                  },
                )
              }
            >
              {name}
            </Button>
          );
        })}
    </Step>
  );
}

function ShopStep({ shop }: { readonly shop: string | undefined }) {
  const { t } = useTranslation('dashboard');
  return (
    <Step
      name="shop"
      isDone={shop !== undefined}
      text={shop === undefined ? t('start.shop.text') : t('start.shop.done', { shop })}
    >
      {shop === undefined && (
        <LinkAnchor size="sm" to={paths.merchantInfo()} hash="shop">
          {t('start.shop.go')}
        </LinkAnchor>
      )}
    </Step>
  );
}
