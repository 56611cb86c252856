import { DAY } from '@portage/contract/time';

/** Returns a day some weeks from now, `YYYY-MM-DD`. */
export const inWeeks = (weeks: number) =>
  new Date(Date.now() + weeks * 7 * DAY).toISOString().slice(0, 10);

const SQUARE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';

/** The server's preview of a logo: a red square. */
export const LOGO = {
  ...{ picture: SQUARE, printed: SQUARE, format: 'png' },
  ...{ width: 400, height: 400, bytes: 12_345 },
};
