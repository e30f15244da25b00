// The TypeScript compiler as a user runs it, for tests that check many small programs: what stands in node_modules is read
// once for all that have the same options.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const installed = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const read = new Map<string, ts.SourceFile | undefined>();

/**
 * What the compiler has to say about a program, of those of its files that are asked for.
 * @param isOurs by the path of a file
 */
export function complaints(
  file: string,
  options: ts.CompilerOptions,
  isOurs: (path: string) => boolean,
): string[] {
  const host = ts.createCompilerHost(options);
  const readAnew = host.getSourceFile.bind(host);
  host.getSourceFile = (path, how, ...rest) => {
    if (!path.startsWith(installed)) return readAnew(path, how, ...rest);
    // The compiler keeps in a file what the options make of it.
    const key = JSON.stringify([path, how, options]);
    if (!read.has(key)) read.set(key, readAnew(path, how, ...rest));
    return read.get(key);
  };
  const program = ts.createProgram([file], options, host);
  const found = program
    .getSourceFiles()
    .filter(({ fileName }) => isOurs(fileName))
    .flatMap((source) => ts.getPreEmitDiagnostics(program, source))
    .map(
      ({ file: where, messageText }) =>
        `${where?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  return [...new Set(found)];
}
