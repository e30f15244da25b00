// What learning is for: a program that was written for a service works with the mock as with the service, for the session
// that was recorded and for others. What is learned holds no data, makes up records of the service's forms, and describes the
// service; how much of its own recording the mock answers alike is told, and how much of a part that it has not seen; and no
// service has changed where only runs, sessions and times differ. Each recording is learned from as seldom as can be.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDrift } from '../../src/analysis/fidelity/drift.ts';
import type { Drift } from '../../src/analysis/fidelity/drift.ts';
import { measureFidelity, percentOf } from '../../src/analysis/fidelity/fidelity.ts';
import type { FidelityReport, Split } from '../../src/analysis/fidelity/fidelity.ts';
import { formOfRecording } from '../../src/analysis/learn/learn.ts';
import { readRecording } from '../../src/analysis/learn/read-recordings.ts';
import { withoutRecords } from '../../src/analysis/learn/without-records.ts';
import type { DialectForm } from '../../src/dialect/profile-form.ts';
import { printProfile } from '../../src/dialect/profile.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import type { Recording } from '../../src/recording/format.ts';
import type { ForeignService } from './contract.ts';
import { expectAlikeRecords } from './expect-alike-records.ts';
import { report } from './figures.ts';
import { anotherRun, judge, judgeMock, learnedOf } from './judge.ts';
import type { Judgement } from './judge.ts';
import { leakedRequestIds, leakedTexts } from './leaked-texts.ts';
import type { AsOf } from './mock.ts';
import { reached } from './reached.ts';
import { recordSession } from './record-session.ts';
import type { Which } from './record-session.ts';
import { expectDocument } from '../openapi/expect-document.ts';

interface Case {
  readonly which: Which;
  readonly asOf: AsOf;
}

const cases: readonly Case[] = [
  { which: 'recorded', asOf: 'start' },
  { which: 'recorded', asOf: 'end' },
  { which: 'another', asOf: 'start' },
];

interface PartCase {
  readonly what: string;
  readonly split?: Split;
}

const parts: readonly PartCase[] = [
  { what: 'whole' },
  { what: 'every third', split: { scored: 'third', share: 2 / 3 } },
  { what: 'the last 30 %', split: { scored: 'later', share: 0.7 } },
];

const { LOOK } = process.env;

/**
 * Judges services, with a test for each thing that is said of each.
 * @param part of the services, as it stands in the names of the files of figures
 */
export function judgeServices(services: readonly ForeignService[], part: string): void {
  const judgements = new Map<string, Judgement>();
  const reports = new Map<string, FidelityReport>();

  describe.each(services)('$name', (service) => {
    let recording: Recording;
    let profile: Profile;
    let text: string;

    beforeAll(async () => {
      ({ recording, profile } = await learnedOf(service));
      text = printProfile(profile);
    });

    test.each(cases)('another run of it is equal in the $which session, as of the $asOf', async (one) => {
      const { differences } = await judgeMock({ service, ...one }, await anotherRun(service, one.asOf));
      expect(differences).toEqual([]);
    });

    test.each(cases)('the mock answers as it does in the $which session, as of the $asOf', async (one) => {
      const { which, asOf } = one;
      const judgement = await judge(service, which, asOf);
      judgements.set([service.name, which, asOf].join(), judgement);
      expect(judgement.equal).toBeGreaterThanOrEqual(reached[service.name]!.answers[cases.indexOf(one)]!);
    });

    describe('what is learned from it', () => {
      test('holds no text of a record, only the values of enumerations', () => {
        expect(leakedTexts(profile, recording)).toEqual([]);
        expect(leakedRequestIds(profile, recording)).toEqual([]);
        expect(text).not.toContain(recording.upstream);
      });

      test('is the same when it is learned again', () => {
        const again = withoutRecords(formOfRecording(recording), readRecording(recording));
        expect(printProfile({ ...profile, service: again })).toBe(text);
      });

      test('has lines that can be reviewed', () => {
        // Only a text of the service, or a sentence, may be longer.
        const long = text
          .split('\n')
          .filter(
            (line) => line.length > 140 && !/^ *(?:"(?:[^"\\]|\\.)*": )?"(?:[^"\\]|\\.)*",?$/.test(line),
          );
        expect(long).toEqual([]);
      });

      test('makes up records that look as those that the service showed', () => {
        expectAlikeRecords(profile.service!, recording);
      });

      test('is described in a document that its answers fit', async () => {
        await expectDocument(profile);
      });
    });

    test.each(parts)('is answered alike: $what of its recording', async (one) => {
      const { what, split } = one;
      const found = await measureFidelity(recording, { name: service.name, ignored: [], split });
      reports.set([service.name, what].join(), found);
      expect(percentOf(found.answers)).toBeGreaterThanOrEqual(
        reached[service.name]!.fidelity[parts.indexOf(one)]!,
      );
    });

    test('has not changed since it was learned from this very recording', () => {
      const printed = JSON.parse(JSON.stringify(formOfRecording(recording))) as DialectForm;
      expect(told(findDrift({ form: printed }, { recording }))).toEqual([]);
    });

    test('has not changed in another run of the same session, a week later', async () => {
      const again = await recordSession(service, { run: 1, later: 7 * 86_400_000 });
      expect(told(findDrift({ recording }, again))).toEqual([]);
    });

    test('has not changed in another session', async () => {
      const other = await recordSession(service, { run: 1, which: 'another' });
      expect(told(findDrift({ recording }, other))).toEqual([]);
      expect(told(findDrift(other, { recording }))).toEqual([]);
    });
  });

  afterAll(() => {
    report(`sessions-${part}`, {
      columns: cases.map(({ which, asOf }) => `${which}/${asOf}`),
      rows: services.map(({ name }) => ({
        service: name,
        shares: cases.map(({ which, asOf }) => equalIn(judgements.get([name, which, asOf].join()))),
      })),
    });
    report(`fidelity-${part}`, {
      columns: parts.map(({ what }) => what),
      rows: services.map(({ name }) => ({
        service: name,
        shares: parts.map(({ what }) => agreeingIn(reports.get([name, what].join()))),
      })),
    });
    if (LOOK === '1') for (const [name, judgement] of judgements) console.log(look(name, judgement));
  });
}

const told = (changes: readonly Drift[]) =>
  changes.map(
    ({ severity, what, path, places, old, new: now }) =>
      `${severity} ${places[0]!.endpoint} ${path} ${what}: ${old} / ${now}`,
  );

const equalIn = (found: Judgement | undefined) =>
  found === undefined ? null : { equal: found.equal, of: found.of };

const agreeingIn = (found: FidelityReport | undefined) =>
  found === undefined
    ? null
    : { equal: found.answers.agreeing, of: found.answers.of, unknown: found.undecided };

function look(name: string, { differences }: Judgement): string {
  const shown = differences.map(
    ({ request, where, expected, got }) =>
      `${where}  ${request}\n  expected  ${expected}\n  got       ${got}`,
  );
  return [`${name}: ${differences.length} answers differ`, ...shown].join('\n');
}
