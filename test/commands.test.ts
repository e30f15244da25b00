// Every command on README.md and the pages of docs/ prints what the page says; all pages are in the soak.
import { expect, test } from 'vitest';
import { pages, Reader, readPage, stepsOf } from './support/doc-pages.ts';
import { first } from './support/soak.ts';

const commanding = first(
  1,
  pages.filter((page) => stepsOf(page).some(({ kind }) => kind === 'command')),
);

test.for(commanding)('every command of %s prints what the page says', async (page, context) => {
  await using reader = new Reader();
  const needed = /<!-- needs: (.+) -->/.exec(readPage(page))?.[1];
  if (needed !== undefined && !(await reader.has(needed))) {
    console.error(`SKIPPED: ${page} needs ${needed}`);
    context.skip();
  }
  for (const step of stepsOf(page)) {
    if (step.kind === 'file') reader.write(step.name, step.text);
    else if (step.kind === 'server') await reader.start(step.command, step.port);
    else if (step.kind === 'stop') await reader.stop();
    else {
      expect(reader.knows(step.command), `${page} names the server of: ${step.command}`).toBe(true);
      const shown = await reader.type(step.command);
      expect(`$ ${step.command}\n${shown}`).toBe(`$ ${step.command}\n${step.output}`);
    }
  }
});
