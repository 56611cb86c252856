import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { wizardSteps } from './wizard-steps.ts';
import classes from './WizardSteps.module.css';

interface WizardStepsProps {
  readonly step: number;
  readonly furthestStep: number;
  readonly onPick: (step: number) => void;
}

/** Where one is in the wizard; the pages already seen can be gone to. */
export function WizardSteps({ step, furthestStep, onPick }: WizardStepsProps) {
  const { t } = useTranslation('newOrder');
  return (
    <nav aria-label={t('pages')} className={classes['steps']}>
      <p className={classes['progress']}>
        {t('progress', { page: step + 1, count: wizardSteps.length })}
      </p>
      <ol className={classes['list']}>
        {wizardSteps.map((name, index) => (
          <li key={name} className={classes['item']}>
            <UnstyledButton
              className={classes['step'] ?? ''}
              disabled={index > furthestStep}
              mod={{ done: index < step, current: index === step }}
              aria-current={index === step ? 'step' : undefined}
              onClick={() => onPick(index)}
            >
              <span className={classes['number']} aria-hidden>
                {index < step ? <IconCheck size={14} stroke={3} aria-hidden /> : index + 1}
              </span>
              <span className={classes['name']}>{t(`step.${name}`)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  );
}
