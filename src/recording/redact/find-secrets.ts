// Finds secrets in a text that are not known beforehand: by the name under which a value stands, in many formats, or by the
// shape of the value. It keeps no state.
import { mayHoldRuns } from './encoded-runs.ts';
import { hasEscapes, layersOf, type Layer } from './unescape-layers.ts';
import { isPlaceholder, withoutPlaceholders } from '../placeholders.ts';
import { perName } from '../../http/remembering.ts';
import { meansSecretHeader, verdictOnName } from '../../http/secret-names.ts';
import {
  isExample,
  isExpression,
  isOrdinary,
  isUuid,
  looksLikeKey,
  looksRandom,
  reachOf,
  secretShapes,
  type Reach,
} from '../../http/secret-patterns.ts';

/** A secret in a text. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  /** What it is, such as the name under which it stands. */
  readonly label: string;
  readonly value: string;
  /** See `SecretOptions` in `known-secrets.ts`. */
  readonly signs: boolean;
  readonly reach: Reach;
}

/** What a name says; remembered, because every message has the same few. */
export const nameVerdict = perName((_, name) => verdictOnName(name));

/** Header names under which no value may stand in clear. */
export const isSecretHeader = perName(meansSecretHeader);

/** Who writes a name and a value: a link or form, a record with fields, or a text for people or machines. */
type Context = 'parameter' | 'field' | 'text';

/** Whether a value is a secret because of its name; undefined when it is none. */
export function judge(
  name: string,
  value: string,
  context: Context = 'field',
  others: ReadonlySet<string> = noNames,
): Pick<FoundSecret, 'label' | 'signs' | 'reach'> | undefined {
  const isOurs = others.size > 0 && others.has(name.toLowerCase());
  const verdict = nameVerdict(name);
  if (value === '' || (verdict === 'ordinary' && !isOurs) || isPlaceholder(value)) return undefined;
  if (context === 'text' && isExample(value)) return undefined;
  const found = { label: name, signs: false, reach: reachOf(value) };
  if (isOurs) return found;
  switch (verdict) {
    case 'secret':
      return isOrdinary(value) || (context === 'text' && isExpression(value)) ? undefined : found;
    case 'token':
      return looksLikeKey(value) || isUuid(value) ? found : undefined;
    case 'likely':
      // `<code>` and `Key:` are words of texts.
      return !(context === 'text' && /^(?:code|key)$/i.test(name)) && looksRandom(value) ? found : undefined;
    case 'signature': {
      const signs = context === 'parameter';
      const isBeside = /^x-(?:amz|goog)-(?!signature|credential|security)/i.test(name);
      if (isOrdinary(value) || (isBeside && isShort(value)) || (!signs && !looksLikeKey(value)))
        return undefined;
      // A date or an algorithm that a signed link names is no secret elsewhere.
      const isOwn = value.length >= 8 && !isBeside;
      const reach = isOwn && found.reach !== 'nowhere' ? 'alone' : 'nowhere';
      return { label: name, signs, reach: signs ? reach : found.reach };
    }
    case 'ordinary':
      return undefined;
  }
}

/**
 * All that is found in a text, under any escapes.
 * @param others names that are secret besides those known here, in lower case
 */
export function* findSecrets(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  if (!mayHoldSecrets(text) && others.size === 0 && !hasEscapes(text)) return;
  for (const layer of layersOf(text)) {
    if (others.size > 0 || mayHoldNames(layer.text)) {
      for (const [sign, find] of finders) {
        if (!layer.text.includes(sign)) continue;
        for (const found of find(layer.text, others)) yield inOriginal(layer, found);
      }
    }
    for (const found of byShape(layer.text)) yield inOriginal(layer, found);
  }
}

/** Secrets of an unmistakable shape: names alone prove nothing within bytes that are no text. */
export function* byShape(text: string): Generator<FoundSecret> {
  if (!mayHoldShapes(text)) return;
  const masked = withoutPlaceholders(text);
  for (const [label, shape] of secretShapes) {
    for (const match of masked.matchAll(shape)) {
      const { index: start, 0: value } = match;
      yield { start, end: start + value.length, label, value, signs: false, reach: reachOf(value) };
    }
  }
  for (const match of masked.matchAll(signedLink)) {
    const value = match[2]!;
    const end = match.index + match[0].length;
    yield { start: end - value.length, end, label: match[1]!, value, signs: true, reach: 'alone' };
  }
}

const noNames: ReadonlySet<string> = new Set();

const signedLink = /[?&](X-(?:Amz|Goog)-Signature|Signature|sig)=([\w%+/~-]{24,2048})/gi;

/** Never false for a text without escapes in which a secret stands. */
export const mayHoldSecrets = (text: string): boolean => mayHoldNames(text) || mayHoldShapes(text);

/** Never false for a text in which a name stands that `nameVerdict` does not call ordinary, or a link that may name a user. */
const mayHoldNames = (text: string): boolean => names.test(text) || text.includes('://');

const names =
  /pass|pw|secret|key|token|jwt|sess|sid|auth|cookie|cred|otp|code|bearer|conn|dsn|assert|saml|sig|hmac|policy|amz|goog/i;

/** Never false for a text that holds a secret with a known shape. Apart, the patterns take half the time of one for all. */
const mayHoldShapes = (text: string): boolean =>
  starts.test(text) || insides.test(text) || (mayHoldRuns(text) && quotedKey.test(text));

/** The beginnings of secrets that are known by their shape; no letter or digit stands before them. */
const starts = new RegExp(
  `(?:^|[^A-Za-z0-9])(?:${[
    'eyJ|AKIA|ASIA|ABIA|ACCA|[Bb]earer |BEARER |[Bb]asic |BASIC |sk-|gh[opsur]_|github_|gl[a-z]{2,5}-|xox|xapp-|AIza',
    'GOCSPX|ya29|1//0|npm_|SG\\.|shp[a-z]{2}_|At(?:za|zr)|amzn1|lin_|hf_|gsk_|r8_|do[por]_v1_|pypi-|dckr_|hv[sb]\\.',
    'whsec_|PMAK-|sq0|EAA|key-|A[CP][0-9a-f]{9}|SK[0-9a-z]{9}|AGE-|figd_|ntn_|pul-|dapi|gl(?:sa|c)_|rubygems_|nfp_',
    'sbp_|phx_|sntry[su]_|lsv2_|pscale_|dp\\.[a-z]+\\.|NRAK|CFPAT|HRKU|tskey-|xkeysib|pplx-|xai-|AT[AC]TT3x|dt0c01',
  ].join('|')})`,
);

/** Parts that stand inside a secret, or that may follow any character. */
const insides =
  /-----BEGIN|_live_|_test_|-us\d|access_token|:AA|hooks\.slack|\/webhooks\/|[Ss]ig(?:nature)?=|\dQ~|\.atlasv1/;

/** A secret without a mark of its own. */
const quotedKey = /['"][0-9a-zA-Z]{32}/;

function inOriginal(layer: Layer, found: FoundSecret): FoundSecret {
  return { ...found, start: layer.origin(found.start), end: layer.origin(found.end) };
}

type Find = (text: string, others: ReadonlySet<string>) => Generator<FoundSecret>;

/** Each search, with a text without which it finds nothing. */
const finders: readonly (readonly [sign: string, find: Find])[] = [
  ['=', parameters],
  ['"', jsonFields],
  ['"', jsonPairs],
  ['<', elementPairs],
  ['form-data', parts],
  ['</', elements],
  [' ', lines],
  [':', mentions],
  ['@', userInfo],
];

/** What a pattern finds whose groups `name` and `value` say what they are called. */
function* byPattern(
  pattern: RegExp,
  context: Context,
  text: string,
  others: ReadonlySet<string>,
): Generator<FoundSecret> {
  for (const match of text.matchAll(pattern)) {
    const { name, value } = match.groups as { readonly name: string; readonly value: string };
    const verdict = judge(name, value, context, others);
    if (verdict === undefined) continue;
    const start = match.index + match[0].lastIndexOf(value);
    yield { ...verdict, value, start, end: start + value.length };
  }
}

/** Parameters of links, forms, cookies and connection strings, attributes of XML and settings of shells. */
function* parameters(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  for (let equals = text.indexOf('='); equals !== -1; equals = text.indexOf('=', equals + 1)) {
    let begin = equals;
    while (begin > 0 && equals - begin < 64 && isNamePart(text.charCodeAt(begin - 1))) begin -= 1;
    if (begin === equals || !isParameterStart(text, begin)) continue;
    const [start, end] = valueAt(text, equals + 1);
    if (end === start) continue;
    const name = text.slice(begin, equals);
    const value = text.slice(start, end);
    const context = begin === 0 || '?&'.includes(text.charAt(begin - 1)) ? 'parameter' : 'text';
    const found =
      judge(name, value, nameVerdict(name) === 'signature' ? 'parameter' : context, others) ??
      besideSignature(name, value, () => linkAround(text, begin, end));
    if (found === undefined) continue;
    yield { ...found, value, start, end };
    equals = end - 1;
  }
}

const beside =
  /^(?:expires|exp|se|sp|sv|st|sr|sip|spr|srt|ss|skoid|sktid|skt|ske|sks|skv|policy|key-pair-id)$/i;
const signatureInLink = /[?&;](?:[\w.-]*sig|[\w.-]*signature)=/i;

/** What so few characters say beside a signature, such as `r` for reading, is no secret and does not change with it. */
const isShort = (value: string) => value.length < 4;

/** What is signed with a link changes with each signature. */
function besideSignature(name: string, value: string, link: () => string): ReturnType<typeof judge> {
  if (!beside.test(name) || isShort(value) || isPlaceholder(value) || !signatureInLink.test(link()))
    return undefined;
  return { label: name, signs: true, reach: 'nowhere' };
}

/** Of a JSON text, compact or not; longer values would overflow the stack and are no keys. */
function* jsonFields(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  const fields = byPattern(
    /"(?<name>[\w.[\]-]{1,64})"\s{0,100}:\s{0,100}"(?<value>(?:[^"\\]|\\.){1,4096})"/g,
    'field',
    text,
    others,
  );
  for (const found of fields) if (!isCode(found.label) || !isBeforeMessage(text, found.end)) yield found;
}

const isCode = (name: string): boolean => /^code$/i.test(name);

/** Whether an object goes on with a message behind the value that ends there. */
function isBeforeMessage(text: string, end: number): boolean {
  const message = /"\s{0,100},\s{0,100}"message"\s{0,100}:/iy;
  message.lastIndex = end;
  return message.test(text);
}

/** What stands beside a message says which one it is, as of an error, and lets nobody in. */
export const isCodeOfMessage = (object: object, name: string): boolean =>
  isCode(name) && Object.keys(object).some((other) => /^message$/i.test(other));

/** `{"name": "password", "value": "..."}`, in either order. */
function* jsonPairs(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  for (const pattern of jsonPairPatterns) yield* byPattern(pattern, 'field', text, others);
}

/** `<add key="ApiKey" value="..."/>` and `<name>..</name><value>..</value>`. */
function* elementPairs(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  for (const pattern of elementPairPatterns) yield* byPattern(pattern, 'field', text, others);
}

const jsonPairPatterns = [
  /"(?:name|key|field|header|param|parameter|label|id)"\s{0,100}:\s{0,100}"(?<name>[\w. [\]-]{1,64})"\s{0,100},\s{0,100}"(?:value|val|content|text|data)"\s{0,100}:\s{0,100}"(?<value>(?:[^"\\]|\\.){1,4096})"/gi,
  /"(?:value|val|content|text|data)"\s{0,100}:\s{0,100}"(?<value>(?:[^"\\]|\\.){1,4096})"\s{0,100},\s{0,100}"(?:name|key|field|header|param|parameter|label|id)"\s{0,100}:\s{0,100}"(?<name>[\w. [\]-]{1,64})"/gi,
];
const elementPairPatterns = [
  /<[^<>]{0,500}?\b(?:name|key|id)=["'](?<name>[\w. [\]-]{1,64})["'][^<>]{0,500}?\bvalue=["'](?<value>[^"'<>]{1,4096})["']/gi,
  /<(?:name|key)>\s{0,100}(?<name>[\w. [\]-]{1,64})\s{0,100}<\/(?:name|key)>\s{0,100}<(?:value|text)>\s{0,100}(?<value>[^<]{1,4096}?)\s{0,100}<\//gi,
];

/** Fields of `multipart/form-data` (RFC 7578); a file is none. */
function* parts(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  yield* byPattern(multipartField, 'parameter', text, others);
}

const multipartField =
  /form-data;[^\r\n]{0,200}?\bname="(?<name>[^"\r\n]{1,64})"(?![^\r\n]{0,500}filename)[^\r\n]{0,500}(?:\r?\n[\w-]{1,64}:[^\r\n]{0,500}){0,10}\r?\n\r?\n(?<value>[\s\S]{1,4096}?)(?=\r?\n--)/gi;

/** Whether a text part of a multipart body that holds bytes as well is a secret by its name. */
export const holdsSecretPart = (latin1: string): boolean =>
  latin1.includes('form-data') && parts(latin1, noNames).next().done !== true;

function* elements(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  yield* byPattern(
    /<(?:[\w-]{1,40}:)?(?<name>[A-Za-z][\w.-]{1,63})(?:\s[^<>]{0,500})?>\s{0,100}(?:<!\[CDATA\[)?(?<value>[^<\]]{1,4096}?)(?:\]\]>)?\s{0,100}<\//g,
    'text',
    text,
    others,
  );
}

/** Lines of YAML, of settings, and of HTTP as text. */
function* lines(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  yield* byPattern(
    /(?:^|[\n\r])[ \t>-]{0,40}(?:export |set )?(?<name>[A-Za-z_][\w.-]{1,63})(?:[ \t]{0,10}:[ \t]{1,10}|[ \t]{1,10}=[ \t]{1,10})["']?(?<value>[^\s"'{[|>&*,][^\r\n"']{0,4096}?)["']?,?[ \t]{0,10}(?=[\r\n]|$)/g,
    'text',
    text,
    others,
  );
}

/** `Password: hunter2` within a sentence or a command. A word behind the colon is the sentence going on. */
function* mentions(text: string, others: ReadonlySet<string>): Generator<FoundSecret> {
  const pattern =
    /(?:^|[\s,;('"])(?<name>[A-Za-z_][\w.-]{1,63}):[ \t]{0,10}(?<value>[^\s"'<>,;(){}[\]]{6,4096})(?=[\s"'<>,;)\]}]|$)/g;
  for (const found of byPattern(pattern, 'text', text, others)) {
    if (found.reach !== 'nowhere' && /[^A-Za-z.:]/.test(found.value)) yield found;
  }
}

/** `https://user:password@host` and `https://token@host` (RFC 3986 §3.2.1), and a token with a word as its password. */
function* userInfo(text: string): Generator<FoundSecret> {
  for (const match of text.matchAll(
    /\b[a-z][a-z\d+.-]{1,30}:\/\/([^\s/?#@:"'<>\\]{0,256})(?::([^\s/?#@"'<>\\]{1,512}))?@(?=[\w.[-])/gi,
  )) {
    const { 0: whole, 1: user = '', 2: password } = match;
    const end = match.index + whole.length - 1;
    const found = (label: string, value: string, behind: number): FoundSecret => ({
      start: behind - value.length,
      end: behind,
      label,
      value,
      signs: false,
      reach: reachOf(value),
    });
    if (password === undefined) {
      if (looksLikeKey(user) && !isVariable(user)) yield found('user', user, end);
      continue;
    }
    if (looksRandom(user) && !isVariable(user)) yield found('user', user, end - password.length - 1);
    if (!isVariable(password)) yield found('password', password, end);
  }
}

/** A placeholder, ours or a template's, or a mask. */
function isVariable(value: string): boolean {
  return isPlaceholder(value) || /^(?:\$\{|\{\{|<|\$[A-Z])|^\*+$/.test(value);
}

/** Letters, digits, `-`, `.`, `_`, `~`, and the brackets of `user[password]`. */
function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 46 ||
    code === 91 ||
    code === 93 ||
    code === 95 ||
    code === 126
  );
}

function isParameterStart(text: string, at: number): boolean {
  return at === 0 || '?&;#:="\'(, \t\r\n'.includes(text.charAt(at - 1));
}

const valueEnd = /[&;\s"'<>#\\`{})]/g;

/** Where a value begins and ends; quotes around it are not part of it. */
function valueAt(text: string, from: number): readonly [start: number, end: number] {
  const quote = text[from];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, from + 1);
    return end === -1 || end - from > 4096 || text.slice(from, end).includes('\n')
      ? [from, from]
      : [from + 1, end];
  }
  valueEnd.lastIndex = from;
  return [from, valueEnd.exec(text)?.index ?? text.length];
}

/** The link that a parameter belongs to. */
function linkAround(text: string, start: number, end: number): string {
  const before = /[^\s"'<>\\`{}|^]*$/.exec(text.slice(Math.max(0, start - 2000), start))?.[0] ?? '';
  const after = /^[^\s"'<>\\`{}|^]*/.exec(text.slice(end, end + 2000))?.[0] ?? '';
  return `&${before}${text.slice(start, end)}${after}`;
}
