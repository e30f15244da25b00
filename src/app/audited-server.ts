// What the starts of all modes have in common: the clients of a service are audited where the options ask for it, and a
// server on a port answers in its modes.
import { backgroundSleep } from '../http/sleep.ts';
import type { Demands } from '../spec/endpoint-answers.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import { openService } from '../service/service.ts';
import type { Service, ServiceOptions } from '../service/service.ts';
import type { ServerHooks } from './modes/hooks.ts';
import type { CheckValues } from './options/serve-options.ts';
import { openAudit } from './server-audit.ts';
import { openServer } from './server.ts';
import type { MockServer, Network, ServerParts } from './server.ts';

/** The modes of a server: the one that it starts in, and how others are opened. */
type Modes = Pick<ServerParts, 'mode' | 'openMode'>;

interface AuditedParts<Opened extends Modes> {
  readonly values: Network &
    CheckValues &
    Pick<ServerParts, 'controlToken'> & { readonly keepAnswers: boolean };
  readonly hooks: ServerHooks;
  readonly service: Omit<ServiceOptions, 'watcher' | 'sleep' | 'keepAnswers' | 'createAudit' | 'keepReport'>;
  /** See `openAudit`. */
  readonly demands: Demands;
  /** See `openAudit`. */
  readonly kinds: boolean;
  /** Whether limits are applied; nobody is told to keep to those that are not. */
  readonly limits: boolean;
  readonly openModes: (service: Service) => Opened | Promise<Opened>;
}

interface AuditedServer<Opened> {
  readonly server: MockServer;
  readonly modes: Opened;
  /** What the clients of all worlds did, to be asked for once, at the end; undefined where no audit was asked for. */
  readonly audit: (() => AuditSummary) | undefined;
}

const unlimited = { perSecond: Infinity, perMinute: Infinity };

/** @throws CommandError for a mode or a port that cannot be opened */
export async function openAuditedServer<Opened extends Modes>(
  parts: AuditedParts<Opened>,
): Promise<AuditedServer<Opened>> {
  const { values, hooks } = parts;
  const audit = await openAudit(values, parts.service.settings, parts.demands, parts.kinds);
  const service = openService({
    ...parts.service,
    sleep: backgroundSleep,
    keepAnswers: values.keepAnswers,
    ...(audit && {
      createAudit: (world, limits) => audit.createAudit(world, parts.limits ? limits : unlimited),
      keepReport: audit.keepReport,
    }),
    watcher: audit?.watching(hooks) ?? hooks,
  });
  const modes = await parts.openModes(service);
  const server = await openServer({
    network: values,
    service,
    mode: modes.mode,
    openMode: modes.openMode,
    hooks,
    controlToken: values.controlToken,
    coverage: audit?.coverage,
    thresholds: values.failOn?.audit ?? undefined,
  });
  return { server, modes, audit: audit && (() => audit.summary(service.worlds)) };
}
