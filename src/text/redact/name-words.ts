/** How a word is spelt in names: in lower case, without accents (`contraseña` is `contrasena`). */
export function plainSpelling(word: string): string {
  return /[^\0-\x7f]/.test(word)
    ? word
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .replace(/ł/g, 'l')
    : word;
}

/** What a password is called, by languages; several words stand without the blanks between them. */
export const passwordWords: ReadonlySet<string> = new Set(
  [
    // English, German, Dutch, Norwegian, Danish, Swedish, Finnish, Estonian
    'password passwd passphrase passcode pword pwd passwort kennwort wachtwoord passord adgangskode losenord',
    'salasana salasona parool',
    // French, Spanish, Catalan, Portuguese, Vietnamese, Indonesian, Malay
    'motdepasse mdp contrasena contrasenya senha palavrapasse matkhau khau katasandi sandi katalaluan laluan',
    // Polish, Czech, Hungarian, Turkish, Croatian, Slovenian, Lithuanian
    'haslo heslo jelszo sifre lozinka geslo slaptazodis',
    // Russian, Bulgarian, Serbian, Greek, Hebrew, Arabic, Thai, Hindi
    'пароль пароля парола лозинка κωδικος συνθηματικο סיסמה المرور السر รหัสผ่าน पासवर्ड',
    // Chinese, Japanese, Korean
    '密码 密碼 口令 暗号 パスワード 暗証番号 비밀번호 암호',
  ]
    .join(' ')
    .split(' ')
    .map((word) => plainSpelling(word)),
);

/** Words for a password that are also other words: alone they prove less. */
export const perhapsPasswordWords: ReadonlySet<string> = new Set(['pass', 'pw', 'passe', 'clave', 'parola']);

/** What a key or a token is called elsewhere: only what looks random beside it is a secret. */
export const foreignKeyWords: ReadonlySet<string> = new Set(
  'geheimnis secreto segredo segreto секрет ключ токен jeton schlussel 密钥 密鑰 秘钥 令牌 トークン 토큰'
    .split(' ')
    .map((word) => plainSpelling(word)),
);

const ideographic = ['密码', '密碼', '口令', '暗号', '암호', '密钥', '密鑰', '秘钥', '令牌', '토큰'];
const behindIdeographs = [':', '：', '=', ' ', '"', "'", '是', '为', '為', 'は', '은', '는'];

/** A name written in a script without blanks ends where the word ends. */
export const ideographicName =
  /密码|密碼|口令|暗号|暗証番号|パスワード|トークン|비밀번호|암호|密钥|密鑰|秘钥|令牌|토큰/y;

/** Pieces of the words above that wake the rule for pairs: few other words hold them, accents and capitals neither. */
export const foreignAnchors: readonly string[] = [
  ...'nnwo wachtwoord adgangskode ösenord salas trase senha mdp matkhau khẩu sandi= sandi:'.split(' '),
  ...'sandi" laluan= laluan: laluan" eslo aslo asło jelsz ifre lozinka slapta lave arola geheimnis segre jeton'.split(
    ' ',
  ),
  ...'schl арол АРОЛ озинк ЗИНК екрет СЕКРЕТ ключ КЛЮЧ Ключ окен ТОКЕН ωδικ סיסמ المرور السر'.split(' '),
  ...['รหัส', 'पास', 'パスワード', 'トークン', '暗証番号', '비밀번호'],
  ...ideographic.flatMap((word) => behindIdeographs.map((sign) => word + sign)),
];
