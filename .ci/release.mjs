// release.mjs: refuses to publish what is not ready. npm runs it before `npm publish`; CONTRIBUTING.md has the list.
import { readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const read = (name) => readFileSync(new URL(name, root), 'utf8');
const manifest = JSON.parse(read('package.json'));
const newest = /^## (\S+) \((.*)\)$/m.exec(read('CHANGELOG.md'));

const wrong = [
  ...['repository', 'homepage', 'bugs']
    .filter((name) => manifest[name] === undefined)
    .map((name) => `package.json has no '${name}': set it to where the project lives`),
  ...(newest?.[1] === manifest.version
    ? []
    : [`CHANGELOG.md begins with ${newest?.[1]}, package.json says ${manifest.version}`]),
  ...(/^\d{4}-\d{2}-\d{2}$/.test(newest?.[2] ?? '')
    ? []
    : [`CHANGELOG.md calls ${newest?.[1]} '${newest?.[2]}': put the day there, such as 2027-01-31`]),
];
for (const problem of wrong) console.error(`not ready to publish: ${problem}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
