/** Priced by weekly volume, in the order of the spec's table. */
export const volumeServices = ['NEXTDAY', 'SAMEDAY', 'SCHEDULED'] as const;

export type VolumeService = (typeof volumeServices)[number];

/** Dollars (CAD) per delivery. */
export interface VolumeTier {
  /** Packages a week; ends where the next tier begins. */
  readonly from: number;
  readonly prices: Readonly<Record<VolumeService, number>>;
}

/** Packages a week (spec 2 §9). */
export const WEEKLY_VOLUME_MAX = 10_000;

/** Packages a week that show the discount note (spec 2 §9). */
export const HIGH_VOLUME_ABOVE = 5_000;

/** A volume of 200 belongs to the second tier (spec 2 §9). */
export const volumeTiers: readonly [VolumeTier, ...VolumeTier[]] = [
  { from: 0, prices: { NEXTDAY: 12, SAMEDAY: 15.5, SCHEDULED: 18 } },
  { from: 200, prices: { NEXTDAY: 9.02, SAMEDAY: 12.61, SCHEDULED: 13.58 } },
  { from: 500, prices: { NEXTDAY: 8.29, SAMEDAY: 12.23, SCHEDULED: 13.17 } },
  { from: 1000, prices: { NEXTDAY: 7.96, SAMEDAY: 11.86, SCHEDULED: 12.78 } },
  { from: 2000, prices: { NEXTDAY: 7.64, SAMEDAY: 11.51, SCHEDULED: 12.39 } },
];

export function tierOf(weeklyVolume: number): VolumeTier {
  return volumeTiers.findLast(({ from }) => from <= weeklyVolume) ?? volumeTiers[0];
}
