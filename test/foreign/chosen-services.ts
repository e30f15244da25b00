// The services that a run is to judge, in parts that run side by side.
import type { ForeignService } from './contract.ts';
import { services } from './services.ts';

const { FOREIGN } = process.env;

/** All services, or those that FOREIGN names, whose names begin with a letter of a range. */
export function chosenServices(from: string, to: string): readonly ForeignService[] {
  return services.filter(
    ({ name }) =>
      name[0]! >= from && name[0]! <= to && (FOREIGN === undefined || FOREIGN.split(',').includes(name)),
  );
}
