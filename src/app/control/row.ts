// A logged request as a page lists it: what it was and what became of it, without headers and bodies.
import { traceOf } from '../../recording/replay/replay-trace.ts';
import type { LoggedRequest } from '../../service/worlds/logged-request.ts';

export function rowOf(request: LoggedRequest) {
  const { exchanged, replay } = request;
  return {
    ...request.summary(),
    badges: badgesOf(request),
    interaction: exchanged?.interaction ?? traceOf(replay)?.found?.interaction.id ?? null,
    recorded: exchanged?.result ?? null,
  };
}

/** What deserves a look. */
function badgesOf({ kind, injected, ignored, replay }: LoggedRequest): string[] {
  const trace = traceOf(replay);
  const isLimited = kind === 'rate_limit_per_second' || kind === 'rate_limit_per_minute';
  return [
    ...(isLimited && injected === undefined ? ['429'] : []),
    ...(injected === undefined ? [] : ['injected']),
    ...(ignored === undefined ? [] : ['ignored']),
    ...(trace?.missed === undefined ? [] : ['miss']),
    ...(trace?.synthesizedBy === 'unrecorded-write' ? ['overlay'] : []),
    ...(trace?.synthesizedBy === 'mock' ? ['synthesized'] : []),
    ...(trace?.found?.marks ?? []),
  ];
}
