import { describe, expect, test } from "vitest";
import { keyRule } from "../../dist/redaction/keys/secretKey.js";

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

describe("a key is secret by its words", () => {
  test.each(
    words(`password passwd pwd pass passphrase passcode secret secrets token tokens jwt otp totp pin cvv cvc
      csc ssn credential credentials authorization cookie cookies csrf xsrf apikey signature hmac assertion
      api_key access_key secret_key private_key signing_key encryption_key master_key session_key session_id
      session_token auth_key auth_token auth_code client_secret refresh_token id_token device_token push_token
      reset_token invite_token one_time_password verification_code mfa_code recovery_code backup_codes
      security_answer card_number webhook_secret app_secret ssh_key access_key_id db_password smtp_pass
      user_pwd old_password newPassword current_password confirm-password j_password password2
      password_confirmation __RequestVerificationToken authenticity_token AWS_SECRET_ACCESS_KEY SecretAccessKey
      X-Amz-Security-Token csrfmiddlewaretoken SAMLResponse PHPSESSID`),
  )("%s", (key) => expect(keyRule(key)).toBeDefined());
});

describe("however it is written", () => {
  test.each([
    "PASSWORD",
    "PaSsWoRd",
    "ACCESSTOKEN",
    "accesstoken",
    "useraccesstoken",
    " password ",
    "pass\u200bword",
    "ｐａｓｓｗｏｒｄ",
    "%70assword",
    "\\u0070assword",
    "&#112;assword",
    'pass"word',
    "user[password]",
    "user[credentials][password][]",
    "users[0].password",
    "/users/0/password",
    "api.key",
    "session.id",
    "credentials.x",
  ])("%j", (key) => expect(keyRule(key)).toBeDefined());
});

describe("in other languages, exactly or with words that say nothing", () => {
  test.each(
    words(`密码 密碼 口令 令牌 验证码 パスワード 비밀번호 пароль ПАРОЛЬ contraseña contrasena Passwort Kennwort
      mot_de_passe motDePasse motdepasse senha hasło şifre ŞİFRE wachtwoord lösenord كلمة_المرور סיסמה
      รหัสผ่าน mật_khẩu user_密码 contraseñaConfirmation newpasswort %C3%DC%C2%EB %EF%E0%F0%EE%EB%FC`),
  )("%s", (key) => expect(keyRule(key)).toBeDefined());
});

describe("a word that only contains a credential word is none", () => {
  test.each(
    words(`author authored authority authorized isAuthenticated authenticated_at tokenizer passage passenger
      passed passing bypass compass passport passport_office secretary shipping pinned spinning ping opinion
      codec barcode keyboard keyword keywords monkey hotkey design credit pinterest typing trespass embassy
      assign signal cryptography accessibility`),
  )("%s", (key) => expect(keyRule(key)).toBeUndefined());
});

describe("a fact about a credential is none", () => {
  test.each(
    words(`authType auth_method token_type token_count tokenLimit max_tokens total_tokens prompt_tokens
      completionTokens used_tokens page_token nextPageToken continuationToken password_count passwordRequired
      password_enabled passwordPolicy password_strength password_expires_at passwordExpired password_length
      passwordHint has_password isSecret showPassword passwordless forgotPassword cookieConsent cookie_policy
      session_duration sessionCount signatureRequired secretSanta secret_name tokenId csrfEnabled
      apiKeyName`),
  )("%s", (key) => expect(keyRule(key)).toBeUndefined());
});

describe("a key, a code or a pin of another kind is none", () => {
  test.each(
    words(`key keys keyCode primaryKey primary_key foreign_key sortKey i18nKey publicKey cache_key
      idempotency_key partitionKey zip_code country_code status_code error_code promo_code code state nonce id
      uuid etag map_pin pinColor`),
  )("%s", (key) => expect(keyRule(key)).toBeUndefined());
});

test("takes any key, hostile ones too", () => {
  for (const key of [
    "",
    "__proto__",
    "constructor",
    "\ud800",
    "\u0000",
    "[",
    "%",
    "%%%",
    "&#x110000;",
  ]) {
    expect(keyRule(key)).toBeUndefined();
  }
  expect(keyRule("a".repeat(100_000))).toBeUndefined();
});
