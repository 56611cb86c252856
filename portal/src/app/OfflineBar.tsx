import { useNetwork } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';
import classes from './OfflineBar.module.css';

/** Says that there is no connection, and since when what is shown is not renewed. */
export function OfflineBar() {
  const { online } = useNetwork();
  return online ? null : <Offline />;
}

function Offline() {
  const { t } = useTranslation();
  const { time } = useFormat();
  const [since] = useState(() => Date.now());
  return <output className={classes['bar']}>{t('offline', { time: time(since) })}</output>;
}
