import { z } from 'zod';

/** Has a name in the API document. */
export const namedObject = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id });
