// Makes the types of the CommonJS library, dist/commonjs/*.d.cts, from those that tsc has made of the ES modules.
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** Types alone may be taken from an ES module, but TypeScript has to be told so. */
const typesOfModules = {
  name: 'types of ES modules',
  renderChunk: (code) =>
    code.replace(
      /^import (\{.*\}) from "@faker-js\/faker";$/m,
      'import type $1 from "@faker-js/faker" with { "resolution-mode": "import" };',
    ),
};

await build({
  cwd: import.meta.dirname,
  input: { index: 'dist/index.d.ts', msw: 'dist/msw.d.ts' },
  platform: 'node',
  external: /^[^./]/,
  plugins: [dts({ dtsInput: true }), typesOfModules],
  output: {
    dir: 'dist/commonjs',
    entryFileNames: '[name].d.cts',
    chunkFileNames: 'types.d.cts',
  },
});
