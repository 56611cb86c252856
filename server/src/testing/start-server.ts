import { demo } from '../../../demo/src/demo.ts';
import { readEnv } from '../env.ts';
import { openLog } from '../log.ts';
import { startPortage } from '../start-portage.ts';

/** Starts Portage in this process, without the demo, with settings of a test. */
export const startServer = (settings: Record<string, string>, log = openLog('silent')) =>
  startPortage(
    readEnv({
      PORTAGE_HOST: '127.0.0.1',
      PORTAGE_DEMO: 'off',
      PORTAGE_DEV_MAIL: 'on',
      ...settings,
    }),
    log,
    demo,
    (error) => {
      throw error;
    },
  );
