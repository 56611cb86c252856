/** Milliseconds of each response and of the whole load. */
export interface Sample {
  durations: number[];
  elapsed: number;
}

/** Work to repeat for some seconds. */
export type Load = (seconds: number) => Promise<Sample>;

/** Figures of one load over all rounds. */
export interface Figures {
  /** Answers per second in each round. */
  rates: number[];
  /** Their median. */
  perSecond: number;
  /** The 97.5th percentile of latency in ms, by round. */
  slow: number[];
  /** Latencies in ms over all rounds. */
  p50: number;
  p975: number;
  p99: number;
  /** Processor time of this process per response, in ms. */
  cpu: number;
}

/** Number and length of the rounds. */
export interface Rounds {
  rounds: number;
  seconds: number;
}

/** Keeps `concurrency` pieces of work running. */
export async function closedLoop(
  concurrency: number,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<Sample> {
  const durations: number[] = [];
  const start = performance.now();
  const lane = async () => {
    for (let began = start; began < start + seconds * 1000;) {
      await work();
      const now = performance.now();
      durations.push(now - began);
      began = now;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return { durations, elapsed: performance.now() - start };
}

/** Runs the loads in turn, so that other work affects all. Each first runs an uncounted second. */
export async function measureInTurn<Name extends string>(
  loads: Readonly<Record<Name, Load>>,
  { rounds, seconds }: Rounds,
): Promise<Record<Name, Figures>> {
  const contenders = (Object.keys(loads) as Name[]).map((name) => ({
    name,
    load: loads[name],
    samples: [] as CountedSample[],
  }));
  for (const { load } of contenders) await load(1);
  for (let round = 0; round < rounds; round++) {
    for (const { load, samples } of contenders) samples.push(await counted(load, seconds));
  }
  return Object.fromEntries(
    contenders.map(({ name, samples }) => [name, figuresOf(samples)]),
  ) as Record<Name, Figures>;
}

interface CountedSample extends Sample {
  /** Milliseconds of processor time of this process. */
  cpu: number;
}

async function counted(load: Load, seconds: number): Promise<CountedSample> {
  const before = process.cpuUsage();
  const sample = await load(seconds);
  const { user, system } = process.cpuUsage(before);
  return { ...sample, cpu: (user + system) / 1000 };
}

function figuresOf(samples: readonly CountedSample[]): Figures {
  const rates = samples.map(({ durations, elapsed }) => (durations.length / elapsed) * 1000);
  const durations = samples.flatMap((sample) => sample.durations);
  return {
    rates,
    perSecond: quantile(rates, 0.5),
    slow: samples.map((sample) => quantile(sample.durations, 0.975)),
    p50: quantile(durations, 0.5),
    p975: quantile(durations, 0.975),
    p99: quantile(durations, 0.99),
    cpu: quantile(
      samples.map((sample) => sample.cpu / sample.durations.length),
      0.5,
    ),
  };
}

/** Returns the quantile at a part from 0 to 1. Throws without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  if (value === undefined) throw new RangeError('Nothing was measured');
  return value;
}

/** Returns the ratio of two loads' rates in each round. */
export function rateRatios(one: Figures, other: Figures): number[] {
  return one.rates.map((rate, round) => rate / (other.rates[round] ?? other.perSecond));
}

/** Returns the ratio of two loads' slow responses in each round. */
export function slownessRatios(one: Figures, other: Figures): number[] {
  return one.slow.map((slow, round) => slow / (other.slow[round] ?? other.p975));
}
