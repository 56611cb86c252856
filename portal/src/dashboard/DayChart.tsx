import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';

interface DayChartProps {
  /** The numbers are in a table beside it. */
  readonly label: string;
  /** Bars of amounts, or a line of shares from 0 to 1. */
  readonly kind: 'amounts' | 'shares';
  /** Oldest first; null where there is no value. */
  readonly days: readonly Readonly<Record<string, string | number | null>>[];
  readonly series: readonly { readonly name: string; readonly label: string }[];
  readonly writeValue: (value: number) => string;
  /** Shorter, for the axis. */
  readonly writeTick: (value: number) => string;
}

/** Half of the first and last names. */
const MARGIN = { top: 8, right: 8, bottom: 0, left: 12 };
const COLOURS = ['var(--chart-first)', 'var(--chart-second)'];

/** Static, without keyboard. */
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
    // Names today, and further days as space allows.
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
