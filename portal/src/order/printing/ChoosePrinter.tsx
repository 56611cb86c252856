import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { ChoiceCard } from '../../ui/ChoiceCard.tsx';
import { FormDialog } from '../../ui/Dialogs.tsx';
import { canPrintPdf, type Printer, usePrinter } from './print-state.ts';

/** ZPL stays the default (spec 1 §9). */
const PRINTERS = ['zpl203', 'zpl300', 'pdf', 'pdf_letter'] as const;

const printers: Readonly<Record<(typeof PRINTERS)[number], Printer>> = {
  zpl203: { format: 'zpl', dpi: 203 },
  zpl300: { format: 'zpl', dpi: 300 },
  pdf: { format: 'pdf', dpi: 203 },
  pdf_letter: { format: 'pdf_letter', dpi: 203 },
};

interface ChoosePrinterProps {
  readonly submitText: string;
  readonly onChosen: (printer: Printer) => void;
  readonly onClose: () => void;
}

/** Asks which printer this device prints on, and remembers it. */
export function ChoosePrinter({ submitText, onChosen, onClose }: ChoosePrinterProps) {
  const { t } = useTranslation('orders');
  const { printer, choosePrinter } = usePrinter();
  const current = PRINTERS.find(
    (one) =>
      printers[one].format === printer?.format &&
      (printer.format !== 'zpl' || printers[one].dpi === printer.dpi),
  );
  const [chosen, setChosen] = useState(current ?? PRINTERS[0]);
  return (
    <FormDialog
      title={t('printer.title')}
      submitText={submitText}
      onSubmit={() => {
        choosePrinter(printers[chosen]);
        onChosen(printers[chosen]);
      }}
      onClose={onClose}
    >
      <Radio.Group
        label={t('printer.label')}
        value={chosen}
        onChange={(value) => setChosen(PRINTERS.find((one) => one === value) ?? PRINTERS[0])}
      >
        <Stack gap="xs" mt="xs">
          {PRINTERS.map((one) => (
            <ChoiceCard
              key={one}
              value={one}
              isFirst={one === chosen}
              title={t(`printer.${one}.title`)}
              text={
                <>
                  {t(`printer.${one}.text`)}
                  {printers[one].format !== 'zpl' &&
                    ` ${t(canPrintPdf() ? 'printer.opens' : 'printer.saves')}`}
                </>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {t('printer.remembered')}
      </Text>
    </FormDialog>
  );
}
