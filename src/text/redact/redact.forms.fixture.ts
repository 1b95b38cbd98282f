import { encode, glue, hexadecimalOf, mixedOf, type Positive } from './redact.parts.fixture.ts';

const chosen = 'hunter2x';
const password = (input: string | object, secret = chosen, kind = 'password'): Positive => ({
  input,
  secret,
  kind,
});
const key = mixedOf(24);

/** The same two secrets, a chosen one and a drawn one, in the ways people and programs write them down. */
export const writtenForms: readonly Positive[] = [
  // Assignments of programming languages
  ...[
    `var password string = "${chosen}"`,
    `const password: string = '${chosen}'`,
    `val password: String? = "${chosen}"`,
    `$password .= "${chosen}";`,
    `password <- "${chosen}"`,
    `PASSWORD ?= ${chosen}`,
    `PASSWORD ::= ${chosen}`,
    `define('DB_PASSWORD', '${chosen}');`,
    `os.Setenv("DB_PASSWORD", "${chosen}")`,
    `System.setProperty("db.password", "${chosen}")`,
    `builder.setPassword("${chosen}")`,
    `.password("${chosen}")`,
    `'password' => '${chosen}',`,
  ].map((input) => password(input)),
  password(`req.Header.Set("X-Api-Key", "${key}")`, key, 'api-key'),
  password(`headers.append('x-auth-token', '${key}')`, key, 'token'),
  password(`GetEnvOrDefault("api_token", "${key}")`, key, 'token'),
  password(`mySecretString=${key}`, key, 'secret'),
  // Elements and fields
  ...[
    `<password>\n  ${chosen}\n</password>`,
    `<wsse:Password Type="text">${chosen}</wsse:Password>`,
    `<password><![CDATA[${chosen}]]></password>`,
    `<add key="Password" value="${chosen}" />`,
    `<entry key="password">${chosen}</entry>`,
    `{"name":"DB_PASSWORD","type":"text","value":"${chosen}"}`,
    `{"value":"${chosen}","name":"password"}`,
    `| password | ${chosen} |`,
    `**Password:** ${chosen}`,
  ].map((input) => password(input)),
  password(`<string name="api_key">${key}</string>`, key, 'api-key'),
  password(`<key>ApiKey</key>\n<string>${key}</string>`, key, 'api-key'),
  password({ Name: 'DB_PASSWORD', Value: chosen }),
  // Other languages
  ...[
    'contraseña',
    'mot de passe',
    'Passwort',
    'Kennwort',
    'senha',
    'hasło',
    'heslo',
    'şifre',
    'lösenord',
  ].map((name) => password(`${name}: ${chosen}`)),
  ...['wachtwoord', 'salasana', 'jelszó', 'пароль', 'ПАРОЛЬ', 'κωδικός', 'mật khẩu', 'kata sandi'].map(
    (name) => password(`${name}: ${chosen}`),
  ),
  ...[
    `密码：${chosen}`,
    `我的密码是${chosen}`,
    `パスワード: ${chosen}`,
    `비밀번호: ${chosen}`,
    `密碼=${chosen}`,
  ].map((input) => password(input)),
  password({ 'mot de passe': chosen }),
  password({ 密码: chosen }),
  // Arguments of commands, on a line and in a list
  ...[
    `ldapsearch -x -D cn=admin -w ${chosen} -b dc=x`,
    `mongosh -u ada -p ${chosen}`,
    `sqlcmd -S h -U sa -P ${chosen}`,
    `smbclient //h/s -U ada%${chosen}`,
    `keytool -list -storepass ${chosen}`,
    `openssl rsa -passin pass:${chosen}`,
    `curl https://x.io \\\n  -u ada:${chosen}`,
    `curl --user ada:'${chosen}' https://x.io`,
    `subprocess.run(["curl", "-u", "ada:${chosen}", url])`,
    `["mysql", "-u", "root", "-p${chosen}"]`,
    `kubectl create secret generic x --from-literal=name=${chosen}`,
    `ConvertTo-SecureString "${chosen}" -AsPlainText`,
  ].map((input) => password(input)),
  password(['mysql', '-u', 'root', `-p${chosen}`]),
  password(['ldapsearch', '-w', chosen]),
  password(`curl -u ${key}: https://x.io`, key, 'api-key'),
  // Cookies
  ...[
    `curl -b 'sid=${key}; theme=dark' https://x.io`,
    `.x.io\tTRUE\t/\tFALSE\t1700000000\tsid\t${key}`,
    `cookies={"sid": "${key}", "theme": "dark"}`,
    `[{"name":"sid","value":"${key}","domain":".x.io","httpOnly":true}]`,
    { cookies: { sid: key, theme: 'dark' } },
    { cookies: [{ name: 'sid', value: key, domain: '.x.io' }] },
  ].map((input) => password(input, key, 'cookie')),
  // Kubernetes
  ...[
    `apiVersion: v1\nkind: Secret\ndata:\n  user: ${encode('ada-the-first')}\n`,
    `apiVersion: v1\ndata:\n  user: ${encode('ada-the-first')}\nkind: Secret\n`,
    `{"kind":"Secret","data":{"user":"${encode('ada-the-first')}"}}`,
    { kind: 'Secret', stringData: { user: encode('ada-the-first') } },
  ].map((input) => password(input, encode('ada-the-first'), 'kubernetes-secret')),
  password(
    `BUNDLE_GEMS__EXAMPLE__COM: ${hexadecimalOf(8)}:deadbeef`,
    `${hexadecimalOf(8)}:deadbeef`,
    'basic-auth',
  ),
  // Forms of vendors that have no other fixture
  password(glue('pul', '-', hexadecimalOf(40)), glue('pul', '-', hexadecimalOf(40)), 'pulumi-token'),
  password(glue('sha256', '~', mixedOf(43)), glue('sha256', '~', mixedOf(43)), 'openshift-token'),
  password(glue(hexadecimalOf(32), '-us', '12'), glue(hexadecimalOf(32), '-us', '12'), 'mailchimp-key'),
];
