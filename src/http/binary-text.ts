// Converts bytes from and to texts: `latin1`, UTF-8, base64 and hexadecimal. Node's Buffer does the same; this code runs
// in a browser, too.

/** Longer lists of arguments overflow the stack. */
const most = 8192;

/** One character for each byte. */
export function binaryOf(bytes: Uint8Array): string {
  if (bytes.length <= most) return String.fromCharCode(...bytes);
  let text = '';
  for (let at = 0; at < bytes.length; at += most) {
    text += String.fromCharCode(...bytes.subarray(at, at + most));
  }
  return text;
}

/** One byte for each character; a character beyond 255 gives its lower byte. */
export function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The UTF-8 of a text. */
export const utf8Of = (text: string): Uint8Array => encoder.encode(text);

/** Bytes that are no UTF-8 become U+FFFD. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Undefined for bytes that are no UTF-8. */
export function exactTextOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads base64 as leniently as Node does: both alphabets, nothing after `=`, other characters are skipped. */
export function bytesOfBase64(base64: string): Uint8Array {
  const padding = base64.indexOf('=');
  const digits = (padding === -1 ? base64 : base64.slice(0, padding))
    .replaceAll(/[^A-Za-z0-9+/_-]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  // A single digit at the end is less than a byte.
  return bytesOf(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
}

export const base64Of = (bytes: Uint8Array): string => btoa(binaryOf(bytes));

/** Two digits for each character, in lower case. */
export function hexadecimalOf(binary: string): string {
  let text = '';
  for (let at = 0; at < binary.length; at += 1) text += hexadecimals[binary.charCodeAt(at)]!;
  return text;
}

const hexadecimals = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
