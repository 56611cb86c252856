import { Button, Group } from '@mantine/core';
import { type AddedFactor, MOST_PASSKEYS } from '@portage/contract/second-factor';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddAppDialog } from './AddAppDialog.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import classes from './second-factor.module.css';

/** On a phone a long label takes a second line instead of being cut. */
const WRAPPING = { root: classes['way'] ?? '', label: classes['words'] ?? '' };

interface AddFactorProps {
  readonly hasApp: boolean;
  readonly passkeys: number;
  /** Called when a factor was added and its recovery codes, if any, were put away. */
  readonly onAdded: () => void;
}

/** The ways to add a second factor, with their dialogs and the recovery codes of the first one. */
export function AddFactor({ hasApp, passkeys, onAdded }: AddFactorProps) {
  const { t } = useTranslation('secondFactor');
  const [adding, setAdding] = useState<'app' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setAdding(undefined);
  const finish = ({ recoveryCodes }: AddedFactor) => {
    close();
    if (recoveryCodes) setCodes(recoveryCodes);
    else onAdded();
  };
  return (
    <>
      <Group gap="xs">
        {!hasApp && (
          <Button
            variant="default"
            classNames={WRAPPING}
            leftSection={<IconDeviceMobile size={18} aria-hidden />}
            onClick={() => setAdding('app')}
          >
            {t('addApp')}
          </Button>
        )}
        {passkeys < MOST_PASSKEYS && (
          <Button
            variant="default"
            classNames={WRAPPING}
            leftSection={<IconFingerprint size={18} aria-hidden />}
            onClick={() => setAdding('passkey')}
          >
            {t('addPasskey')}
          </Button>
        )}
      </Group>
      {adding === 'app' && <AddAppDialog onAdded={finish} onClose={close} />}
      {adding === 'passkey' && <AddPasskeyDialog onAdded={finish} onClose={close} />}
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(undefined);
          onAdded();
        }}
      />
    </>
  );
}
