import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './PrintQuestion.module.css';
import type { Decision } from './fetch-documents.ts';
import type { PrintFailure } from './print-calls.ts';

interface PrintQuestionProps {
  readonly failure: PrintFailure;
  /** The ways to go on, the one that helps most first. */
  readonly offers: readonly Decision[];
  readonly decide: (decision: Decision) => void;
}

/** Asks how to go on after a failure: nothing is printed until it is answered. */
export function PrintQuestion({ failure, offers, decide }: PrintQuestionProps) {
  const { t } = useTranslation('orders');
  const [best, ...others] = offers;
  return (
    <Stack gap="sm">
      <div>
        {failure.order && <Text fw={600}>{failure.order.recipientName}</Text>}
        <Text>{failure.reason}</Text>
      </div>
      <Text size="sm" c="dimmed">
        {t('print.nothingYet')}
      </Text>
      <div className={classes['buttons']}>
        {others.toReversed().map((offer) => (
          <Button key={offer} variant="default" onClick={() => decide(offer)}>
            {t(`print.decision.${offer}`)}
          </Button>
        ))}
        {best && (
          <Button onClick={() => decide(best)} data-autofocus>
            {t(`print.decision.${best}`)}
          </Button>
        )}
      </div>
    </Stack>
  );
}
