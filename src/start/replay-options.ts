// The options of `replay`, each declared once; what it shares with `serve` is taken from there.
import { parseRedactRule } from '../recording/redact-rule.ts';
import { assumptionOptions } from '../options/mock-options.ts';
import { many, option } from '../options/options.ts';
import type { Values } from '../options/options.ts';
import { flag, oneOf } from '../options/parsers.ts';
import { serveOptions } from './serve-options.ts';

const { port, host, allowHost, corsOrigin, key, noAuth, perSecond, perMinute } = serveOptions;
const { dir, controlToken, config, log } = serveOptions;

export const replayOptions = {
  dir,
  port,
  host,
  allowHost,
  corsOrigin,
  overlay: option('--overlay', 'lay writes that were not recorded over the recorded answers', flag, false),
  onMiss: option(
    '--on-miss <what>',
    'what a request that was not recorded gets: error (501), or mock (the simulator; implies --overlay)',
    oneOf(['error', 'mock']),
    'error',
  ),
  failOnMiss: option('--fail-on-miss', 'end with code 1 if a request was not recorded', flag, false),
  timing: option(
    '--timing <t>',
    'how long answers take: none, or recorded (as they took then)',
    oneOf(['none', 'recorded']),
    'none',
  ),
  redact: many(
    '--redact <rule>',
    'the rules that the recording was made with, so that requests match: a JSON path, header:<name>, query:<name>',
    parseRedactRule,
  ),
  key,
  noAuth,
  limits: option('--limits', 'apply the limits per second and minute', flag, false),
  perSecond,
  perMinute,
  ...assumptionOptions,
  controlToken,
  config,
  log,
};

export type ReplayOptions = Values<typeof replayOptions>;
