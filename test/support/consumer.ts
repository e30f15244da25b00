// A project that has installed the package as it was built, for tests that need to be its user.
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from './recordings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param files by name; they stand beside a package.json of type module */
export async function consumer(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryDirectory();
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'pricing-mock');
  await mkdir(own, { recursive: true });
  await cp(join(root, 'package.json'), join(own, 'package.json'));
  await cp(join(root, 'dist'), join(own, 'dist'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!name.startsWith('.'))
      await symlink(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
  for (const [name, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
