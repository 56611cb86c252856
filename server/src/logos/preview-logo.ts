import sharp from 'sharp';
import type { Translated } from '@portage/contract/locale';
import type { LogoPreview } from '@portage/contract/merchants/logo-preview';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import type { Asker } from '../http/session.ts';
import { requireAttempt } from '../throttle/attempts.ts';
import { LOGO_READING, LogoUnusable } from './logo-picture.ts';

/** Pixels; larger pictures are shrunk. */
const SHOWN_SIDE = 800;

/** Maps the beginning of `LogoUnusable`'s text to a reason. */
const reasons: readonly (readonly [string, Translated])[] = [
  [
    'its host is not on the public internet',
    {
      en: 'Its server is not on the public internet.',
      fr: 'Son serveur n’est pas accessible sur Internet.',
    },
  ],
  ['its host is unknown', { en: 'Its server does not exist.', fr: 'Son serveur n’existe pas.' }],
  [
    'its host answers',
    { en: 'There is no picture there.', fr: 'Il n’y a pas d’image à cet endroit.' },
  ],
  [
    'it is too large',
    {
      en: 'The file is too large: at most 512 kB.',
      fr: 'Le fichier est trop volumineux\u00A0: 512\u00A0ko au plus.',
    },
  ],
  [
    'it is not a jpg, gif or png',
    {
      en: 'The file is not a jpg, gif or png.',
      fr: 'Le fichier n’est ni un jpg, ni un gif, ni un png.',
    },
  ],
  [
    'it cannot be drawn',
    { en: 'The picture is damaged or too large.', fr: 'L’image est endommagée ou trop grande.' },
  ],
  ['it is blank', { en: 'It would print blank.', fr: 'Elle s’imprimerait en blanc.' }],
  ['it took too long', { en: 'Its server is too slow.', fr: 'Son serveur est trop lent.' }],
  [
    'it is redirected too often',
    { en: 'It is redirected too often.', fr: 'Elle est redirigée trop souvent.' },
  ],
];

const NOT_REACHED: Translated = {
  en: 'Its server cannot be reached.',
  fr: 'Son serveur est injoignable.',
};

const inData = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

/** Throws `logo_unusable` with the reason, and `too_many_attempts`. */
export async function previewLogo(
  deps: Pick<Deps, 'db' | 'clock' | 'logos'>,
  { session, address }: Asker,
  url: string,
): Promise<LogoPreview> {
  await requireAttempt(deps, 'logo-preview', { account: session.merchantId, address });
  try {
    const { file, printed } = await deps.logos.inspect(url);
    const { format, autoOrient } = await sharp(file, LOGO_READING).metadata();
    const picture = await sharp(file, LOGO_READING)
      .resize({ width: SHOWN_SIDE, height: SHOWN_SIDE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return {
      picture: inData(picture),
      printed: inData(printed),
      format: format === 'png' || format === 'gif' ? format : 'jpg',
      ...autoOrient,
      bytes: file.length,
    };
  } catch (error) {
    if (!(error instanceof LogoUnusable)) throw error;
    const [, reason] = reasons.find(([start]) => error.message.startsWith(start)) ?? [];
    throw new ApiError('logo_unusable', { reason: reason ?? NOT_REACHED });
  }
}
