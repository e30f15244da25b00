// What a name says of the value under it: of a JSON field, a parameter, a header, an element of XML, a line of YAML. The
// redactor, the check of recordings and the logs share these rules, so that what was recorded here passes the check.

/**
 * `secret`: any value is one, apart from an ordinary one such as `true` or `required`.
 * `token`: a value is one if it looks like a key or is a UUID.
 * `likely`: names of objects, places and translations are called so, too; a value is one if nobody would make it up.
 * `signature`: it signs what stands beside it, and tells nothing apart.
 */
type NameVerdict = 'secret' | 'token' | 'likely' | 'signature' | 'ordinary';

const kindsOfKey = [
  'api',
  'access',
  'private',
  'secret',
  'signing',
  'encryption',
  'decryption',
  'master',
  'shared',
  'auth',
  'authentication',
  'authorization',
  'webhook',
  'ssh',
  'licen[cs]e',
  'consumer',
  'subscription',
  'session',
  'hmac',
  'security',
  'functions?',
].join('|');

const kindsOfToken = [
  'access',
  'refresh',
  'id',
  'auth',
  'authentication',
  'bearer',
  'session',
  'csrf',
  'xsrf',
  'private',
  'vault',
  'security',
  'device',
  'api',
  'app',
  'user',
  'client',
  'oauth',
  'bot',
  'deploy',
  'reset',
  'invite',
  'magic',
  'verification',
  'registration',
  'push',
  'secret',
].join('|');

const secret = new RegExp(
  [
    'pass ?(?:word|wd|phrase|code)s?$',
    'passwd$',
    '(?:^| )(?:pass|pwd|pw)$',
    'secrets?$',
    'secret (?:value|text|string|id)$',
    `(?:^| |[a-z])(?:${kindsOfKey}) ?key(?: (?:value|secret|material|pem))?$`,
    `(?:^| )(?:${kindsOfToken}) ?tokens?$`,
    'connection ?strings?$',
    '(?:^| )(?:conn ?str|dsn)$',
    'sess(?:ion)? ?id$',
    '(?:^| )connect sid$',
    '(?:^| )[th]?otp$',
    'one time (?:code|password)$',
    '(?:^| )(?:mfa|2fa|sms|verification|authentication|backup|recovery) ?codes?$',
    '(?:^| )bearer$',
    'authori[sz]ation$',
    '(?:^| )authentication info$',
  ].join('|'),
);
const token =
  /(?:token|jwt|assertion)$|(?:^| )(?:auth|session|sid|cookies?|credentials?|tokens|saml response)$/;
const likely =
  /(?:^| )(?:code|access key id|(?:account|user|host|app|application|client|server|service|admin|root|merchant|storage|integration|deploy) ?key|key)$/;
const ordinaryKey =
  /(?:public|primary|foreign|partition|sort|row|object|cache|surrogate|idempotency|web ?socket|translation|message) ?key$/;
const signature = /(?:signature|(?:^| )sig|[a-z]sig|(?:^| )hmac)(?: (?:sha ?)?\d{1,3})?$/;
/** Of a link that is signed for Amazon S3, CloudFront or Google Cloud Storage. */
const partOfSignature = /^(?:x (?:amz|goog) .+|aws ?access ?key ?id|google ?access ?id)$/;
/** A place in a list is called a token, too. */
const place = /page|next|prev|continu|cursor|sync|resume|delta/;

/** A name of any style: `apiKey`, `api_key`, `API-KEY` and `user[password]` alike. */
export function verdictOnName(name: string): NameVerdict {
  const words = wordsOf(name);
  if (ordinaryKey.test(words)) return 'ordinary';
  if (partOfSignature.test(words)) return 'signature';
  if (place.test(words)) return 'ordinary';
  if (secret.test(words)) return 'secret';
  if (signature.test(words)) return 'signature';
  if (token.test(words)) return 'token';
  return likely.test(words) ? 'likely' : 'ordinary';
}

/** Whether no value may stand in clear under a header of this name, given in lower case. */
export function meansSecretHeader(lower: string): boolean {
  if (/^(?:www-authenticate|proxy-authenticate|access-control-.*)$/.test(lower)) return false;
  return (
    /^cookie$|^(?:proxy-)?authorization$|^x-(?:auth|token|session|credentials?|signature)$/.test(lower) ||
    /api-?key|auth-?(?:key|token)|secret|password/.test(lower) ||
    (/[a-z]-token$/.test(lower) && !place.test(lower)) ||
    verdictOnName(lower) === 'secret'
  );
}

function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}
