import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pressedOnce } from '../../ui/pressed-once.ts';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import classes from './PrintDialog.module.css';
import type { Decision, FetchProgress } from './fetch-documents.ts';
import type { PrintFailure } from './print-calls.ts';

interface PrintQuestionProps extends Pick<FetchProgress, 'made'> {
  readonly failure: PrintFailure;
  /** The ways to go on, the one that helps most first. */
  readonly offers: readonly Decision[];
  readonly decide: (decision: Decision) => void;
}

/**
 * Asks how to go on after a failure. Nothing is printed until it is answered; what is made already is
 * printed whatever the answer.
 */
export function PrintQuestion({ failure, offers, decide, made }: PrintQuestionProps) {
  const { t } = useTranslation('orders');
  const [best] = offers;
  const isMobile = useIsMobile();
  // What is made takes words, for which a row of three has no room.
  const isStacked = isMobile || (made > 0 && offers.length > 2);
  // The best is last in a row, and uppermost in a stack: where the keyboard goes, too.
  const inPlace = isStacked ? offers : offers.toReversed();

  function wordsOf(offer: Decision): string {
    if (offer !== 'stop' || made === 0) return t(`print.decision.${offer}`);
    const count = made;
    return offer === best ? t('print.printThese', { count }) : t('print.stopAndPrint', { count });
  }

  return (
    <Stack gap="sm">
      <div>
        {failure.order && <Text fw={600}>{failure.order.recipientName}</Text>}
        <Text>{failure.reason}</Text>
      </div>
      <Text size="sm" c="dimmed">
        {made > 0 && `${t('print.madeSoFar', { count: made })} `}
        {t('print.nothingYet')}
      </Text>
      <div className={classes['buttons']} data-stacked={isStacked}>
        {inPlace.map((offer) => (
          <Button
            key={offer}
            variant={offer === best ? 'filled' : 'default'}
            className={classes['button'] ?? ''}
            data-autofocus={offer === best || undefined}
            {...pressedOnce(() => decide(offer))}
          >
            {wordsOf(offer)}
          </Button>
        ))}
      </div>
    </Stack>
  );
}
