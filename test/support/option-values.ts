// One table of the options of `serve`, for the tests of flags, of the other sources and of the library: what each takes,
// what it does not take, and what an error says that it would take.
import { dataSetNames } from '../../src/service/data/data-sets.ts';
import type { serveOptions } from '../../src/app/options/serve-options.ts';

interface OptionValues {
  /** A value that is valid whatever else is there; without one, every value needs a file, an address or another option. */
  readonly good?: string;
  /** Values that are not valid; a switch takes none on the command line. */
  readonly bad: readonly string[];
  /** What an error says of such a value. */
  readonly valid: RegExp;
  /** Where any text is valid: one that fails later, with this text in the error. */
  readonly telling?: (source: string) => string;
}

export const optionValues: Readonly<Record<keyof typeof serveOptions, OptionValues>> = {
  port: { good: '0', bad: ['abc', '-1', '65536', '1.5', '', '1e3', ' 1', '0x10'], valid: /0 to 65535/ },
  host: { bad: [''], valid: /must not be empty/, telling: (source) => `192.0.2.${source.length}` },
  allowHost: {
    good: 'mock.test',
    bad: ['', 'a b', 'http://x', 'a/b', ':80', 'x:99999', '[::1'],
    valid: /mock\.test:5300/,
  },
  corsOrigin: {
    good: 'http://x.test',
    bad: ['', 'x', 'localhost:3000', 'http://x/', 'http://x/path', '*', 'null', 'file:///x'],
    valid: /http:\/\/localhost:3000/,
  },
  tlsCert: { bad: [''], valid: /must not be empty/, telling: (source) => `none-${source}.pem` },
  tlsKey: { bad: [''], valid: /must not be empty/, telling: (source) => `none-${source}.pem` },
  seed: { good: '2', bad: ['', '-1', '4294967296', '1.5', 'x'], valid: /0 to 4294967295/ },
  data: { good: 'tiny', bad: ['', 'Default', 'huge', 'a\nb'], valid: new RegExp(dataSetNames.join(', ')) },
  listings: { good: '3', bad: ['', '-1', '100001', '1.5', 'all'], valid: /0 to 100000/ },
  incomplete: { good: '0.08', bad: ['', '-1', '1.1', 'half', '1e-2'], valid: /0 to 1/ },
  archived: { good: 'true', bad: [], valid: /neither true nor false/ },
  fixtures: { bad: [''], valid: /must not be empty/, telling: (source) => `none-${source}.json` },
  from: { bad: [''], valid: /must not be empty/, telling: (source) => `none-${source}.json` },
  asOf: { good: 'start', bad: ['', 'Start', 'middle'], valid: /start, end/ },
  dir: { bad: ['', 'a\u0000b'], valid: /must not be empty|no folder/, telling: (source) => `none-${source}` },
  key: {
    good: 'k:2/100',
    bad: ['', 'a b', 'a:b', 'k:1', 'k:0/5', 'k:5/0', 'k:x/y', 'k:1/2/3', 'ké', 'x'.repeat(201)],
    valid: /./,
  },
  anyKey: { good: 'true', bad: [], valid: /neither true nor false/ },
  noAuth: { good: 'true', bad: [], valid: /neither true nor false/ },
  noLimits: { good: 'true', bad: [], valid: /neither true nor false/ },
  perSecond: { good: '7', bad: ['', '0', '-1', '1.5', 'none', 'Off'], valid: /at least 1 nor off/ },
  perMinute: { good: 'off', bad: ['', '0', '-1', '1.5', 'none', 'Off'], valid: /at least 1 nor off/ },
  assume: {
    good: 'sort=id',
    bad: ['', 'sort', '=newest', 'sort=', 'sort=up', 'nothing=1', 'decimals=9', 'price-range=2..1'],
    valid: /./,
  },
  profile: {
    good: 'strict',
    bad: ['', 'Default', 'lenient'],
    valid: /must not be empty|default, spec-only, strict, nor a JSON file/,
    telling: (source) => `none-${source}.json`,
  },
  docBase: {
    good: 'https://docs.example.com',
    bad: ['', 'x', 'ftp://x', 'https://x/'],
    valid: /https:\/\/docs\.example\.com/,
  },
  extraFields: { good: 'true', bad: [], valid: /neither true nor false/ },
  noRequestId: { good: 'true', bad: [], valid: /neither true nor false/ },
  latency: { good: '1..2', bad: ['', '-1', '1.5', '800..200', '200..', '..200', '1s'], valid: /200\.\.800/ },
  fault: {
    good: 'status=500@0.1',
    bad: [
      '',
      'boom',
      'status=200',
      'status=600',
      'status',
      'reset=1',
      'reset@2',
      'reset@-1',
      'reset@',
      'slow-body=x',
    ],
    valid: /slow-body|0\.1/,
  },
  faultsFirst: { good: 'true', bad: [], valid: /neither true nor false/ },
  clock: {
    good: '2026-01-01',
    bad: [
      '',
      'now',
      '2026-13-01',
      '2026-02-30',
      '2026-01-01T00:00:00',
      '2026-01-01,stopped',
      '2026-01-01,frozen,x',
    ],
    valid: /2026-01-01T00:00:00Z/,
  },
  audit: { good: 'true', bad: [], valid: /neither true nor false/ },
  coverage: { good: 'true', bad: [], valid: /neither true nor false/ },
  failOn: {
    good: 'audit:429=0',
    bad: ['', 'x', 'audit:x=1', 'audit:429', 'audit:429=-1', 'coverage', 'coverage=101', 'coverage=80%'],
    valid: /audit:429=0|the facts are|known are all, |a whole number of at least 0, or off|from 0 to 100/,
  },
  junit: { bad: [''], valid: /must not be empty/, telling: (source) => `no folder ${source}/x.xml` },
  markdown: { bad: [''], valid: /must not be empty/, telling: (source) => `no folder ${source}/x.md` },
  keepAnswers: { good: 'off', bad: ['', 'Off', 'yes', '64kb'], valid: /neither on nor off/ },
  controlToken: {
    good: 'a-token-of-mine',
    bad: ['', 'short', 'with a blank', 'x'.repeat(201)],
    valid: /8 to 200/,
  },
  config: { bad: [''], valid: /must not be empty/, telling: (source) => `none-${source}.json` },
  log: { good: 'json', bad: ['', 'xml', 'JSON'], valid: /pretty, brief, json, silent/ },
};
