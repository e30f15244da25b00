// Starts the mode `mock` on a port, for `serve` and `startServer`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Clock } from '../http/clock.ts';
import type { AuditSummary } from '../service/audit/summary.ts';
import type { DataSet } from '../service/models/resources.ts';
import { reasonOf, whyNotRead } from '../http/system-error.ts';
import type { Speech } from '../service/service.ts';
import type { DialectForm } from '../dialect/profile-form.ts';
import { createSettings } from '../spec/settings.ts';
import { accessFrom, conditionsFrom, withOptions } from './options/service-options.ts';
import { chooseForm, chooseProfile, isPresetName, readProfileFile } from './options/choose-settings.ts';
import type { ChosenProfile } from './options/choose-settings.ts';
import { inputError, usageError } from './options/command-error.ts';
import type { ServeOptions } from './options/serve-options.ts';
import { createData, dataFromRecording } from './data/create-data.ts';
import type { ServerHooks } from './modes/hooks.ts';
import { mockMode } from './modes/mock.ts';
import { nothingToRecord, startOf } from './modes/mode-switch.ts';
import type { Mode, ModeRequest } from './modes/mode-switch.ts';
import { openAuditedServer } from './audited-server.ts';
import { demandsOf } from './server-audit.ts';
import type { MockServer } from './server.ts';

export interface Start<Values> {
  readonly values: Values;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly hooks: ServerHooks;
}

interface StartMock extends Start<ServeOptions> {
  /** Records in the form of a fixture file, instead of a file. */
  readonly records?: object;
}

interface StartedMock {
  readonly server: MockServer;
  /** How another service speaks, where a profile or a recording says so. */
  readonly form: DialectForm | undefined;
  readonly data: DataSet;
  /** What a recording does not show, or only in part. */
  readonly notes: readonly string[];
  /** See `AuditedServer`. */
  readonly audit: (() => AuditSummary) | undefined;
}

/** @throws CommandError for options that do not go together, bad files and a port that cannot be opened */
export async function startMock(start: StartMock): Promise<StartedMock> {
  const { values, cwd, hooks, records: fixtures = values.fixtures } = start;
  const { settings, data, dialect, limits, beside, form, notes } = await sourceOf(values, fixtures, cwd);
  const tls = await readCertificate(values, cwd);
  const access = accessFrom(values, values.noLimits, limits);
  const { server, audit } = await openAuditedServer({
    values: { ...values, ...(tls !== undefined && { tls }) },
    hooks,
    service: { ...access, ...conditionsFrom(values), settings, data, dialect, beside },
    demands: demandsOf(access),
    kinds: true,
    limits: true,
    openModes: (service) => ({
      mode: mockMode(service),
      async openMode(to: ModeRequest): Promise<Mode> {
        if (to.mode === 'mock') return mockMode(service);
        if (to.mode === 'record') throw nothingToRecord();
        const { replayMode } = await import('./modes/replay-file.ts');
        return replayMode(to.recording, {
          service,
          cwd,
          note: hooks.note,
          values: { dir: values.dir, at: startOf(to) },
        });
      },
    }),
  });
  return { server, form, data, notes, audit };
}

interface DataSource extends ChosenProfile, Pick<Speech, 'beside'> {
  readonly form?: DialectForm | undefined;
  readonly data: DataSet;
  readonly notes: readonly string[];
}

/** What is served, and how: a recording speaks as its service does, generated records and fixtures as the profile says. */
async function sourceOf(
  values: ServeOptions,
  fixtures: StartMock['records'] | string | undefined,
  cwd: string,
): Promise<DataSource> {
  const { profile: named, assume, from } = values;
  if (from === undefined) {
    if (values.asOf !== undefined)
      throw usageError('--as-of: says which records --from opens with, and goes with it');
    const chosen = chooseProfile(named, assume, cwd);
    const { profile } = chosen;
    const settings = withOptions(chosen.settings, values);
    if (profile?.service !== undefined && fixtures !== undefined)
      throw usageError(
        '--fixtures: holds records of our form, which a learned profile does not show; leave one out',
      );
    const data = await createData({ ...values, fixtures }, settings, cwd, profile?.service);
    return { ...chosen, settings, data, form: profile?.service, notes: [] };
  }
  if (isPresetName(named) && named !== 'default')
    throw usageError(`--from: a recording is served as its service speaks, which --profile ${named} is not`);
  const profile = isPresetName(named) ? undefined : readProfileFile(named, cwd);
  const recorded = await dataFromRecording(values, profile?.service, cwd);
  const { form, data, notes } = recorded;
  const { nodeBodies } = await import('../recording/body/node-bodies.ts');
  const beside = recorded.beside(nodeBodies, clockOf(values));
  const shown = form === undefined ? {} : recorded.assumptions;
  const answers = [shown, profile?.assumptions ?? {}, ...assume];
  const applied =
    form === undefined ? { settings: createSettings('default', ...answers) } : chooseForm(form, answers);
  return { ...applied, settings: withOptions(applied.settings, values), data, beside, form, notes };
}

/** The time by which links to recorded files end: that of the worlds' clock, unless a test moves the clock of one world. */
function clockOf({ clock }: ServeOptions): () => number {
  if (clock === 'real') return Date.now;
  const own = new Clock(clock.start, { frozen: clock.frozen });
  return () => own.now();
}

async function readCertificate({ tlsCert, tlsKey }: ServeOptions, cwd: string) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw usageError('--tls-cert and --tls-key go together, each with a PEM file');
  }
  const tls = { cert: readPem(tlsCert, cwd), key: readPem(tlsKey, cwd) };
  const isNone = (reason: string) =>
    inputError(`${tlsCert} and ${tlsKey} are no certificate and its key in PEM form (${reason})`);
  // Node takes an empty text for none, and then answers no handshake.
  if (tls.cert === '' || tls.key === '') throw isNone(`${tls.cert === '' ? tlsCert : tlsKey} is empty`);
  try {
    // Loaded for https alone.
    (await import('node:tls')).createSecureContext(tls);
  } catch (error) {
    throw isNone(reasonOf(error));
  }
  return tls;
}

function readPem(name: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    throw inputError(`${name}: ${whyNotRead(error)}`);
  }
}
