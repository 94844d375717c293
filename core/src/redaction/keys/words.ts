/** `"a b"` to its rule; what the tables below are written in. */
type Table = ReadonlyMap<string, string>;

function table(rows: Readonly<Record<string, string>>): Table {
  const entries: [string, string][] = [];
  for (const [rule, phrases] of Object.entries(rows)) {
    for (const phrase of phrases.split(","))
      entries.push([phrase.trim().replace(/\s+/g, " "), rule]);
  }
  return new Map(entries);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Phrases that make a key a credential wherever they stand in it, unless its tail is benign. */
export const ANYWHERE: Table = table({
  password: `password, passwords, passwd, passwds, passwrd, pwd, pwds, psw, pswd, pword, passphrase,
    passphrases, passcode, passcodes, pass word, pass words, pass wd, pass phrase, pass code,
    one time password, mysql pwd, userpwd`,
  secret: "secret, secrets",
  credential: "credential, credentials, creds",
  csrf: "csrfmiddlewaretoken, requestverificationtoken, authenticity token",
});

/** Phrases that decide at a key's end (neutral words may follow). */
export const AT_END: Table = table({
  password: `user pass, db pass, smtp pass, old pass, new pass, current pass, confirm pass,
    login pass, admin pass, root pass, my pass, ftp pass, mail pass, email pass, mysql pass,
    database pass, proxy pass, wifi pass, http pass, basic pass, auth pass, key pass, redis pass,
    account pass, app pass, j pass, security answer, secret answer, store pass, web pass,
    service pass, ldap pass, ssh pass, imap pass, pg pass, postgres pass, verify pass, repeat pass`,
  token: `token, tokens, jwt, jwts, bearer, assertion, dpop, id token, device token, authtoken, x mbx apikey, unlock key, authorization code grant`,
  authorization: "authorization, auth, authn, authz code",
  cookie: "cookie, cookies, cookie2",
  csrf: "csrf, xsrf, csrf token, xsrf token, anti forgery, antiforgery",
  session: `session, sid, session id, session ids, session key, session token, session secret,
    session cookie, sess id, sessid, phpsessid, jsessionid, session hash, php sess id,
    j session id, php session id, aspsessionid`,
  api_key: `apikey, apikeys, api key, api keys, x api key, rapidapi key, subscription key,
    functions key, function key, db key, access key, access keys, access key id, app key, application key,
    consumer key, integration key, service key, account key, admin key,
    shared key, shared access key, auth key, authentication key, authorization key, webhook key,
    write key, client key, deploy key, apptoken, parse master key`,
  private_key: `secret key, private key, signing key, encryption key, decryption key, master key,
    ssh key, signature key, hmac key, jwt key, cipher key, crypto key, aes key, rsa key, pgp key,
    gpg key, pem key, tls key, ssl key, recovery key, seed phrase, recovery phrase, mnemonic phrase,
    mnemonic, mnemonics, backup phrase, wallet phrase, seed words, recovery words, backup words,
    mnemonic words, wallet seed, mnemonic seed,
    privatekey, security key, kms key, license secret`,
  signature: "signature, signatures, sig, hmac, x amz signature, request signature",
  otp: `otp, otps, totp, hotp, one time code, one time pin, one time passcode, verification code,
    verification codes, verify code, mfa code, mfa codes, recovery code, recovery codes, backup code,
    backup codes, auth code, authorization code, authentication code, security code, sms code,
    email code, login code, access code, activation code, confirmation code, reset code,
    scratch code, scratch codes, device code, user code, code verifier, two factor code, 2 fa code,
    2fa code, fa code, factor code, totp code, otp code, unlock code, authenticator code`,
  pin: `pin code, user pin, card pin, login pin, new pin, old pin, current pin, confirm pin, my pin,
    security pin, atm pin, sms pin, access pin, account pin, device pin, sim pin, enter pin,
    pin number, verification pin, wallet pin, transaction pin, repeat pin, bank pin, puk, puk code`,
  card: `card number, card numbers, cardnumber, card no, card num, cc number, cc num, ccnum,
    ccnumber, cc no, credit card, creditcard, debit card, pan number, card pan, account pan,
    cvv, cvv 2, cvv2, cvc, cvc 2, cvc2, csc, cvn, cid code, cc cvv, cc cvc, cc csc, card cvv,
    card cvc, card code, card verification value, card security code`,
  ssn: "ssn, social security, social security number, social security no, socialsecuritynumber",
  saml: "saml response, saml request, saml assertion, saml art, saml token, saml, samlart",
});

/** Decide only as the whole key: elsewhere they are everyday words. */
export const WHOLE: Table = table({
  password: "pass, pw, passwort, mysql pwd",
  pin: "pin",
  card: "pan",
  otp: "mfa, tfa",
  token: "magic",
});

/** The value must look like a credential too: the key alone says little. */
export const GUARDED: ReadonlySet<string> = words(
  "auth authn session sid magic bearer pan mfa tfa pw saml",
);

/** A last word that makes the key a fact about a credential, not one. */
export const BENIGN_TAIL: ReadonlySet<string> = words(`
  count counts required require requires enabled enable disabled disable policy policies strength
  type types expires expire expiry expired expiration at in on length len hint hints min max rule rules
  label labels placeholder title description desc message messages error errors url urls uri uris
  link links path page pages name names id ids status state changed change reset forgot forgotten
  updated created modified issued age days hours minutes seconds date day time times timestamp ttl
  lifetime duration valid invalid validity format mode method methods provider providers manager
  icon image img visible visibility shown score meter complexity version algorithm alg algo
  iterations rounds question questions screen form button btn sent limit limits attempts attempt
  tries retries quota usage budget management rotation source scope scopes kind class pattern regex
  validator validation validations santa garden consent banner notice preferences settings config
  endpoint issuer header headers param params parameter domain host budget price symbol address
  amount balance supply list set exists present missing supported support needed allowed failed
  failure failures success ok check checks checked size bytes per used left remaining total
  encoding prefix suffix index position hashing by from to info details meta metadata category
  minimum maximum chars characters digits feature features flow step steps view tab section modal
  dialog template schema model table column row event events handler callback listener
  idle timeout refresh refreshed renewed renewal rotated revoked lastused owner user username
  store storage location region zone currency standard contract decimals transfer transfers holder
  holders sale sort order filter group role roles permission permissions
`);

/** A first word with the same effect. */
export const BENIGN_HEAD: ReadonlySet<string> = words(`
  has is show hide can should must needs need requires require forgot forgotten no without allow
  allows supports skip remove delete clear revoke rotate list generate fetch
`);

/** Numbers of tokens and places in a list, not tokens that open anything; before `token(s)` only. */
export const BENIGN_BEFORE_TOKEN: ReadonlySet<string> = words(`
  max min total prompt completion used input output cached reasoning num number count page next prev
  previous continuation continue cursor pagination paging sync cancellation cancel design color
  colour theme font spacing stop start end special pad mask unk eos bos sep cls remaining limit
  image text audio video thinking context budget erc nft governance native sort change
`);

/** More everyday compounds, by the word before the deciding one. */
export const BENIGN_COMPOUND: ReadonlySet<string> = words(
  "email_signature mail_signature method_signature function_signature type_signature " +
    "time_signature key_signature keynote_session breakout_session conference_session " +
    "public_key app_session training_session",
);

/** Words that say nothing of what a value is; skipped at a key's end. */
export const NEUTRAL: ReadonlySet<string> = words(`
  value values val text txt string str raw data plain plaintext clear cleartext hash hashed digest hex
  b64 base64 base 64 encoded encrypted enc new old current confirm confirmed confirmation again
  repeat repeated retype retyped reenter verify verification field fld input box param1 first second
  original orig temp tmp temporary default initial test prod production dev staging live sandbox
  primary secondary backup copy local global env file v v1 v2 s here pem der asc jwk
`);

/** Common words around a credential word in keys that are written without any separator. */
export const FILLERS: ReadonlySet<string> = words(`
  user users my new old current confirm repeat login signin signup register admin root db database
  smtp imap ftp sftp ldap mail email wifi wlan mysql postgres pg redis mongo sql app application
  client server api web site account customer member guest master proxy http https basic oauth
  oauth2 google facebook twitter github gitlab slack stripe aws azure gcp twilio sendgrid device
  push fcm apns invite reset csrf xsrf middleware request auth access refresh id service bot
  personal bearer private secret public session card credit bank security verification hook
  webhook signing encryption shared admin consumer storage subscription x j amz the your this our
  wallet sim atm desktop mobile portal store shop pay payment billing super sudo system local cloud
`);

/** In a container of credentials: who and what, not the secret. */
export const BENIGN_LEAF: ReadonlySet<string> = words(`
  user username users login email mail account name firstname lastname id uid uuid provider realm
  tenant role roles scope scopes region host hostname port url database schema title description
  format label placeholder example pattern mode method kind algorithm alg version status state
  issuer audience grant client_id required optional enum items ref
`);

/**
 * Ends of benign compounds (`password_hint`) that promise nothing of what lies below them as keys:
 * `{"password": {"from": "x", "to": "y"}}`.
 */
export const NO_LEAF: ReadonlySet<string> = words(`
  hint hints from to by in on set list store storage left used details meta metadata info param
  params parameter header headers chars characters digits source address symbol index position row
  column table section event events model step steps feature features present exists config settings
  preferences
`);
