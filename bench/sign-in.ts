import { availableParallelism } from 'node:os';
import { hashPassword } from '../server/src/users/passwords.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { figuresTable, ratioLine } from './figures-table.ts';
import { HashingProcesses } from './hashing-processes.ts';
import { LoadProcess } from './load-process.ts';
import {
  closedLoop,
  measureInTurn,
  rateRatios,
  slownessRatios,
  type Figures,
  type Load,
} from './measure.ts';
import { credentialsOf, ordersSeed, signIn } from './orders-seed.ts';
import { SampleProcess } from './sample-process.ts';
import type { SignInTask } from './sign-in-process-main.ts';

const SIGN_IN_MAIN = new URL('./sign-in-process-main.ts', import.meta.url);

const ROUNDS = { rounds: 10, seconds: 2 };

/** Enough concurrent sign-ins to keep every core hashing. */
const SIGNING_IN = 8 * availableParallelism();
const PEOPLE = 2 * SIGNING_IN;

/** Concurrent readers of a short page of orders. */
const READING = 2;
const PAGE = 20;

/** One merchant has orders, the others have people who sign in. */
const seed = ordersSeed('sign_ins', [200, ...Array.from({ length: PEOPLE }, () => 0)]);
const READER = 0;

/** Formats the processor time of verifying a token, alone and within a request. */
function verificationLine(verification: Figures, request: Figures): string {
  const microseconds = (verification.cpu * 1000).toFixed(0);
  const share = ((verification.cpu / request.cpu) * 100).toFixed(0);
  return `Token verification: ${microseconds} µs of processor time, ${share}% of a request's`;
}

async function run({ serve }: Bench): Promise<void> {
  await using server = await serve(seed);
  using hashers = new HashingProcesses();
  using people = new SampleProcess<SignInTask>(SIGN_IN_MAIN);
  using readers = new LoadProcess();
  const { api, identity } = server;
  const { headers } = await signIn(api, READER);
  const token = headers.authorization.replace('Bearer ', '');
  const { password } = credentialsOf(READER);

  const signIns: Load = (seconds) =>
    people.sample({
      url: `${api}/auth/token`,
      people: Array.from({ length: PEOPLE }, (_, index) => credentialsOf(index + 1)),
      atOnce: SIGNING_IN,
      seconds,
    });
  const reads = readers.requests({
    url: `${api}/orders?limit=${PAGE}`,
    headers,
    connections: READING,
  });
  const measured = await measureInTurn(
    {
      raw: hashers.verifications(await hashPassword(password), password),
      signIns,
      alone: reads,
      beside: async (seconds) => {
        const [sample] = await Promise.all([reads(seconds), signIns(seconds)]);
        return sample;
      },
      verification: (seconds) => closedLoop(1, seconds, () => identity.verify(token)),
    },
    ROUNDS,
  );

  const { raw, alone, beside, verification } = measured;
  console.log(
    figuresTable([
      { name: 'argon2id alone', figures: raw },
      { name: 'Sign-ins', figures: measured.signIns },
      { name: 'Orders', figures: alone },
      { name: 'Orders beside sign-ins', figures: beside },
      { name: 'Token verification', figures: verification },
    ]),
  );
  console.log(
    ratioLine('Sign-ins to argon2id', rateRatios(measured.signIns, raw), { atLeast: 0.8 }),
  );
  console.log(
    ratioLine('p97.5 of orders beside sign-ins to alone', slownessRatios(beside, alone), {
      below: 2,
    }),
  );
  console.log(verificationLine(verification, alone));
}

/** `npm run bench -- sign-in` */
export const signInBenchmark: Benchmark = {
  name: 'sign-in',
  summary: 'sign-ins through HTTP beside bare argon2id, and what other calls notice of them',
  run,
};
