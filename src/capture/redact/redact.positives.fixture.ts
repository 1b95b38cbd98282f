/** A text or value with one secret in it. All of them are invented and put together from pieces. */
export interface Positive {
  readonly input: string | object;
  readonly secret: string;
  readonly kind: string;
  /** Text that must still be there afterwards. */
  readonly keeps?: string;
}

const mixed = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0e1F2g3H4i5J6k7L8';
const hexadecimal = '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9';
const upper = 'A1B2C3D4E5F6G7H8I9J0';
// In pieces, so that no scanner takes a line for a leaked key.
const glue = (...pieces: string[]): string => pieces.join('');
const mixedOf = (length: number): string => mixed.slice(0, length);
const hexadecimalOf = (length: number): string => hexadecimal.slice(0, length);
const encode = (text: string): string => Buffer.from(text).toString('base64');
const encodeUrl = (text: string): string => Buffer.from(text).toString('base64url');

const token = (kind: string, secret: string, around: (secret: string) => string = (it) => it): Positive => ({
  input: around(secret),
  secret,
  kind,
});

const knownTokens: readonly Positive[] = [
  token('openai-key', glue('sk', '-', mixedOf(48)), (it) => `openai.api_key = '${it}'`),
  token('openai-key', glue('sk', '-proj-', mixedOf(20), '_', mixedOf(30)), (it) => `OPENAI_API_KEY=${it}`),
  token('openai-key', glue('sk', '-svcacct-', mixedOf(40)), (it) => `use ${it}, please`),
  token('openai-key', glue('sk', '-', 'ab'.repeat(24)), (it) => `key ${it}`),
  token(
    'anthropic-key',
    glue('sk', '-ant-api03-', mixedOf(60), '-', mixedOf(20)),
    (it) => `x-api-key: ${it}`,
  ),
  token('openrouter-key', glue('sk', '-or-v1-', hexadecimalOf(64))),
  token('google-api-key', glue('AI', 'za', mixedOf(35)), (it) => `https://maps.example/api?key=${it}&q=x`),
  token('google-oauth-token', glue('ya', '29.', mixedOf(60)), (it) => `token ${it} ok`),
  token('google-client-secret', glue('GOC', 'SPX-', mixedOf(28))),
  token('google-refresh-token', glue('1/', '/0', mixedOf(50))),
  token('huggingface-token', glue('h', 'f_', mixedOf(34)), (it) => `HF_TOKEN=${it}`),
  token('groq-key', glue('g', 'sk_', mixedOf(52))),
  token('xai-key', glue('x', 'ai-', mixedOf(70))),
  token('perplexity-key', glue('pp', 'lx-', mixedOf(48))),
  token('replicate-token', glue('r', '8_', mixedOf(37))),
  token('nvidia-key', glue('nv', 'api-', mixedOf(60))),
  token('sendgrid-key', glue('S', 'G.', mixedOf(22), '.', mixedOf(43))),
  token('mailgun-key', glue('k', 'ey-', hexadecimalOf(32)), (it) => `api:${it}`),
  token('twilio-key', glue('S', 'K', hexadecimalOf(32))),
  token('twilio-account', glue('A', 'C', hexadecimalOf(32)), (it) => `/Accounts/${it}/Messages.json`),
  token('digitalocean-token', glue('do', 'p_v1_', hexadecimalOf(64))),
  token('shopify-token', glue('shp', 'at_', hexadecimalOf(32))),
  token('databricks-token', glue('da', 'pi', hexadecimalOf(32))),
  token('linear-key', glue('lin', '_api_', mixedOf(40))),
  token('notion-token', glue('nt', 'n_', mixedOf(46))),
  token('notion-token', glue('sec', 'ret_', mixedOf(43))),
  token('figma-token', glue('fi', 'gd_', mixedOf(40))),
  token('pypi-token', glue('py', 'pi-AgEI', mixedOf(60))),
  token('rubygems-key', glue('ruby', 'gems_', hexadecimalOf(48))),
  token('docker-token', glue('dckr', '_pat_', mixedOf(27))),
  token('vault-token', glue('hv', 's.', mixedOf(40))),
  token('doppler-token', glue('dp', '.pt.', mixedOf(43))),
  token('supabase-token', glue('sb', 'p_', hexadecimalOf(40))),
  token(
    'telegram-token',
    glue('1234', '567890:', 'AA', mixedOf(33)),
    (it) => `https://api.telegram.org/bot${it}/getMe`,
  ),
  token(
    'discord-token',
    glue(encode('123456789012345678'), '.', 'Gx1y2Z.', mixedOf(38)),
    (it) => `client.login("${it}")`,
  ),
  token('aws-access-key-id', glue('AK', 'IA', upper.slice(0, 16)), (it) => `aws_access_key_id = ${it}`),
  token('aws-access-key-id', glue('AS', 'IA', upper.slice(0, 16)), (it) => `\\n${it}\\n`),
  token('azure-client-secret', glue('aB1', '8Q', '~', mixedOf(34))),
  token('github-token', glue('gh', 'p_', mixedOf(36)), (it) => `git clone https://${it}@github.com/x/y.git`),
  token('github-token', glue('gh', 'o_', mixedOf(36))),
  token('github-token', glue('gh', 'u_', mixedOf(36))),
  token('github-token', glue('gh', 's_', mixedOf(36)), (it) => `https://x-access-token:${it}@github.com/x/y`),
  token('github-token', glue('gh', 'r_', mixedOf(36))),
  token('github-token', glue('github', '_pat_', mixedOf(22), '_', mixedOf(59))),
  token('gitlab-token', glue('gl', 'pat-', mixedOf(20))),
  token('gitlab-token', glue('gl', 'rt-', mixedOf(20))),
  token('npm-token', glue('np', 'm_', mixedOf(36)), (it) => `//registry.npmjs.org/:_authToken=${it}`),
  token('slack-token', glue('xo', 'xb-123456789012-123456789012-', mixedOf(24))),
  token('slack-token', glue('xo', 'xp-123456789012-', hexadecimalOf(32))),
  token('slack-token', glue('xa', 'pp-1-A012345-', hexadecimalOf(40))),
  token(
    'slack-webhook',
    glue('T01234567/B01234567/', mixedOf(24)),
    (it) => `https://hooks.slack.com/services/${it}`,
  ),
  token('discord-webhook', mixedOf(68), (it) => `https://discord.com/api/webhooks/123456789012345678/${it}`),
  token('stripe-key', glue('sk', '_live_', mixedOf(24))),
  token('stripe-key', glue('rk', '_live_', mixedOf(24))),
  token('stripe-key', glue('sk', '_test_', mixedOf(24)), (it) => `Stripe('${it}')`),
  token('stripe-webhook-secret', glue('wh', 'sec_', mixedOf(32))),
  token('age-key', glue('AGE-SECRET', '-KEY-1', upper, upper, upper.slice(0, 18))),
  token('tailscale-key', glue('ts', 'key-auth-', mixedOf(17), '-', mixedOf(32))),
];

const jwt = ['{"alg":"HS256"}', '{"sub":"1234567890"}', 'signature-of-the-token'].map(encodeUrl).join('.');
const pemBody = `${mixedOf(64)}\n${hexadecimalOf(64)}\n`;
const pem = (label: string): string => `-----BEGIN ${label}-----\n${pemBody}-----END ${label}-----`;
const rsaKey = pem(glue('RSA PRIVATE ', 'KEY'));

const headersAndKeys: readonly Positive[] = [
  { input: `session ${jwt} ended`, secret: jwt, kind: 'jwt', keeps: 'session ' },
  { input: `Authorization: Bearer ${jwt}`, secret: jwt, kind: 'jwt', keeps: 'Authorization: Bearer ' },
  { input: `?jwt=${jwt}&x=1`, secret: jwt, kind: 'jwt', keeps: '&x=1' },
  {
    input: 'Authorization: Bearer my0paque-t0ken',
    secret: 'my0paque-t0ken',
    kind: 'bearer-token',
    keeps: 'Bearer ',
  },
  {
    input: `curl -H "Authorization: Bearer ${mixedOf(30)}" https://api.x.io`,
    secret: mixedOf(30),
    kind: 'bearer-token',
    keeps: '" https://api.x.io',
  },
  {
    input: `authorization: token ${hexadecimalOf(40)}`,
    secret: hexadecimalOf(40),
    kind: 'bearer-token',
    keeps: 'token ',
  },
  {
    input: `Authorization: Basic ${encode('ada:hunter2')}`,
    secret: encode('ada:hunter2'),
    kind: 'basic-auth',
    keeps: 'Basic ',
  },
  {
    input: `{"Authorization":"Basic ${encode('ada:hunter2')}"}`,
    secret: encode('ada:hunter2'),
    kind: 'basic-auth',
    keeps: '"Basic ',
  },
  {
    input: `sent Basic ${encode('ada:hunter2')} to the proxy`,
    secret: encode('ada:hunter2'),
    kind: 'basic-auth',
    keeps: ' to the proxy',
  },
  {
    input: `fetch(url, { headers: { 'Authorization': 'Bearer ${mixedOf(24)}' } })`,
    secret: mixedOf(24),
    kind: 'bearer-token',
    keeps: "' } })",
  },
  { input: `used Bearer ${mixedOf(24)} there`, secret: mixedOf(24), kind: 'bearer-token', keeps: ' there' },
  {
    input: { headers: { authorization: `Bearer ${mixedOf(24)}` } },
    secret: mixedOf(24),
    kind: 'bearer-token',
    keeps: 'Bearer ',
  },
  { input: { Authorization: mixedOf(24) }, secret: mixedOf(24), kind: 'bearer-token' },
  {
    input: [['Authorization', 'Bearer secretword']],
    secret: 'secretword',
    kind: 'bearer-token',
    keeps: 'Bearer ',
  },
  { input: rsaKey, secret: mixedOf(64), kind: 'private-key' },
  {
    input: `before\n${pem(glue('PRIVATE ', 'KEY'))}\nafter`,
    secret: hexadecimalOf(64),
    kind: 'private-key',
    keeps: '\nafter',
  },
  { input: pem(glue('OPENSSH PRIVATE ', 'KEY')), secret: mixedOf(64), kind: 'private-key' },
  { input: pem(glue('EC PRIVATE ', 'KEY')), secret: mixedOf(64), kind: 'private-key' },
  { input: pem(glue('ENCRYPTED PRIVATE ', 'KEY')), secret: mixedOf(64), kind: 'private-key' },
  { input: pem(glue('PGP PRIVATE ', 'KEY BLOCK')), secret: mixedOf(64), kind: 'private-key' },
  {
    input: JSON.stringify({ private_key: rsaKey }),
    secret: mixedOf(64),
    kind: 'private-key',
    keeps: '{"private_key":"',
  },
  {
    input: JSON.stringify({ file: JSON.stringify({ private_key: rsaKey }) }),
    secret: mixedOf(64),
    kind: 'private-key',
  },
  { input: { type: 'service_account', private_key: rsaKey }, secret: mixedOf(64), kind: 'private-key' },
  { input: rsaKey.slice(0, 110), secret: mixedOf(64), kind: 'private-key' },
  {
    input: `key: |\n  ${rsaKey.replaceAll('\n', '\n  ')}\nnext: 1`,
    secret: hexadecimalOf(64),
    kind: 'private-key',
    keeps: 'next: 1',
  },
  {
    input: `Private-Lines: 2\n${mixedOf(64)}\n${hexadecimalOf(20)}\nPrivate-MAC: 12`,
    secret: hexadecimalOf(20),
    kind: 'private-key',
    keeps: 'Private-MAC',
  },
  {
    input: `Cookie: sid=${mixedOf(20)}; theme=dark`,
    secret: mixedOf(20),
    kind: 'cookie',
    keeps: '; theme=dark',
  },
  {
    input: `Set-Cookie: id=a3fWa9; Path=/; HttpOnly`,
    secret: 'a3fWa9',
    kind: 'cookie',
    keeps: '; Path=/; HttpOnly',
  },
  {
    input: { 'set-cookie': [`session=${mixedOf(24)}; Secure`] },
    secret: mixedOf(24),
    kind: 'cookie',
    keeps: 'session=',
  },
  {
    input: { cookie: `lang=en; auth=${mixedOf(24)}` },
    secret: mixedOf(24),
    kind: 'cookie',
    keeps: 'lang=en',
  },
  {
    input: `document.cookie = "token=${mixedOf(16)}"`,
    secret: mixedOf(16),
    kind: 'cookie',
    keeps: 'document.cookie',
  },
  {
    input: `curl --cookie "sessionid=${mixedOf(16)}" https://x.io`,
    secret: mixedOf(16),
    kind: 'cookie',
    keeps: 'https://x.io',
  },
];

const addresses: readonly Positive[] = [
  {
    input: 'postgres://app:hunter2@db.internal:5432/shop',
    secret: 'hunter2',
    kind: 'password',
    keeps: '@db.internal:5432/shop',
  },
  {
    input: 'postgresql+asyncpg://app:hunter2@db/shop?sslmode=require',
    secret: 'hunter2',
    kind: 'password',
    keeps: 'postgresql+asyncpg://app:',
  },
  { input: 'postgres://app:hun/ter2@db/shop', secret: 'hun/ter2', kind: 'password', keeps: '@db/shop' },
  { input: 'mysql://root:p@ss@localhost/app', secret: 'p@ss', kind: 'password', keeps: '@localhost/app' },
  {
    input: 'mongodb+srv://me:swordfish@cluster0.example.net',
    secret: 'swordfish',
    kind: 'password',
    keeps: 'mongodb+srv://me:',
  },
  { input: 'redis://:swordfish@cache:6379/0', secret: 'swordfish', kind: 'password', keeps: '@cache:6379/0' },
  { input: 'amqp://guest:swordfish@rabbit', secret: 'swordfish', kind: 'password', keeps: '@rabbit' },
  {
    input: 'ftp://me:swordfish@files.example.com/x',
    secret: 'swordfish',
    kind: 'password',
    keeps: '@files.example.com/x',
  },
  {
    input: 'git clone https://me:swordfish@git.example.com/x.git',
    secret: 'swordfish',
    kind: 'password',
    keeps: 'git clone https://me:',
  },
  {
    input: `https://${hexadecimalOf(32)}@logs.example.com/1`,
    secret: hexadecimalOf(32),
    kind: 'url-credential',
    keeps: '@logs.example.com',
  },
  {
    input: { DATABASE_URL: 'postgres://app:hunter2@db/shop' },
    secret: 'hunter2',
    kind: 'password',
    keeps: 'postgres://app:',
  },
  { input: 'SECRET_URL=redis://:swordfish@cache', secret: 'swordfish', kind: 'password', keeps: '@cache' },
  {
    input: 'Server=db;User Id=sa;Password=Sw0rd,fish!;Encrypt=true',
    secret: 'Sw0rd',
    kind: 'password',
    keeps: ';Encrypt=true',
  },
  { input: 'Data Source=x;Uid=sa;Pwd=swordfish;', secret: 'swordfish', kind: 'password', keeps: 'Uid=sa' },
  {
    input: 'jdbc:mysql://db/shop?user=app&password=swordfish&ssl=true',
    secret: 'swordfish',
    kind: 'password',
    keeps: '&ssl=true',
  },
  { input: 'jdbc:oracle:thin:scott/tiger9@//db:1521/x', secret: 'tiger9', kind: 'password', keeps: 'scott/' },
  {
    input: 'dsn := "app:swordfish@tcp(db:3306)/shop"',
    secret: 'swordfish',
    kind: 'password',
    keeps: '@tcp(db:3306)',
  },
  {
    input: `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${mixedOf(70)}ab==;EndpointSuffix=x`,
    secret: mixedOf(70),
    kind: 'api-key',
    keeps: ';EndpointSuffix=x',
  },
  {
    input: `Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=${mixedOf(43)}=`,
    secret: mixedOf(43),
    kind: 'api-key',
    keeps: 'SharedAccessKeyName=Root',
  },
  {
    input: `https://a.blob.example/x?sv=2024&sig=${mixedOf(40)}%3D&se=1`,
    secret: mixedOf(40),
    kind: 'signature',
    keeps: '&se=1',
  },
  {
    input: `https://b.example/x?X-Amz-Signature=${hexadecimalOf(64)}`,
    secret: hexadecimalOf(64),
    kind: 'signature',
    keeps: 'X-Amz-Signature=',
  },
  {
    input: 'https://x.io/cb?access_token=abc123def4&state=9',
    secret: 'abc123def4',
    kind: 'token',
    keeps: '&state=9',
  },
  { input: 'https://x.io/?token=abc123def4#top', secret: 'abc123def4', kind: 'token', keeps: '#top' },
];

const pairs: readonly Positive[] = [
  { input: 'password=hunter2', secret: 'hunter2', kind: 'password', keeps: 'password=' },
  { input: 'password: hunter2', secret: 'hunter2', kind: 'password', keeps: 'password: ' },
  { input: 'password = hunter2', secret: 'hunter2', kind: 'password' },
  { input: 'user=ada password=swordfish host=x', secret: 'swordfish', kind: 'password', keeps: ' host=x' },
  {
    input: '{"user":"ada","password":"x9"}',
    secret: 'x9',
    kind: 'password',
    keeps: '{"user":"ada","password":"',
  },
  {
    input: JSON.stringify({ body: JSON.stringify({ password: 'sw0rd"fish' }) }),
    secret: 'sw0rd',
    kind: 'password',
    keeps: 'body',
  },
  {
    input: JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ password: 'swordfish', c: 1 }) }) }),
    secret: 'swordfish',
    kind: 'password',
    keeps: 'c',
  },
  { input: '{"password": 12345678}', secret: '12345678', kind: 'password' },
  { input: '{\n  "password":\n    "swordfish"\n}', secret: 'swordfish', kind: 'password' },
  { input: '{"password": "correct horse battery staple"}', secret: 'horse', kind: 'password' },
  { input: '{"output": "cut", "password": "swordfi', secret: 'swordfi', kind: 'password' },
  { input: 'DB_PASSWORD=swordfish\nDB_HOST=x', secret: 'swordfish', kind: 'password', keeps: '\nDB_HOST=x' },
  { input: 'export PGPASSWORD=sword,fish; psql', secret: 'sword,fish', kind: 'password', keeps: '; psql' },
  { input: 'A=1\\nDB_PASS=swordf1sh\\nB=2', secret: 'swordf1sh', kind: 'password', keeps: '\\nB=2' },
  {
    input: 'db:\n  password: "sw0rd fish"\n  host: x',
    secret: 'sw0rd fish',
    kind: 'password',
    keeps: 'host: x',
  },
  {
    input: 'secret_key: |\n    Zx9wQ1v8Rt2Yu7\n    Po3Lk6Jh5Gf4Ds\nother: 1',
    secret: 'Po3Lk6Jh5Gf4Ds',
    kind: 'secret',
    keeps: 'other: 1',
  },
  { input: 'mysqldump --password swordf1sh shop', secret: 'swordf1sh', kind: 'password', keeps: ' shop' },
  {
    input: 'login --username ada --password swordfish',
    secret: 'swordfish',
    kind: 'password',
    keeps: '--username ada',
  },
  { input: 'tool --api-key=abc123def4 run', secret: 'abc123def4', kind: 'api-key', keeps: ' run' },
  { input: `tool --token '${mixedOf(20)}'`, secret: mixedOf(20), kind: 'token', keeps: '--token' },
  { input: 'curl -u ada:swordfish https://x.io', secret: 'swordfish', kind: 'password', keeps: '-u ada:' },
  {
    input: 'curl -sS --user "ada:swordfish" https://x.io',
    secret: 'swordfish',
    kind: 'password',
    keeps: '" https://x.io',
  },
  { input: 'mysql -u root -pswordfish shop', secret: 'swordfish', kind: 'password', keeps: ' shop' },
  {
    input: "sshpass -p 'swordfish' ssh me@host",
    secret: 'swordfish',
    kind: 'password',
    keeps: "' ssh me@host",
  },
  {
    input: 'docker login -u me -p swordfish registry.io',
    secret: 'swordfish',
    kind: 'password',
    keeps: 'registry.io',
  },
  { input: 'redis-cli -h x -a swordfish ping', secret: 'swordfish', kind: 'password', keeps: ' ping' },
  {
    input: "CREATE USER 'a'@'%' IDENTIFIED BY 'swordfish';",
    secret: 'swordfish',
    kind: 'password',
    keeps: "';",
  },
  { input: "ALTER ROLE a WITH PASSWORD 'swordfish';", secret: 'swordfish', kind: 'password', keeps: "';" },
  {
    input: 'my password is hunter2, do not tell',
    secret: 'hunter2',
    kind: 'password',
    keeps: ', do not tell',
  },
  {
    input: '<server><password>swordfish</password></server>',
    secret: 'swordfish',
    kind: 'password',
    keeps: '</password></server>',
  },
  { input: '<add key="ApiSecret" value="sw0rdfish" />', secret: 'sw0rdfish', kind: 'secret', keeps: '" />' },
  {
    input: `- name: STRIPE_API_KEY\n  value: ${mixedOf(24)}`,
    secret: mixedOf(24),
    kind: 'api-key',
    keeps: 'value: ',
  },
  { input: `const apiKey = '${mixedOf(24)}';`, secret: mixedOf(24), kind: 'api-key', keeps: "';" },
  { input: `const password: string = "swordfish";`, secret: 'swordfish', kind: 'password', keeps: '";' },
  { input: `config["client_secret"] = "sw0rdfish"`, secret: 'sw0rdfish', kind: 'secret' },
  { input: `$password = 'swordfish';`, secret: 'swordfish', kind: 'password' },
  { input: `'api_key' => '${mixedOf(20)}',`, secret: mixedOf(20), kind: 'api-key', keeps: "'," },
  {
    input: `aws_secret_access_key = ${mixedOf(40)}`,
    secret: mixedOf(40),
    kind: 'api-key',
    keeps: 'aws_secret_access_key = ',
  },
  { input: `AWS_SESSION_TOKEN=${mixedOf(60)}//==`, secret: mixedOf(60), kind: 'token' },
  { input: `x-api-key: ${mixedOf(24)}`, secret: mixedOf(24), kind: 'api-key', keeps: 'x-api-key: ' },
  { input: `API key: ${mixedOf(24)}`, secret: mixedOf(24), kind: 'api-key', keeps: 'API key: ' },
  { input: `token: ${hexadecimalOf(40)}`, secret: hexadecimalOf(40), kind: 'token' },
  { input: `ACME_KEY=${mixedOf(24)}`, secret: mixedOf(24), kind: 'api-key' },
  { input: `PHPSESSID=${mixedOf(26)}`, secret: mixedOf(26), kind: 'session' },
  {
    input: `{"api_keys": ["${mixedOf(20)}"], "n": 1}`,
    secret: mixedOf(20),
    kind: 'api-key',
    keeps: '"n": 1',
  },
  { input: { password: 'swordfish' }, secret: 'swordfish', kind: 'password' },
  { input: { password: 87654321 }, secret: '87654321', kind: 'password' },
  { input: { deep: [{ db: { clientSecret: 'swordfish' } }] }, secret: 'swordfish', kind: 'secret' },
  {
    input: { env: [{ name: 'API_KEY', value: 'abc123def4' }] },
    secret: 'abc123def4',
    kind: 'api-key',
    keeps: 'API_KEY',
  },
  { input: { password: { value: 'swordfish' } }, secret: 'swordfish', kind: 'password' },
  {
    input: { args: ['login', '--password', 'swordfish'] },
    secret: 'swordfish',
    kind: 'password',
    keeps: '--password',
  },
  { input: { passwords: 'x', dbPassword: 'swordfish' }, secret: 'swordfish', kind: 'password' },
  { input: { credential: mixedOf(32) }, secret: mixedOf(32), kind: 'credential' },
  { input: { token: mixedOf(32) }, secret: mixedOf(32), kind: 'token' },
  { input: { [`gh${'p_'}${mixedOf(36)}`]: 1 }, secret: mixedOf(36), kind: 'github-token' },
  { input: { arguments: '{"password":"x"}' }, secret: '"x"', kind: 'password', keeps: 'arguments' },
];

const moreText: readonly Positive[] = (
  [
    ['password: swordfish\nuser: ada', 'swordfish', 'password', 'user: ada'],
    ['wget --password=secret --user=x http://y', '=secret', 'password', '--user=x'],
    ['psql "host=db password=secret dbname=x"', '=secret', 'password', 'dbname=x'],
    ['PGPASSWORD=secret psql -h db', '=secret', 'password', ' psql -h db'],
    ['docker run -e MYSQL_ROOT_PASSWORD=sword,fish mysql', 'fish', 'password', ' mysql'],
    ['export API_KEY=abcdef', 'abcdef', 'api-key', 'export API_KEY='],
    ['OPENAI_API_KEY="abc"', '"abc"', 'api-key', 'OPENAI_API_KEY='],
    ['https://x.io/?api_key=SECRETVALUE&y=2', 'SECRETVALUE', 'api-key', '&y=2'],
    ['redirect=%2Flogin%3Fpassword%3Dhunter2%26x%3D1', 'hunter2', 'password', '%26x%3D1'],
    ['machine git.example login ada password hunter2', 'hunter2', 'password', 'login ada password '],
    ['I logged in with password hunter2 yesterday', 'hunter2', 'password', ' yesterday'],
    ['The password is "hunter2".', 'hunter2', 'password', '".'],
    [`using token ${hexadecimalOf(32)} now`, hexadecimalOf(32), 'token', ' now'],
    ['spring.datasource.password=swordfish', 'swordfish', 'password', 'spring.datasource.password='],
    [
      'kubectl create secret generic x --from-literal=password=hunter2',
      'hunter2',
      'password',
      '--from-literal=',
    ],
    ['Proxy-Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz', 'basic-auth', 'Basic '],
    ['session_secret: "keyboard cat"', 'keyboard cat', 'secret', 'session_secret'],
    ['jwt_secret: supersecret', 'supersecret', 'secret', 'jwt_secret: '],
    ['your otp: 123456', '123456', 'one-time-password', 'your otp: '],
    ['HEROKU_API_KEY=3f2b8c1e-9d4a-4f6b-8a7c-5e1d2f3a4b5c', '3f2b8c1e', 'api-key', 'HEROKU_API_KEY='],
    ['_auth=dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNz', 'basic-auth', '_auth='],
  ] as const
).map(([input, secret, kind, keeps]) => ({ input, secret, kind, keeps }));

const encoded: readonly Positive[] = [
  {
    input: `data: ${encode(rsaKey)}`,
    secret: encode(rsaKey).slice(0, 60),
    kind: 'private-key',
    keeps: 'data: ',
  },
  {
    input: (encode(rsaKey).match(/.{1,64}/g) ?? []).join('\n'),
    secret: encode(rsaKey).slice(-24),
    kind: 'private-key',
  },
  {
    input: `got ${encode(glue('gh', 'p_', mixedOf(36)))} back`,
    secret: encode(mixedOf(36)).slice(8, 40),
    kind: 'github-token',
    keeps: ' back',
  },
  {
    input: encode(glue('AK', 'IA', upper.slice(0, 16))),
    secret: encode(glue('AK', 'IA', upper.slice(0, 16))).slice(0, 20),
    kind: 'aws-access-key-id',
  },
  {
    input: encode('{"user":"ada","password":"swordfish"}'),
    secret: encode('{"user":"ada","password":"swordfish"}').slice(0, 30),
    kind: 'password',
  },
  {
    input: `{"auths":{"x.io":{"auth":"${encode('ada:hunter2')}"}}}`,
    secret: encode('ada:hunter2'),
    kind: 'basic-auth',
    keeps: '"auths"',
  },
  {
    input: `kind: Secret\ndata:\n  password: ${encode('swordfish')}`,
    secret: encode('swordfish'),
    kind: 'password',
    keeps: 'kind: Secret',
  },
];

/** Every positive, in the order of the rule files. */
export const positives: readonly Positive[] = [
  ...knownTokens,
  ...headersAndKeys,
  ...addresses,
  ...pairs,
  ...moreText,
  ...encoded,
];
