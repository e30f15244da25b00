// What is settled about report runs and the files behind their links (A23 to A25).
import { stateNames } from '../../service/worlds/report-runs.ts';
import { valueAt } from '../../dialect/pointer.ts';
import { readTime } from '../../dialect/forms.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import type { FieldWire } from '../../dialect/wire.ts';
import type { Finding } from './findings.ts';
import { recordsIn } from './locate.ts';
import type { Observation } from './observations.ts';
import { valueOf } from './observations.ts';
import { shownBy } from './learned.ts';
import type { Learned } from './learned.ts';

export function settleReports(learned: Learned): Finding[] {
  const { observations, wire } = learned;
  const shape = wire.records.reportRun;
  const lists = observations.filter(({ ok, route }) => ok && route?.endpoint === 'listReports');
  const files = fileFindings(observations, told(learned, lists));
  if (shape === undefined) return files;
  const leaves = leavesOf(shape).map(({ field }) => field);
  return [...states(leaves, lists), ...links(leaves, lists), ...files];
}

function states(leaves: readonly FieldWire[], lists: readonly Observation[]): Finding[] {
  const field = leaves.find(({ ours }) => ours === 'status');
  if (field === undefined) return [];
  const words = (field.values ?? Object.keys(field.means ?? {})).map((value) => String(value));
  if (words.length === 0) return [];
  const set = Object.entries(stateNames).find(([, names]) =>
    words.every((word) => (Object.values(names) as string[]).includes(word)),
  );
  return shownBy('report-states', set?.[0] ?? words.join(', '), lists);
}

function links(leaves: readonly FieldWire[], lists: readonly Observation[]): Finding[] {
  const own = leaves.filter(({ ours }) => ours?.startsWith('downloadLinks') === true);
  if (own.length === 0) return [];
  const isArray = own.some(({ ours }) => ours === 'downloadLinks');
  return shownBy(
    'report-links',
    isArray ? 'array' : own.length === 1 ? 'single' : 'one member for each format',
    lists,
  );
}

/** For how many seconds links are said to work: the time that stands beside them. */
function told({ wire, places }: Learned, lists: readonly Observation[]): number | undefined {
  const shape = wire.records.reportRun;
  const leaf =
    shape === undefined
      ? undefined
      : leavesOf(shape).find(
          ({ field }) => /expire|valid_?until|expiry/i.test(field.name) && field.time !== undefined,
        );
  const form = leaf?.field.time;
  if (leaf === undefined || form === undefined) return undefined;
  for (const by of lists) {
    for (const record of recordsIn(by, places)) {
      const until = readTime(valueAt(record, leaf.pointer), form);
      if (!Number.isNaN(until)) return Math.round((until - by.at) / 1000);
    }
  }
  return undefined;
}

function fileFindings(observations: readonly Observation[], ttl: number | undefined): Finding[] {
  const findings: Finding[] = [];
  const given = new Map<string, { at: number; good: number }>();
  let lastList = 0;
  for (const by of observations) {
    if (by.route?.endpoint === 'listReports' && by.ok) lastList = by.at;
    if (!by.isFile) continue;
    const key = `${by.session} ${by.path}`;
    const known = given.get(key);
    if (by.ok) given.set(key, { at: known?.at ?? lastList, good: by.at });
    else if (known !== undefined) {
      const status = String(by.status);
      const type = valueOf(by.headers, 'content-type') ?? '';
      findings.push(
        { id: 'expired-link', value: /^(403|404|410)$/.test(status) ? status : `status ${status}`, by },
        {
          id: 'link-errors',
          value: type.includes('xml') ? 'xml' : type.includes('json') ? 'json' : `as ${type || 'nothing'}`,
          by,
        },
        {
          id: 'link-ttl',
          value: ttl ?? between((known.good - known.at) / 1000, (by.at - known.at) / 1000),
          by,
        },
      );
    }
  }
  return findings;
}

const usual = [30, 60, 90, 120, 180, 300, 600, 900, 1800, 3600, 86_400];

/** A usual life of links that is longer than the first and not longer than the second. */
function between(low: number, high: number): number {
  return (
    usual.find((seconds) => seconds > low && seconds <= high) ?? Math.max(1, Math.round((low + high) / 2))
  );
}
