// What a recording teaches, for the page: it is loaded when it is first asked for, and found out once for each recording.
import { jsonReport } from '../analysis/fidelity/fidelity-report.ts';
import { measureFidelity } from '../analysis/fidelity/fidelity.ts';
import { learnProfile } from '../analysis/learn/write-profile.ts';
import type { Recording } from '../recording/format.ts';
import type { RecordingStudies } from './control/route.ts';

const learned = new WeakMap<Recording, object>();
const measured = new WeakMap<Recording, Promise<object>>();

export const studies: RecordingStudies = {
  learned(name, recording) {
    const known = learned.get(recording);
    if (known !== undefined) return known;
    const { about, behaviours, guesses, assumptions = {}, evidence } = learnProfile([{ name, recording }]);
    const result = { recording: name, about, behaviours, guesses, assumptions, evidence };
    learned.set(recording, result);
    return result;
  },
  fidelity(name, recording) {
    const known = measured.get(recording);
    if (known !== undefined) return known;
    const measuring = measure(name, recording);
    measured.set(recording, measuring);
    measuring.catch(() => measured.delete(recording)); // a later try measures anew
    return measuring;
  },
};

async function measure(name: string, recording: Recording): Promise<object> {
  return JSON.parse(jsonReport(await measureFidelity(recording, { name, ignored: [] }))) as object;
}
