// What the limits tell with an answer, for the templates of a dialect.
import type { Limiter } from './limiter.ts';

/** @param scope see `countedWith` */
export function limitFacts(limiter: Limiter, now: number, scope: string | null): Map<string, number> {
  const facts = new Map<string, number>();
  for (const { name, limit, remaining, ends, wait } of limiter.states(now, scope)) {
    facts.set(`limit.${name}`, limit);
    facts.set(`limit.${name}.left`, remaining);
    facts.set(`limit.${name}.used`, limit - remaining);
    facts.set(`limit.${name}.reset`, Math.max(1, Math.ceil((ends - now) / 1000)));
    facts.set(`limit.${name}.ends`, ends);
    if (wait > 0) facts.set('limit.wait.ms', Math.max(facts.get('limit.wait.ms') ?? 1, wait));
  }
  const wait = facts.get('limit.wait.ms');
  if (wait !== undefined) facts.set('limit.wait', Math.ceil(wait / 1000));
  return facts;
}
