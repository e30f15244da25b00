// A server with its worlds, modes and control API: what `serve`, `record` and `replay` have in common, for the command
// line and for the library.
import type { Service } from '../service/service.ts';
import type { Coverage } from '../service/audit/coverage.ts';
import { Requests } from '../service/handles/requests.ts';
import { noAudit } from '../service/handles/world.ts';
import type { World } from '../service/handles/world.ts';
import type { Handler } from '../http/message.ts';
import { meantBy } from '../http/nearest-name.ts';
import { valueText } from '../http/schema.ts';
import { CommandError, exitCodes, usageError } from './options/command-error.ts';
import { givenOptions, inProgramWords } from './options/options.ts';
import { recordingName } from './options/parsers.ts';
import { listen } from '../doors/port/listen.ts';
import type { RunningServer, ServerOptions } from '../doors/port/listen.ts';
import { PortError } from '../doors/port/port-error.ts';
import type { ControlParts } from './control/route.ts';
import { createToken } from './control/token.ts';
import type { ServerHooks } from './modes/hooks.ts';
import { ModeError, modeNames, ModeSwitch } from './modes/mode-switch.ts';
import type { Mode, ServerMode, ModeRequest, ModeState } from './modes/mode-switch.ts';
import { defaultThresholds } from '../service/audit/fail-on.ts';
import type { Thresholds } from '../service/audit/fail-on.ts';
import { answerEntrances } from './entrances.ts';
import { version } from './version.ts';
import { worldsByKey } from './worlds-by-key.ts';
import type { WorldsByKey } from './worlds-by-key.ts';

/** The options about the network: `--host`, `--port` and so on. */
export interface Network {
  readonly host: string;
  readonly port: number;
  readonly allowHost: readonly string[];
  readonly corsOrigin: string | undefined;
  readonly tls?: ServerOptions['tls'];
}

export interface ServerParts {
  readonly network: Network;
  readonly service: Service;
  readonly mode: Mode;
  /** Opens a mode that the control API or a test asks for. */
  readonly openMode: (to: ModeRequest) => Promise<Mode>;
  readonly controlToken: string | undefined;
  /** Which answers the clients have met; undefined where they are not audited. */
  readonly coverage?: (() => Coverage) | undefined;
  readonly hooks: ServerHooks;
  /** How often what an audit counts may be, where clients are audited; those of `--fail-on audit` unless given. */
  readonly thresholds?: Thresholds | undefined;
}

/** How long requests in flight may take once a server is told to close, in milliseconds. */
const grace = 5000;

/** A server on a port of this machine, with its worlds. `await using` closes it at the end of the block. */
export class MockServer {
  /** Such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly port: number;
  /** An API key that is valid, and that `world()` means; empty where no key is asked for (`noAuth`). */
  readonly key: string;
  /** The bearer token of the control API below `/__mock`. Secret. */
  readonly controlToken: string;
  readonly mode: ServerMode;
  /** Requests that were let into no world: without a key, with a wrong one, or refused before. */
  readonly unauthenticated: Requests;
  readonly #service: Service;
  readonly #handles: WorldsByKey;
  readonly #modes: ModeSwitch;
  readonly #server: RunningServer;
  readonly #coverage: (() => Coverage) | undefined;
  #closed: Promise<void> | undefined;

  constructor(
    service: Service,
    modes: ModeSwitch,
    {
      controlToken,
      coverage,
    }: { readonly controlToken: string; readonly coverage?: ServerParts['coverage'] },
    server: RunningServer,
  ) {
    this.#coverage = coverage;
    this.url = server.url;
    this.port = server.port;
    this.key = service.key;
    this.controlToken = controlToken;
    this.unauthenticated = new Requests(service.worlds.unauthenticated.log);
    this.mode = {
      current: () => modes.current(),
      async change(to) {
        await modes.change(checked(givenOptions(to, 'mode.change'))).catch(async (error: unknown) => {
          // A start of `serve` needs nothing of a replay.
          const { recordedOptions } = await import('./options/shared-replay-options.ts');
          throw inProgramWords(error, recordedOptions);
        });
        service.worlds.traffic.news.tell({ type: 'mode' });
      },
    };
    this.#service = service;
    this.#modes = modes;
    this.#server = server;
    this.#handles = worldsByKey(service, (key) => ({
      mayHoldRecords: () => {
        refuseRecords(modes.current());
      },
      mayFail: () => {
        refuseFaults(modes.current());
      },
      mayRefuse: () => modes.mode.limits,
      onReset: () => {
        modes.reset(key);
      },
    }));
  }

  /**
   * The world that an API key opens; it is opened by its first request, or by a look into it.
   * @throws RangeError for a key that is not valid
   */
  world(key: string = this.key): World {
    return this.#handles.world(key);
  }

  /** The worlds that are open, the least recently used first. */
  worlds(): World[] {
    return this.#handles.worlds();
  }

  /**
   * Closes a world and forgets all that is in it; with the next request of its key it begins anew.
   * @returns whether there was one
   */
  drop(id: string): boolean {
    const { worlds } = this.#service;
    const world = worlds.byId(id);
    if (world !== undefined) worlds.drop(world);
    return world !== undefined;
  }

  /**
   * Which answers the clients of all worlds have met, and which that the specification defines they have not.
   * @throws AuditError where the server was started without an audit
   */
  coverage(): Coverage {
    if (this.#coverage === undefined) throw noAudit();
    return this.#coverage();
  }

  /** Finishes what is in flight, for 5 s at most, and lets go of port and files. More than one call does no harm. */
  close(): Promise<void> {
    this.#closed ??= this.#server.close(grace).then(() => this.#modes.close());
    return this.#closed;
  }

  /** Ends at once what is in flight. */
  closeNow(): Promise<void> {
    return this.#server.closeNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Refuses paths: a client with the token may name recordings, but must not reach other files. */
function checked(to: ModeRequest): ModeRequest {
  if (!modeNames.includes(to.mode)) {
    const given: unknown = to.mode;
    const meant = meantBy(String(given), modeNames);
    throw new ModeError(`${valueText(given)} is no mode; the modes are ${modeNames.join(', ')}${meant}`);
  }
  if (to.mode === 'mock') return to;
  const at: unknown = to.mode === 'replay' ? to.at : undefined;
  if (at !== undefined && typeof at !== 'number' && typeof at !== 'string') {
    throw new ModeError('at: takes the number or the id of a recorded write');
  }
  if (typeof to.recording !== 'string') throw new ModeError('recording: takes the name of a recording');
  try {
    return { ...to, recording: recordingName(to.recording) };
  } catch (error) {
    throw new ModeError((error as Error).message);
  }
}

function refuseRecords({ mode, recording }: ModeState): void {
  if (mode === 'mock') return;
  throw new ModeError(
    `the server is in the mode ${mode} (${recording ?? ''}) and has no records of its own; the mode mock has`,
  );
}

function refuseFaults({ mode, recording }: ModeState): void {
  if (mode !== 'record') return;
  throw new ModeError(`the server is recording (${recording ?? ''}): what it answers is the real service's`);
}

/**
 * Opens a port.
 * @throws CommandError (3) for a port that cannot be opened; (2) for a malformed name
 */
export async function openServer(parts: ServerParts): Promise<MockServer> {
  const { service, network, hooks } = parts;
  const { settings } = service;
  const modes = new ModeSwitch(parts.mode, parts.openMode);
  const controlToken = parts.controlToken ?? createToken();
  let server: MockServer | undefined;
  let control: Handler | undefined;
  // Loaded with the first request, because the start does not need it.
  const pages: Handler = async (request) => {
    control ??= (await import('./control/control.ts')).control(controlParts(server!, service, modes, parts));
    return control(request);
  };
  const handler = answerEntrances(service.serve(modes.handler, pages));
  try {
    const running = await listen(handler, {
      host: network.host,
      port: network.port,
      settings,
      marksErrors: () => modes.current().mode !== 'mock',
      allowedHosts: network.allowHost,
      ...(network.corsOrigin !== undefined && { corsOrigin: network.corsOrigin }),
      ...(network.tls !== undefined && { tls: network.tls }),
      onClientError: hooks.note,
      onRefusal: hooks.refused,
      onDefect: hooks.failure,
    });
    server = new MockServer(service, modes, { controlToken, coverage: parts.coverage }, running);
    return server;
  } catch (error) {
    await modes.close();
    if (error instanceof PortError) throw new CommandError(exitCodes.port, error.message);
    if (error instanceof TypeError) throw usageError(error.message);
    throw error;
  }
}

function controlParts(
  server: MockServer,
  { settings, isKey, worlds: opened }: Service,
  modes: ModeSwitch,
  { thresholds = defaultThresholds }: ServerParts,
): ControlParts {
  const { controlToken: token, key: defaultKey, mode, unauthenticated } = server;
  return {
    settings,
    token,
    version: version(),
    defaultKey,
    mode,
    unauthenticated,
    opened,
    thresholds,
    audited: opened.unauthenticated.audit !== undefined,
    running: () => modes.mode,
    readPageFile: async (name) => (await import('./page-files.ts')).readPageFile(name),
    studies: async () => (await import('./study-recording.ts')).studies,
    worldOf: (key) => (key === defaultKey || isKey(key) ? server.world(key) : undefined),
    worlds: () => server.worlds(),
    dropWorld: (id) => server.drop(id),
    coverage: () => server.coverage(),
  };
}
