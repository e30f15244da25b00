// Files of bytes as programs write them, for tests of what is done with them.
import { strToU8, zipSync } from 'fflate';

/** A tar file (POSIX ustar) with one member. */
export function tarOf(name: string, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as string);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('14371573434\0', 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
  return Buffer.concat([header, bytes, padding, Buffer.alloc(1024)]);
}

/** A ZIP archive with one file, deflated or stored as it is. */
export function zipOf(name: string, content: string, level: 0 | 6 = 6): Buffer {
  return Buffer.from(zipSync({ [name]: strToU8(content) }, { level }));
}

/** A file that begins as SQLite's do, with a text on its second page. */
export function sqliteOf(content: string): Buffer {
  const file = Buffer.alloc(8192);
  file.write('SQLite format 3\0', 0, 'latin1');
  file.writeUInt16BE(4096, 16);
  file.writeUInt8(13, 4096);
  file.write(content, 8192 - Buffer.byteLength(content));
  return file;
}
