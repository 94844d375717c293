/** Header names are compared in lower case. */
function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Credentials by name alone, beyond what their words say (RFC 9110, RFC 9421, RFC 9449, vendors). */
export const CREDENTIALS: ReadonlySet<string> = names(`
  authentication-info proxy-authentication-info dpop signature x-auth x-token x-secret
  x-registry-auth x-registry-config x-mcp-remote-auth x-mbx-apikey x-functions-key x-auth-key
  x-amzn-oidc-data x-amzn-oidc-accesstoken cf-access-jwt-assertion cf-access-client-secret
  x-goog-iap-jwt-assertion ocp-apim-subscription-key stripe-signature x-hub-signature
  x-hub-signature-256 x-slack-signature x-twilio-signature x-parse-master-key x-appwrite-key
  x-parse-rest-api-key x-rapidapi-key x-api-key apikey api-key x-forwarded-access-token
  x-line-signature x-shopify-hmac-sha256 x-telegram-bot-api-secret-token x-gitlab-token
  x-csrftoken x-session x-sid x-figma-token x-plex-token x-tableau-auth x-redmine-api-key
  x-trello-webhook x-zm-signature x-okta-xsrftoken x-client-data-auth x-ms-cookie
`);

/** Credentials that keep a part that is none: scheme, cookie names, attributes. */
export const STRUCTURED: ReadonlySet<string> = names(
  "authorization proxy-authorization cookie cookie2 set-cookie set-cookie2 x-authorization " +
    "x-original-authorization x-forwarded-authorization x-amzn-remapped-authorization",
);

/** Values that are one URL. */
export const URLS: ReadonlySet<string> = names(`
  location content-location referer referrer x-original-url x-forwarded-uri x-rewrite-url
  x-original-uri x-forwarded-url x-request-url x-forwarded-path sourcemap x-sourcemap origin
`);

/** Never secret, though a word or a shape may look so. */
export const BENIGN: ReadonlySet<string> = names(`
  sec-websocket-key sec-websocket-accept sec-websocket-version sec-websocket-extensions
  idempotency-key x-idempotency-key x-cache-key surrogate-key public-key-pins
  public-key-pins-report-only vary www-authenticate proxy-authenticate clear-site-data keep-alive
  author server-timing signature-input etag if-none-match if-match traceparent tracestate
  x-request-id x-correlation-id x-amz-request-id x-amz-id-2 x-amzn-requestid x-amzn-trace-id
  x-amz-content-sha256 content-disposition content-security-policy
  content-security-policy-report-only content-digest repr-digest digest content-md5 date
  last-modified accept-ch permissions-policy cache-control content-type accept accept-language
  accept-encoding user-agent origin-trial cf-ray x-trace-id x-b3-traceid x-b3-spanid baggage-id
  sec-websocket-protocol-version x-xss-protection x-cache-tags cache-tag x-vercel-id
  x-github-request-id x-goog-hash x-goog-generation strict-transport-security expect-ct nel
`);

/** Families of the same kind. */
export const BENIGN_PREFIX: readonly string[] = [
  "access-control-",
  "cross-origin-",
  "x-ratelimit-",
  "ratelimit",
  "x-rate-limit-",
  "x-passenger-",
  "sec-fetch-",
  "sec-ch-",
  "authorization-",
];
