// Secrets as vendors give them out, made in every run from parts and chance, so that no scanner takes this file for a leak.
import { generateKeyPairSync } from 'node:crypto';
import { Random } from './random.ts';

const random = new Random(20260131);
const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const upper = lower.toUpperCase();
const alphanumeric = lower + upper + digits;

/** A run of characters, with digits and letters as chance wants it, but with one digit at least. */
function run(length: number, alphabet = alphanumeric): string {
  const one = (from: string): string => from.charAt(random.below(from.length));
  const characters = Array.from({ length }, () => one(alphabet));
  if (/\d/.test(alphabet)) characters[random.below(length)] = String(1 + random.below(9));
  return characters.join('');
}
const hexadecimal = (length: number): string => run(length, `${digits}abcdef`);
const of = (...parts: readonly string[]): string => parts.join('');
const pem = (type: string, content: string): string =>
  `-----BEGIN ${type}-----\n${content.match(/.{1,64}/g)!.join('\n')}\n-----END ${type}-----\n`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
const pkcs8 = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Each by its vendor: the text that is planted, and what must not be left of it where that is not all. */
export const vendorSecrets: Readonly<Record<string, readonly [text: string, secret?: string]>> = {
  'GitHub personal': [of('ghp', '_', run(36))],
  'GitHub OAuth': [of('gho', '_', run(36))],
  'GitHub user': [of('ghu', '_', run(36))],
  'GitHub server': [of('ghs', '_', run(36))],
  'GitHub refresh': [of('ghr', '_', run(36))],
  'GitHub fine-grained': [of('github', '_pat_', run(22), '_', run(59))],
  'GitHub basic OAuth': withPart(
    (secret) => of('https://', secret, ':x-oauth-basic@', 'github.com/a/b'),
    run(40),
  ),
  npm: [of('npm', '_', run(36))],
  'npm settings': withPart((secret) => of('//registry.example.com/:_auth', 'Token=', secret), run(36)),
  'Slack bot': [of('xox', 'b-', run(12, digits), '-', run(12, digits), '-', run(24))],
  'Slack user': [
    of('xox', 'p-', run(12, digits), '-', run(12, digits), '-', run(12, digits), '-', hexadecimal(32)),
  ],
  'Slack app': [of('xapp', '-1-', run(11, upper + digits), '-', run(13, digits), '-', hexadecimal(64))],
  'Slack hook': withPart(
    (secret) => of('https://hooks.', 'slack.com/services/T', run(8), '/B', run(8), '/', secret),
    run(24),
  ),
  SendGrid: [of('SG', '.', run(22), '.', run(43))],
  'Stripe live': [of('sk', '_live_', run(24))],
  'Stripe test': [of('sk', '_test_', run(24))],
  'Stripe restricted': [of('rk', '_live_', run(24))],
  'Stripe hook': [of('wh', 'sec_', run(32))],
  OpenAI: [of('sk', '-', run(20), 'T3Blbk', 'FJ', run(20))],
  'OpenAI project': [of('sk', '-proj-', run(74), 'T3Blbk', 'FJ', run(74))],
  'OpenAI service account': [of('sk', '-svcacct-', run(58), 'T3Blbk', 'FJ', run(58))],
  'OpenAI admin': [of('sk', '-admin-', run(58), 'T3Blbk', 'FJ', run(58))],
  Anthropic: [of('sk', '-ant-api03-', run(93), 'AA')],
  'AWS key id': [of('AK', 'IA', run(16, upper + digits))],
  'AWS key id of a session': [of('AS', 'IA', run(16, upper + digits))],
  'AWS secret': withPart((secret) => of('AWS_SECRET', '_ACCESS_KEY=', secret), run(40)),
  'AWS secret in settings': withPart((secret) => of('aws_secret', '_access_key = "', secret, '"'), run(40)),
  'GCP service account': [
    JSON.stringify({
      type: of('service', '_account'),
      project_id: 'shop-42',
      private_key_id: hexadecimal(40),
      private_key: pkcs8,
      client_email: 'app@shop-42.iam.gserviceaccount.com',
    }),
    pkcs8.split('\n')[3]!,
  ],
  'private key PKCS 8': [pkcs8, pkcs8.split('\n')[2]!],
  'private key RSA': linesOf(rsa.export({ type: 'pkcs1', format: 'pem' }).toString()),
  'private key EC': linesOf(ec.export({ type: 'sec1', format: 'pem' }).toString()),
  'private key OpenSSH': linesOf(pem(of('OPENSSH ', 'PRIVATE KEY'), base64(`openssh-key-v1\0${run(300)}`))),
  'private key DSA': linesOf(pem(of('DSA ', 'PRIVATE KEY'), `MIIB${run(600)}`)),
  'private key encrypted': linesOf(pem(of('ENCRYPTED ', 'PRIVATE KEY'), `MIIB${run(600)}`)),
  'private key PGP': linesOf(pem(of('PGP ', 'PRIVATE KEY BLOCK'), `lQOY${run(600)}`)),
  'private key age': [of('AGE-SECRET', '-KEY-1', run(58, upper + digits))],
  'basic auth in a URL': withPart((secret) => of('https://', 'deploy:', secret, '@shop.acme.dev/a'), run(16)),
  'basic auth in a URL of FTP': withPart(
    (secret) => of('ftp://', 'deploy:', secret, '@files.acme.dev/a'),
    run(16),
  ),
  PostgreSQL: withPart((secret) => of('postgres', '://app:', secret, '@db.acme.dev:5432/shop'), run(16)),
  MySQL: withPart((secret) => of('mysql', '://app:', secret, '@db.acme.dev:3306/shop'), run(16)),
  MongoDB: withPart(
    (secret) => of('mongodb', '+srv://app:', secret, '@c0.ab1cd.mongodb.net/shop?w=majority'),
    run(16),
  ),
  Redis: withPart((secret) => of('redis', '://:', secret, '@cache.acme.dev:6379/0'), run(24)),
  AMQP: withPart((secret) => of('amqp', 's://app:', secret, '@mq.acme.dev/vhost'), run(16)),
  'SQL Server': withPart(
    (secret) => of('Server=db.acme.dev;Database=shop;User Id=app;Pass', 'word=', secret, ';Encrypt=true'),
    run(16),
  ),
  Linear: [of('lin', '_api_', run(40))],
  'Linear OAuth': [of('lin', '_oauth_', run(64))],
  'Hugging Face': [of('hf', '_', run(34))],
  'Shopify app': [of('shp', 'at_', hexadecimal(32))],
  'Shopify custom': [of('shp', 'ca_', hexadecimal(32))],
  'Shopify private': [of('shp', 'pa_', hexadecimal(32))],
  'Shopify secret': [of('shp', 'ss_', hexadecimal(32))],
  '1Password': [
    of(
      'ops',
      '_',
      base64(JSON.stringify({ email: `${run(14)}@1passwordserviceaccounts.lcl`, srpX: hexadecimal(63) })),
    ),
  ],
  'Azure storage': withPart(
    (secret) =>
      of(
        'DefaultEndpointsProtocol=https;AccountName=shop;Account',
        'Key=',
        secret,
        ';EndpointSuffix=core.windows.net',
      ),
    of(run(86), '=='),
  ),
  'Azure shared access': withPart(
    (secret) =>
      of('Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccess', 'Key=', secret),
    of(run(43), '='),
  ),
  'Azure signature': withPart(
    (secret) =>
      of('https://shop.blob.core.windows.net/a/b?sv=2024-05-04&se=2026-02-01&sr=b&sp=r&', 'sig=', secret),
    of(run(43), '%3D'),
  ),
  'Azure client': [of(run(3), '8Q~', run(34))],
  Databricks: [of('da', 'pi', hexadecimal(32))],
  Vault: [of('hv', 's.', run(90))],
  'Grafana service account': [of('gl', 'sa_', run(32), '_', hexadecimal(8))],
  'Grafana cloud': [of('gl', 'c_', base64(JSON.stringify({ o: '1234', n: 'a', k: run(24) })))],
  'GitLab personal': [of('gl', 'pat-', run(20))],
  'GitLab runner': [of('gl', 'rt-', run(20))],
  'GitLab trigger': [of('gl', 'ptt-', hexadecimal(40))],
  'Google API': [of('AI', 'za', run(35))],
  'Google client': [of('GOC', 'SPX-', run(28))],
  'Google access': [of('ya', '29.', run(120))],
  'Twilio key': [of('S', 'K', hexadecimal(32))],
  'Twilio account': [of('A', 'C', hexadecimal(32))],
  Mailgun: [of('key', '-', hexadecimal(32))],
  Mailchimp: [of(hexadecimal(32), '-us', '12')],
  PyPI: [of('py', 'pi-', 'AgEIcHlwaS5vcmc', run(120))],
  RubyGems: [of('ruby', 'gems_', hexadecimal(48))],
  DockerHub: [of('dckr', '_pat_', run(27))],
  DigitalOcean: [of('do', 'p_v1_', hexadecimal(64))],
  Doppler: [of('dp', '.pt.', run(43))],
  Postman: [of('PM', 'AK-', hexadecimal(24), '-', hexadecimal(34))],
  'New Relic': [of('NR', 'AK-', run(27, upper + digits))],
  Telegram: [of(run(10, '123456789'), ':AA', run(33))],
  Notion: [of('ntn', '_', run(46))],
  Figma: [of('fig', 'd_', run(40))],
  Groq: [of('gs', 'k_', run(52))],
  Replicate: [of('r8', '_', run(37))],
  Pulumi: [of('pu', 'l-', hexadecimal(40))],
  'Terraform Cloud': [of(run(14), '.atlasv1.', run(67))],
  Square: [of('sq0', 'atp-', run(22))],
  'Amazon Selling Partner refresh': [of('At', 'zr|', run(300))],
  'Amazon Selling Partner access': [of('At', 'za|', run(300))],
  'Amazon Selling Partner client': [of('amzn1.', 'oa2-cs.v1.', hexadecimal(64))],
  Facebook: [of('EA', 'AB', run(120))],
  'Discord hook': withPart(
    (secret) => of('https://discord', '.com/api/webhooks/', run(18, '123456789'), '/', secret),
    run(68),
  ),
  JWT: [
    [base64('{"alg":"HS256","typ":"JWT"}'), base64(`{"sub":"${run(8)}"}`), run(43)]
      .map((part) => part.replace(/=+$/, ''))
      .join('.'),
  ],
  'bearer in a text': withPart((secret) => of('curl -H "Authorization: Bear', 'er ', secret, '"'), run(40)),
  'basic in a text': withPart((secret) => of('Authorization: Bas', 'ic ', secret), base64(`bob:${run(20)}`)),
};

function withPart(text: (secret: string) => string, secret: string): readonly [string, string] {
  return [text(secret), secret];
}

/** A key of several lines: one of them tells whether it is left. */
function linesOf(key: string): readonly [string, string] {
  return [key, key.split('\n')[2]!];
}
