import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';

interface DayChartProps {
  /** Label for screen readers; the numbers are in a table beside it. */
  readonly label: string;
  /** Bars of amounts, or a line of shares from 0 to 1. */
  readonly kind: 'amounts' | 'shares';
  /** Oldest first: the day in words, and a value for each of `series`; null where there is none. */
  readonly days: readonly Readonly<Record<string, string | number | null>>[];
  readonly series: readonly { readonly name: string; readonly label: string }[];
  readonly writeValue: (value: number) => string;
  /** Writes a number of the axis, where there is less room. */
  readonly writeTick: (value: number) => string;
}

/** Room for the names of the first and the last value, which stand half beside their lines. */
const MARGIN = { top: 8, right: 8, bottom: 0, left: 12 };
const COLOURS = ['var(--chart-first)', 'var(--chart-second)'];

/** A small chart of some days. Nothing in it moves, and the keyboard passes it by. */
export function DayChart({ label, kind, days, series, writeValue, writeTick }: DayChartProps) {
  const common = {
    role: 'img',
    'aria-label': label,
    accessibilityLayer: false,
    h: '100%',
    data: [...days],
    dataKey: 'day',
    series: series.map((one, index) => ({ ...one, color: COLOURS[index] ?? '' })),
    withLegend: series.length > 1,
    tickLine: 'none' as const,
    // Today is always named, and days before it as far apart as there is room for on a phone.
    xAxisProps: {
      interval: 0,
      ticks: days
        .filter((_, index) => (days.length - 1 - index) % 4 === 0)
        .map(({ day }) => day ?? ''),
    },
    valueFormatter: writeValue,
  };
  const axis = { width: 'auto', tickFormatter: writeTick } as const;
  if (kind === 'amounts') {
    return (
      <BarChart
        {...common}
        barChartProps={{ margin: MARGIN }}
        yAxisProps={{ ...axis, tickCount: 3 }}
      />
    );
  }
  return (
    <LineChart
      {...common}
      lineChartProps={{ margin: MARGIN }}
      curveType="linear"
      connectNulls={false}
      yAxisProps={{ ...axis, domain: [0, 1], ticks: [0, 0.5, 1] }}
    />
  );
}
