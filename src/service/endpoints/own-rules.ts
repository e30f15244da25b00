// Our own rules: what §4 says, and where it is silent, what the assumptions do.
import type { EndpointName } from '../../spec/endpoints.ts';
import type { Decide } from './outcome.ts';
import { reads } from './reads.ts';
import { writes } from './writes.ts';

const actions: Readonly<Record<EndpointName, Decide>> = { ...reads, ...writes };

export const ownRules: Decide = (call) => actions[call.endpoint](call);
