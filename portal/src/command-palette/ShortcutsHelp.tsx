import { Modal, Switch, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { type ShortcutName, shortcuts } from '../lib/shortcuts.ts';
import { useSingleKeys } from '../lib/use-shortcut.ts';
import { ShortcutKeys } from './ShortcutKeys.tsx';
import classes from './ShortcutsHelp.module.css';

/** All shortcuts of the portal, and whether those of a single character are on. */
export function ShortcutsHelp() {
  const { t } = useTranslation('palette');
  const [areOn, setOn] = useSingleKeys();
  return (
    <>
      <Modal.Header>
        <Modal.Title>{t('shortcuts.title')}</Modal.Title>
        <Modal.CloseButton aria-label={t('shortcuts.close')} />
      </Modal.Header>
      <Modal.Body>
        <ShortcutsOf where="everywhere" />
        <ShortcutsOf where="ordersList" />
        <Switch
          mt="lg"
          label={t('shortcuts.singleKeys')}
          description={t('shortcuts.singleKeysHelp')}
          checked={areOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Modal.Body>
    </>
  );
}

type Place = (typeof shortcuts)[ShortcutName]['where'];
const names = Object.keys(shortcuts) as ShortcutName[];

function ShortcutsOf({ where }: { readonly where: Place }) {
  const { t } = useTranslation('palette');
  return (
    <>
      <Title order={3} className={classes['where'] ?? ''}>
        {t(`shortcuts.where.${where}`)}
      </Title>
      <dl className={classes['list']}>
        {names
          .filter((name) => shortcuts[name].where === where)
          .map((name) => (
            <div key={name} className={classes['shortcut']}>
              <dt>{t(`shortcuts.does.${name}`)}</dt>
              <dd className={classes['keys']}>
                <ShortcutKeys name={name} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
