// Which bodies are files of bytes rather than text: an edited one would be broken.
import type { HeaderPair, PresentBody } from '../format.ts';
import { headerValues } from '../recordable-headers.ts';

/** Types whose content counts its own bytes, even where all of them happen to be readable, as in a tar file. */
const binaryType =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|zip|gzip|x-gzip|x-tar|x-gtar|pdf|wasm|vnd\.sqlite3|x-sqlite3|x-git-[\w-]+|grpc[\w+-]*|x?-?protobuf|vnd\.google\.protobuf|x-bzip2?|x-xz|zstd|x-7z-compressed|vnd\.rar|java-archive|vnd\.openxmlformats[\w.-]*)(?:\s*;|$))/i;

// eslint-disable-next-line no-control-regex -- they are what tells text from bytes
const controlCharacter = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

export function isOpaque(body: PresentBody, headers: readonly HeaderPair[]): boolean {
  if ('json' in body) return false;
  if (
    'base64' in body ||
    headerValues(headers, 'content-type').some((type) => binaryType.test(type.trim()))
  ) {
    return true;
  }
  return controlCharacter.test(body.text);
}
