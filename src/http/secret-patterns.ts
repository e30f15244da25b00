// Judges by its form whether a value is a secret.

/** Shapes that mean a secret wherever they stand; bounded, as a pattern without end overflows the stack on megabytes. */
export const secretShapes: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'private-key',
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  ],
  ['jwt', /\beyJ[\w-]{10,8192}\.[\w-]{10,8192}\.[\w-]{0,8192}/g],
  // Base 32 nearly always has a digit; words in capitals that begin alike have none.
  ['aws-key', /\b(?:AKIA|ASIA|ABIA|ACCA)(?=[A-Z]{0,15}\d)[0-9A-Z]{16}\b/g],
  ['bearer', /(?<=\bBearer )(?=[\w.~+/-]{0,8192}\d)[\w.~+/-]{16,8192}={0,2}/gi],
  ['basic', /(?<=\bBasic )(?=[A-Za-z0-9+/]{0,8192}[\d=+/])[A-Za-z0-9+/]{16,8192}={0,2}/gi],
  [
    'vendor-key',
    new RegExp(
      [
        '(?<![A-Za-z0-9])(?:',
        [
          '(?:sk|rk|pk)_(?:live|test)_[\\w-]{10,512}',
          'sk-(?:proj-|ant-|svcacct-|or-)?[\\w-]{20,512}',
          '(?:gh[opsur]_|github_pat_|gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent)-)[\\w.-]{16,512}',
          'xox[a-z](?:-|\\.)[\\w.-]{10,512}',
          'xapp-[\\w-]{10,512}',
          'AIza[\\w-]{30,512}',
          'GOCSPX-[\\w-]{20,512}',
          'ya29\\.[\\w-]{20,2048}',
          '1//0[\\w-]{20,512}',
          'npm_[A-Za-z0-9]{30,512}',
          'SG\\.[\\w-]{16,64}\\.[\\w-]{16,128}',
          'shp(?:at|ss|ca|pa)_[\\w-]{16,512}',
          'At(?:za|zr)\\|[\\w-]{16,8192}',
          'amzn1\\.oa2-cs\\.v1\\.[\\w-]{16,512}',
          'lin_(?:api|oauth)_[\\w-]{16,512}',
          'hf_[A-Za-z0-9]{20,512}',
          'gsk_[A-Za-z0-9]{20,512}',
          'r8_[A-Za-z0-9]{20,512}',
          'dop_v1_[0-9a-f]{32,128}',
          'pypi-[\\w-]{16,2048}',
          'dckr_pat_[\\w-]{16,512}',
          'hv[sb]\\.[\\w-]{16,2048}',
          'whsec_[\\w+/=-]{16,512}',
          'PMAK-[\\w-]{16,512}',
          'sq0(?:atp|csp)-[\\w-]{16,512}',
          'EAA[A-Za-z][\\w-]{40,512}',
          'key-[0-9a-f]{32}',
          '[0-9a-f]{32}-us\\d{1,2}(?!\\w)',
          'A[CP][0-9a-f]{32}(?![0-9a-z])|SK[0-9a-z]{32}(?![0-9a-z])',
          'AGE-SECRET-KEY-1[0-9A-Z]{40,80}',
          'figd_[\\w-]{16,512}',
          'ntn_[A-Za-z0-9]{30,512}',
          'pul-[0-9a-f]{40}',
          'dapi[0-9a-f]{32}',
          'do[or]_v1_[0-9a-f]{32,128}',
          'access_token\\$production\\$[\\w$]{16,512}',
          '\\d{8,10}:AA[\\w-]{33}',
          'ops_eyJ[\\w+/=-]{40,4096}',
          'gl(?:sa|c)_[\\w+/=]{32,512}',
          '(?:rubygems|nfp|sbp|phx|sntry[su]|lsv2_[ps]t|pscale_(?:tkn|pw))_[\\w+/=-]{32,512}',
          'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{40,128}',
          '(?:NRAK|CFPAT|HRKU|tskey-[a-z]{3,9}|xkeysib|pplx|xai|ATATT3xFf|ATCTT3xFf)-?[\\w=-]{27,512}',
          'dt0c01\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}',
          '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,80}',
          '[\\w~.-]{3}\\dQ~[\\w~.-]{31,34}',
        ].join('|'),
        ')',
      ].join(''),
      'g',
    ),
  ],
  // A sentence or a setting that says what the key behind it is for. GitHub has commits, too.
  [
    'quoted-key',
    /(?<=(?:(?:secret|api[_-]?key|facebook)|(?:github|twitter)(?![^'"]{0,60}['"][0-9a-f]{40}['"]))[^\n'"]{0,60}['"])[0-9a-zA-Z]{32,45}(?=['"])/gi,
  ],
  ['webhook', /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[\w/-]{20,512}/g],
  ['webhook', /(?<=discord(?:app)?\.com\/api\/webhooks\/)\d{10,30}\/[\w-]{20,512}/g],
];

/** A long text without spaces that is not a word, a UUID, a time or a link. */
export function looksLikeKey(value: string): boolean {
  if (!/^[\w.~+/=:|%$!*@#^&-]{12,4096}$/.test(value)) return false;
  if (isUuid(value) || isMoment(value) || /^(?:[a-z][a-z\d+.-]*:\/)?\.{0,2}\//i.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value);
}

/** A run of letters and digits that is no name. */
export function looksRandom(value: string): boolean {
  return (
    looksLikeKey(value) && value.split(/[^A-Za-z0-9]+/).some((run) => run.length >= 16 && looksLikeKey(run))
  );
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** A date or a time (ISO 8601): no secret is known by such a text. */
function isMoment(value: string): boolean {
  return /^\d{4}-\d\d(?:-\d\d)?(?:[T ]|$)|^\d{8}T\d{4,6}(?:[.,]\d{1,9})?(?:Z|[+-]\d{4})?$/.test(value);
}

const ordinaryWords = new Set(
  [
    'true false null nil none undefined yes no on off ok required optional enabled disabled missing invalid valid',
    'expired unknown empty unset default auto any all string number integer boolean object array text uuid date',
    'password secret token key apikey api_key api-key bearer basic digest oauth oauth2 header headers query cookie',
    'body form path hidden redacted masked removed omitted filtered public private read write admin user',
  ]
    .join(' ')
    .split(' '),
);
/** Words that the service's answers consist of. A key that reads like one must not remove them all. */
const serviceWords = new Set(
  [
    'listing listings strategy strategies report reports price prices status queued running completed failed active',
    'inactive paused pending archived account accounts product products marketplace currency quantity condition',
    'updated created minprice maxprice strategyid download downloads message errors limits results cursor before',
    'starting after ending more items object number',
  ]
    .join(' ')
    .split(' '),
);
const functionWords =
  /(?:^|\s)(?:a|an|and|are|at|be|by|can|cannot|enter|for|from|has|have|in|incorrect|invalid|is|it|may|missing|must|no|not|of|on|or|our|please|required|should|the|this|to|too|was|will|with|wrong|you|your)(?:\s|[.,:;!?]|$)/i;

/** Values under the name of a secret that are no secrets: a word of a schema, a mask, a template, a sentence. */
export function isOrdinary(value: string): boolean {
  const text = value.trim();
  if (text === '' || ordinaryWords.has(text.toLowerCase())) return true;
  // A mask, such as `****` or `...`, or with a few characters to tell by, as `****1234`.
  if (/^[*•.\-_#x?/\\|,;:=+<>[\](){}"'`\s]*$|^\S{0,4}[*•]{3,}\S{0,4}$/i.test(text)) return true;
  // `${API_KEY}`, `{{token}}`, `<your-key>`, `%s`, `$1`
  if (
    /^(?:\$\{[^}]{0,200}\}|\{\{[^}]{0,200}\}\}|<[^>]{0,200}>|\{[\w.]{0,60}\}|%\w|\$\d|\$[A-Z_]{1,60})$/.test(
      text,
    )
  )
    return true;
  if (/^(?:\[[A-Za-z ]{1,40}\]|\([A-Za-z ]{1,40}\))$/.test(text)) return true;
  return /\s/.test(text) && functionWords.test(text);
}

/** An expression of a program, such as `form.password` or `getToken()`: what code says behind `password=`. */
export function isExpression(value: string): boolean {
  return (
    (/^(?:this|self|[a-z_$][\w$]{0,40})(?:\??\.[a-z_$][\w$]{0,40}|\[["']?\w{0,40}["']?\]){1,6}(?:\(.{0,200})?$/i.test(
      value,
    ) &&
      !/\d{3}/.test(value)) ||
    /^[a-z_$][\w$.]{0,60}\(.{0,200}$/i.test(value)
  );
}

/** What a text for people has in the place of a secret: `YOUR_API_KEY`. */
export const isExample = (value: string): boolean => /^YOUR(?:_[A-Z]+){1,5}$/.test(value);

/**
 * How far a secret is looked for beyond the place where it was met.
 * `anywhere`: it is like nothing else, so it is found within other texts and under other encodings.
 * `alone`: it is short or wordy, so it is found where it is not part of a longer word.
 * `nowhere`: it is a word, a date or a number, which means something else elsewhere.
 */
export type Reach = 'anywhere' | 'alone' | 'nowhere';

/** Shorter ones are not looked for: they would be found in words. */
export const shortestSecret = 6;

export function reachOf(value: string): Reach {
  const isNumber = /^[\d.,:+-]+$/.test(value) && !/^\d+$/.test(value);
  if (value.length < shortestSecret || isMoment(value) || isNumber) return 'nowhere';
  const lower = value.toLowerCase();
  if (ordinaryWords.has(lower) || serviceWords.has(lower)) return 'nowhere';
  if (isUuid(value) || (value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value))) return 'anywhere';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return value.length >= 16 && kinds >= 3 ? 'anywhere' : 'alone';
}
