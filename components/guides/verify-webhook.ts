import type { Language } from './languages'

/** Code that checks a webhook's signature with the standard library, by language. */
export const VERIFY_WEBHOOK: Record<Language, string> = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto'

// isOwn: secret is the webhookSecret of your request, whatever it begins with. Otherwise it is that of the project or the endpoint (whsec_...).
// body: the raw bytes, before any JSON parser.
export function isFromSlipway(secret: string, isOwn: boolean, headers: Headers, body: string): boolean {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const key = isOwn ? Buffer.from(secret) : Buffer.from(secret.slice('whsec_'.length), 'base64')
  const wanted = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return (headers.get('webhook-signature') ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}`,
  Python: `import base64, hashlib, hmac, time

# is_own: secret is the webhookSecret of your request, whatever it begins with. Otherwise it is that of the project or the endpoint (whsec_...).
# body: the raw bytes. headers: names in lowercase.
def is_from_slipway(secret: str, is_own: bool, headers: dict[str, str], body: bytes) -> bool:
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = secret.encode() if is_own else base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    wanted = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(wanted, given.encode()) for given in headers.get("webhook-signature", "").split(" "))`,
  Go: `package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// isOwn: secret is the webhookSecret of your request, whatever it begins with. Otherwise it is that of the project or the endpoint (whsec_...).
// body: the raw bytes.
func IsFromSlipway(secret string, isOwn bool, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key := []byte(secret)
	if !isOwn {
		if key, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")); err != nil {
			return false
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	wanted := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal(wanted, []byte(given)) {
			return true
		}
	}
	return false
}`,
  PHP: `<?php
// $isOwn: $secret is the webhookSecret of your request, whatever it begins with. Otherwise it is that of the project or the endpoint (whsec_...).
// $body: file_get_contents('php://input').
function isFromSlipway(string $secret, bool $isOwn, array $headers, string $body): bool {
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = $isOwn ? $secret : base64_decode(substr($secret, strlen('whsec_')));
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($wanted, $given)) {
            return true;
        }
    }
    return false;
}`,
}
