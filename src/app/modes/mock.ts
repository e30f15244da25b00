// The mode `mock`: the simulator answers.
import { applyForm } from '../../dialect/apply-profile.ts';
import type { DialectForm } from '../../dialect/profile-form.ts';
import type { Recording } from '../../recording/format.ts';
import type { Service } from '../../service/service.ts';
import type { Mode } from './mode-switch.ts';

export function mockMode({ simulator }: Pick<Service, 'simulator'>): Mode {
  return { mode: 'mock', recording: null, upstream: null, handler: simulator, limits: true };
}

/**
 * The same for a recording that was made or replayed before: all worlds begin anew with the records that it shows as of its
 * start, and the mock speaks as the recorded service does.
 * @param known how that speaks, where a profile says so; else the recording teaches it
 */
export async function mockOfRecording(
  service: Service,
  recording: Recording,
  note: (line: string) => void,
  known?: DialectForm,
): Promise<Mode> {
  const { openRecordingData } = await import('../../analysis/open-recording-data.ts');
  const { nodeBodies } = await import('../../recording/body/node-bodies.ts');
  const { form, assumptions, data, beside, notes } = openRecordingData(recording, 'start', known);
  // Where a recording shows no record at all, a data set stands in.
  const { generate } = await import('../../service/data/generate.ts');
  service.worlds.begin(form === undefined ? generate({ seed: 1, set: 'default' }) : data);
  notes.forEach(note);
  const speech = form === undefined ? { settings: service.settings } : applyForm(form, [assumptions]);
  return mockMode({ simulator: service.simulatorOf({ ...speech, beside: beside(nodeBodies, Date.now) }) });
}
