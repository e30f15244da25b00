// What others look for in what this program writes: the patterns of eslint-plugin-no-secrets (those of truffleHog), and
// secretlint with its recommended preset.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeBodies } from '../../src/recording/body/node-bodies.ts';
import { Redactor } from '../../src/recording/redact/redactor.ts';
import { openRecording } from '../../src/recording/record/open-recording.ts';
import { exchange, filesIn, temporaryDirectory, upstream } from '../support/recordings.ts';
import { vendorSecrets } from '../support/vendor-secrets.ts';

const { default: patterns } = createRequire(import.meta.url)('eslint-plugin-no-secrets/dist/regexes.js') as {
  readonly default: Readonly<Record<string, RegExp>>;
};

/** Where a text is planted, under a name that says nothing. */
const places = ['a field', 'a text', 'a query'] as const;
type Planted = readonly [text: string, secret: string];

function plant([text]: Planted, at: number, place: (typeof places)[number]): ReturnType<typeof exchange> {
  const path = `/v1/notes/${at}`;
  switch (place) {
    case 'a field':
      return exchange({ path, body: { note: text, at } });
    case 'a text':
      return exchange({
        path,
        headers: [['Content-Type', 'text/plain']],
        body: Buffer.from(`the note is\n${text}\nand ends here`),
      });
    case 'a query':
      return exchange({ path, query: `note=${encodeURIComponent(text)}&at=${at}`, body: {} });
  }
}

/** All that recording them writes: the journal while it goes on, the file behind it, and lines of the log. */
async function written(planted: readonly Planted[], place: (typeof places)[number]): Promise<string[]> {
  const directory = await temporaryDirectory();
  const redactor = new Redactor(nodeBodies);
  const recording = await openRecording(join(directory, 'a.json'), { upstream, redactor });
  for (const [at, each] of planted.entries()) {
    expect(await recording.add(plant(each, at, place))).toMatchObject({ recorded: true });
  }
  const journal = await filesIn(directory);
  await recording.close();
  const files = [...journal, ...(await filesIn(directory))].map(([, bytes]) => bytes.toString());
  const log = planted.map(([text]) =>
    redactor.text(`GET /v1/notes?note=${encodeURIComponent(text)} 200 ${text}`),
  );
  return [...files, log.join('\n')];
}

/** The secrets that stand in what was written, as they are or as JSON and links write them. */
function left(texts: readonly string[], planted: readonly Planted[]): string[] {
  const all = texts.join('\n');
  return planted.flatMap(([, secret]) =>
    [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].some((form) =>
      all.includes(form),
    )
      ? [secret]
      : [],
  );
}

/** What a pattern would take for a secret and is none: it says what stands near by. */
const markers = new Set(['Google (GCP) Service-account']);
/** Not found, see `knownGaps`: a UUID proves nothing, and ten in a hundred key ids of AWS are without a digit. */
const gaps: Readonly<Record<string, (secret: string) => boolean>> = {
  'AWS API Key': (secret) => !/\d/.test(secret),
  'Heroku API Key': () => true,
};

/** A pattern whose samples are what its author meant: `[a|b]` for either, and for "anything" what may stand there. */
function narrowed({ source }: RegExp): RegExp {
  const meant = source
    .replace(/\[([^\]]*)\]/g, (_, set: string) => `[${set.replaceAll('|', '')}]`)
    .replaceAll(String.raw`[^\/\\s:@]`, '[A-Za-z0-9._~!$*+-]')
    .replace('.{1,100}', '[a-z]{2,20}')
    .replace(String.raw`[\"'\\s]`, `["']`)
    .replace('hooks.slack.com', String.raw`hooks\.slack\.com`)
    .replaceAll('.*', '[ :=_]{0,9}');
  return new RegExp(`^(?:${meant})$`);
}

/** The part of a sample that must be gone. */
function secretIn(kind: string, sample: string): string {
  if (kind === 'Password in URL') return /:[^/:@]{3,20}@/.exec(sample)![0];
  if (kind === 'Slack Webhook') return sample.slice(-24);
  if (kind === 'Google Oauth') return sample.slice(-25, -1);
  return /['"]([0-9a-zA-Z]{32,45})['"]$/.exec(sample)?.[1] ?? sample;
}

test.each(places)('nothing is left of what truffleHog’s patterns match, in %s', async (place) => {
  const figures: string[] = [];
  const found: Record<string, string[]> = {};
  for (const [kind, pattern] of Object.entries(patterns)) {
    if (markers.has(kind)) continue;
    const samples = fc.sample(fc.stringMatching(narrowed(pattern)), { numRuns: 40, seed: 20260131 });
    const planted = samples.map((sample): Planted => [sample, secretIn(kind, sample)]);
    const all = planted.filter(([, secret]) => gaps[kind]?.(secret) !== true);
    if (all.length === 0) continue;
    const remain = left(await written(all, place), all);
    if (remain.length > 0) found[kind] = remain;
    figures.push(`${kind} ${all.length - remain.length}/${all.length}`);
  }
  console.log(`patterns of truffleHog, found/planted in ${place}: ${figures.join(', ')}`);
  expect(found).toEqual({});
  expect(figures.length).toBeGreaterThanOrEqual(15);
});

async function secretlint(content: string, name: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { content, filePath: `/${name}`, ext: '.json', contentType: 'text' },
    options: {
      noPhysicFilePath: true,
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset }] },
    },
  });
  return messages.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const vendors = Object.entries(vendorSecrets);
test.each(places)(
  'secretlint finds nothing in what is written of secrets of vendors, in %s',
  async (place) => {
    const planted = vendors.map(([, [text, secret = text]]): Planted => [text, secret]);
    expect(planted.length).toBeGreaterThanOrEqual(40);
    let seen = 0;
    for (const [text] of planted) if ((await secretlint(text, 'raw.json')).length > 0) seen += 1;

    const texts = await written(planted, place);
    for (const text of texts) {
      // A placeholder is a variable to secretlint, not a password.
      const read = text.replaceAll(/__redacted\.[A-Za-z0-9-]+(?:\.\d+)?__/g, '${secret}');
      expect(await secretlint(read, 'a.json')).toEqual([]);
    }
    const remain = left(texts, planted);
    const names = vendors
      .filter(([, [text, secret = text]]) => remain.includes(secret))
      .map(([name]) => name);
    console.log(
      `${planted.length} secrets of vendors in ${place}: secretlint finds ${seen} of the raw ones, none in what is written; we find ${planted.length - remain.length}, left ${names.join(', ') || 'none'}`,
    );
    expect(names).toEqual([]);
    // It knows fewer vendors than are planted; of those that it knows, it must see what we plant.
    expect(seen).toBeGreaterThanOrEqual(35);
  },
);
