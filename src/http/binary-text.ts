// Bytes as texts of characters up to 255, as Node's `latin1` has them, and from and to base64 and hexadecimal: what
// Node does with its buffers, for code that runs in a browser as well.

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

/** One byte for each character; of one beyond 255 the lower half. */
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

/** What is no UTF-8 becomes U+FFFD. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Undefined for what is no UTF-8. */
export function exactTextOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** As leniently as Node reads base64: both alphabets, nothing behind `=`, whatever is neither is passed over. */
export function bytesOfBase64(base64: string): Uint8Array {
  const padding = base64.indexOf('=');
  const digits = (padding === -1 ? base64 : base64.slice(0, padding))
    .replaceAll(/[^A-Za-z0-9+/_-]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  // A single digit over is less than a byte.
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
