import fc from "fast-check";

/** The credential names that the tables list; what a generator dresses up. */
const CREDENTIALS = [
  "password",
  "passwd",
  "pwd",
  "passphrase",
  "passcode",
  "secret",
  "token",
  "jwt",
  "otp",
  "cvv",
  "credential",
  "authorization",
  "csrf",
  "xsrf",
  "apikey",
  "signature",
  "hmac",
  "api_key",
  "access_key",
  "secret_key",
  "private_key",
  "signing_key",
  "encryption_key",
  "master_key",
  "session_key",
  "session_id",
  "session_token",
  "auth_key",
  "auth_token",
  "client_secret",
  "refresh_token",
  "id_token",
  "device_token",
  "reset_token",
  "one_time_password",
  "verification_code",
  "mfa_code",
  "recovery_code",
  "backup_code",
  "security_answer",
  "card_number",
  "webhook_secret",
  "app_secret",
  "ssh_key",
  "access_key_id",
  "db_password",
  "smtp_pass",
  "confirm_password",
];
const FOREIGN = [
  "密码",
  "口令",
  "パスワード",
  "비밀번호",
  "пароль",
  "contraseña",
  "passwort",
  "mot_de_passe",
  "senha",
  "hasło",
];

const affixes: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => `user_${key}`,
  (key) => `my_${key}`,
  (key) => `new_${key}`,
  (key) => `old_${key}`,
  (key) => `x_${key}`,
  (key) => `_${key}`,
  (key) => `${key}_1`,
  (key) => `${key}2`,
  (key) => `${key}_value`,
];
const letterCases: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => key.toUpperCase(),
  (key) => key.replaceAll("_", "-"),
  (key) => key.replace(/_(\p{L})/gu, (_all, letter: string) => letter.toUpperCase()),
  (key) => key.replace(/(?:^|_)(\p{L})/gu, (_all, letter: string) => letter.toUpperCase()),
  (key) => [...key].map((unit, at) => (at % 2 === 0 ? unit.toUpperCase() : unit)).join(""),
];

/** A key that names a credential, in some affix and letter case. */
export const credentialKey: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...CREDENTIALS, ...FOREIGN),
    fc.constantFrom(...affixes),
    fc.constantFrom(...letterCases),
  )
  .map(([key, affix, letterCase]) => letterCase(affix(key)));

/** A key that names none. */
export const benignKey: fc.Arbitrary<string> = fc.constantFrom(
  "id",
  "name",
  "author",
  "tokenizer",
  "page",
  "keyword",
  "max_tokens",
  "zip_code",
  "created_at",
  "passage",
  "is_secret",
  "passwordRequired",
  "x",
  "ключ",
  "名前",
  "__proto__",
  "constructor",
  "a b",
  "email",
);

/** A secret that no other text holds: what must not be found afterwards. */
export const secret: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(..."abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"), {
    minLength: 8,
    maxLength: 24,
  })
  .map((units) => `Zq7${units.join("")}`);

/** Text that holds nothing to redact. */
export const benignText: fc.Arbitrary<string> = fc.constantFrom(
  "hello",
  "Jane Doe",
  "2026-01-01T12:34:56.789Z",
  "7b1c3f0e-52b1-4b6c-9d53-0f1d2b3a4c5d",
  "",
  " ",
  "ünïcödé 😀",
  "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  "https://a.test/x?page=2#top",
  "Password: required",
  'a\nb\tc"d\\',
  "the bearer of bad news",
  "<b>bold</b>",
  "100%",
  "a=b",
  "\ud800",
  "\u0000",
  "key: value",
);
