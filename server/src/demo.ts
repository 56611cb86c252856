import type { Executor } from './db/database.ts';
import type { Deps } from './deps.ts';
import type { addRoute } from './http/endpoint-route.ts';
import type { BackgroundWork } from './jobs/worker.ts';

/** An account that the terminal prints and the sign-in page of a demo lists. */
export interface DemoSignIn {
  username: string;
  password: string;
  /** Name of its merchant. */
  merchant: string;
}

/** What the workspace `demo` adds to the product. Only `main.ts` and tests import that workspace. */
export interface Demo {
  signIns: DemoSignIn[];
  /** The merchant that the development shop is linked to. */
  merchantId: string;
  hasUsers(db: Executor): Promise<boolean>;
  /** Fills a database without merchants. */
  makeData(deps: Deps): Promise<void>;
  addRoutes(app: Parameters<typeof addRoute>[0], deps: Deps): void;
  work(deps: Deps): BackgroundWork;
}
