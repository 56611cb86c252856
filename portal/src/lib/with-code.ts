import { i18n } from '../i18n/i18n.ts';
import { notifyError } from './notify.tsx';

/** Notifies when the code cannot be fetched. */
export async function withCode<Code>(
  load: () => Promise<Code>,
  act: (code: Code) => void,
): Promise<void> {
  let code: Code;
  try {
    code = await load();
  } catch {
    notifyError({
      title: i18n.t('noAnswer.unreachable.title'),
      message: i18n.t('noAnswer.unreachable.detail'),
    });
    return;
  }
  act(code);
}
