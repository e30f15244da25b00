// What a secret looks like when nobody has said that it is one: by the name it stands under, or by its own shape.
// The redactor and the check for recordings share these, so that what was recorded here passes the check.
import { perName } from './per-name.ts';
import { wordFinder } from './quick-look.ts';

/**
 * How a value is replaced. `signature`: it signs what stands beside it and tells nothing apart, so one placeholder does
 * for all, and a link signed anew is the same link. `credential`: different ones get different placeholders.
 */
export type SecretKind = 'signature' | 'credential';

export interface Parameter {
  readonly name: string;
  /** Where the value stands. */
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  /** Whether the value is a secret wherever else it stands; a date beside a signature is not. */
  readonly sought: boolean;
}

const signatureWord = /(?:^|[^a-z])(?:sig|signature|hmac)(?:$|[^a-z])|signature|[a-z]sig$/;
const signatureNames = /^(?:x-(?:amz|goog)-.+|policy|key-pair-id|awsaccesskeyid|googleaccessid)$/;
const besideSignature = /^(?:expires|exp|se|sp|sv|st|sr|sip|spr|srt|ss|skoid|sktid|skt|ske|sks|skv)$/;
const unsoughtNames = /^x-(?:amz|goog)-(?:algorithm|date|expires|signedheaders|content-sha256)$/;
const isSigned = /[?&;](?:[\w.-]*sig|[\w.-]*signature)=/i;
const credentialNames =
  /^(?:x-)?(?:key|api[-_.]?key|access[-_.]?key|subscription[-_.]?key|auth|authorization|jwt|pwd|passwd|password|secret|client[-_.]?secret|credentials?)$/;
/** A place in a list is called a token, too. */
const pageToken = /page|next|prev|continu|cursor|sync|resume|delta/;

/**
 * The parameters of links and forms in a text whose values have to go.
 * @param others names that are secret besides those known here, in lower case
 */
export function* secretParameters(text: string, others: ReadonlySet<string>): Generator<Parameter> {
  for (let equals = text.indexOf('='); equals !== -1; equals = text.indexOf('=', equals + 1)) {
    let begin = equals;
    while (begin > 0 && equals - begin < 64 && isNamePart(text.charCodeAt(begin - 1))) begin -= 1;
    if (begin === equals || !isParameterStart(text, begin)) continue;
    const end = endOfValue(text, equals + 1);
    const name = text.slice(begin, equals);
    if (end === equals + 1) continue;
    const kind = parameterKind(name.toLowerCase(), others, () => isSigned.test(linkAround(text, begin, end)));
    if (kind !== undefined) {
      const value = text.slice(equals + 1, end);
      const sought =
        kind === 'signature' ? isSoughtSignature(name.toLowerCase(), value) : looksLikeKey(value);
      yield { name, start: equals + 1, end, kind, sought };
      equals = end - 1;
    }
  }
}

function parameterKind(
  name: string,
  others: ReadonlySet<string>,
  signed: () => boolean,
): SecretKind | undefined {
  if (signatureNames.test(name) || signatureWord.test(name)) return 'signature';
  if (besideSignature.test(name) && signed()) return 'signature';
  const isToken = name.includes('token') && !pageToken.test(name);
  return isToken || credentialNames.test(name) || others.has(name) ? 'credential' : undefined;
}

/** Not the date or the algorithm that a signed link names. */
function isSoughtSignature(name: string, value: string): boolean {
  return value.length >= 8 && !unsoughtNames.test(name) && !besideSignature.test(name);
}

/** Whether a field of a JSON object holds a secret; the value decides, as `"token": "required"` is none. */
export function isSecretField(name: string, value: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
  if (/(?:^| )(?:password|passwd|client ?secret|private ?key)$/.test(words)) return value !== '';
  if (pageToken.test(words)) return false;
  const named =
    /(?:^| )(?:token|jwt|secret|signature|authorization|credentials?|(?:api|access|auth|secret|account) ?key)$|token$/;
  return named.test(words) && looksLikeKey(value);
}

/** Header names under which no value may stand in clear. */
export const isSecretHeader = perName((lower) => {
  if (/^(?:www-authenticate|proxy-authenticate|access-control-.*)$/.test(lower)) return false;
  return /^(?:proxy-)?authorization$|^cookie$|api-?key|auth-?(?:key|token)|(?:access|security|session|csrf|xsrf|refresh|id)-token|secret|password/.test(
    lower,
  );
});

/** A long text without spaces that is not a word, a UUID, a time or a link. */
export function looksLikeKey(value: string): boolean {
  if (!/^[\w.~+/=:|%$!*-]{12,4096}$/.test(value)) return false;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return false;
  if (/^\d{4}-\d\d-\d\d/.test(value) || /^[a-z][a-z\d+.-]*:\/\//i.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value);
}

/** Shapes that mean a secret wherever they stand; bounded, as a pattern without end overflows the stack on megabytes. */
export const secretShapes: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'private-key',
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  ],
  ['jwt', /\beyJ[\w-]{10,8192}\.[\w-]{10,8192}\.[\w-]{0,8192}/g],
  ['aws-key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['bearer', /(?<=\bBearer )[\w.~+/-]{16,8192}={0,2}/gi],
  ['basic', /(?<=\bBasic )[A-Za-z0-9+/]{16,8192}={0,2}/gi],
  ['vendor-key', /\b(?:sk_live_|rk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abpr]-|AIza)[\w-]{16,512}/g],
];

/** Whether a closer look is worth it; never false for a text in which a name or a shape of this file stands. */
export const mayHoldSecrets = wordFinder([
  ...['akia', 'asia', 'aiza', 'auth', 'basic ', 'bearer ', 'cookie', 'cred', 'eyj', 'gho_', 'ghp_', 'ghs_'],
  ...['github_', 'glpat', 'googleaccess', 'hmac', 'jwt', 'key', 'passw', 'policy', 'pwd', 'rk_', 'secret'],
  ...['sig', 'sk_', 'token', 'x-amz-', 'x-goog-', 'xox'],
]);

/** Letters, digits, `-`, `.`, `_`, `~`. */
function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 46 ||
    code === 95 ||
    code === 126
  );
}

function isParameterStart(text: string, at: number): boolean {
  return at === 0 || '?&;#"\'( \t\r\n'.includes(text.charAt(at - 1));
}

const valueEnd = /[&;\s"'<>#\\`{}|^)]/g;

function endOfValue(text: string, from: number): number {
  valueEnd.lastIndex = from;
  return valueEnd.exec(text)?.index ?? text.length;
}

/** The link that a parameter belongs to. */
function linkAround(text: string, start: number, end: number): string {
  const before = /[^\s"'<>\\`{}|^]*$/.exec(text.slice(Math.max(0, start - 2000), start))?.[0] ?? '';
  const after = /^[^\s"'<>\\`{}|^]*/.exec(text.slice(end, end + 2000))?.[0] ?? '';
  return `&${before}${text.slice(start, end)}${after}`;
}
