/** Words for "password" and the like in other languages, as `foldWord` leaves them. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "password",
    [
      "密码 密碼 口令 通行码 登录密码 支付密码 交易密码 用户密码 新密码 旧密码 原密码 确认密码",
      "登入密碼 用戶密碼 新密碼 舊密碼 確認密碼 パスワード 暗証番号 パスフレーズ 新しいパスワード",
      "비밀번호 암호 패스워드 새비밀번호 пароль пароли новыйпароль contraseña contrasena clave_secreta",
      "passwort passwörter kennwort kennwörter mot_de_passe motdepasse mdp senha senhas hasło haslo",
      "şifre sifre parola wachtwoord lösenord losenord adgangskode passord salasana heslo jelszo",
      "geslo zaporka lozinka parole slaptazodis parool kata_sandi كلمة_المرور كلمة_السر كلمهالمرور",
      "סיסמה סיסמא รหัสผ่าน mật_khẩu mat_khau पासवर्ड κωδικός_πρόσβασης רמזסיסמה",
    ],
  ],
  ["token", ["令牌 访问令牌 刷新令牌 權杖 トークン アクセストークン 토큰 токен jeton"]],
  [
    "otp",
    ["验证码 驗證碼 短信验证码 动态码 認証コード 確認コード 인증번호 인증코드 verifizierungscode"],
  ],
  ["secret", ["密钥 密鑰 秘密 秘钥 私钥 私鑰 секрет geheimnis 비밀키 秘密鍵 segredo"]],
]);

/**
 * The same words as sites that are not in UTF-8 percent-encode them, one Latin-1 character a byte:
 * GBK, Big5, Shift JIS, EUC, Windows code pages, KOI8-R (encoding.spec.whatwg.org).
 */
const LEGACY: ReadonlyMap<string, string> = new Map([
  ["\xc3\xdc\xc2\xeb", "密码"],
  ["\xbf\xda\xc1\xee", "口令"],
  ["\xc1\xee\xc5\xc6", "令牌"],
  ["\xa5O\xb5P", "令牌"],
  ["\xd1\xe9\xd6\xa4\xc2\xeb", "验证码"],
  ["\xb1K\xbdX", "密碼"],
  ["\xc3\xdc\xb4a", "密碼"],
  ["\xc5\xe7\xc3\xd2\xbdX", "驗證碼"],
  ["\x83p\x83X\x83\x8f\x81[\x83h", "パスワード"],
  ["\xa5\xd1\xa5\xb9\xa5\xef\xa1\xbc\xa5\xc9", "パスワード"],
  ["\x88\xc3\x8f\xd8\x94\xd4\x8d\x86", "暗証番号"],
  ["\xba\xf1\xb9\xd0\xb9\xf8\xc8\xa3", "비밀번호"],
  ["\xef\xe0\xf0\xee\xeb\xfc", "пароль"],
  ["\xd0\xc1\xd2\xcf\xcc\xd8", "пароль"],
  ["\xaf\xa0\xe0\xae\xab\xec", "пароль"],
  ["contrase\xf1a", "contrasena"],
  ["has\xb3o", "haslo"],
  ["\xfeifre", "sifre"],
  ["l\xf6senord", "losenord"],
  ["\xf1\xe9\xf1\xee\xe4", "סיסמה"],
  ["\xdf\xe1\xe3\xc9_\xc7\xe1\xe3\xd1\xe6\xd1", "كلمةالمرور"],
  ["\xc3\xcb\xd1\xca\xbc\xe8\xd2\xb9", "รหัสผ่าน"],
]);

const rules = new Map<string, string>();
for (const [rule, lines] of WORDS) {
  for (const word of lines.join(" ").split(" ")) rules.set(foldWord(word), rule);
}

/** The rule of a word that is not English, given one part of a key; exact, never a substring. */
export function foreignRule(part: string): string | undefined {
  return rules.get(foldWord(part));
}

/** The words themselves, for a search that comes before the decision. */
export function foreignWords(): readonly string[] {
  return [...rules.keys()];
}

/** The word behind bytes that were no UTF-8, if it is one we know. */
export function readLegacy(latin1: string): string | undefined {
  return LEGACY.get(latin1);
}

/** Letters without marks, case or separators: `Mật_khẩu` and `MATKHAU` are one word. */
function foldWord(word: string): string {
  return word
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{Mn}\p{P}\p{S}\p{Z}\d]/gu, "")
    .replace(/ł/g, "l")
    .normalize("NFC");
}
