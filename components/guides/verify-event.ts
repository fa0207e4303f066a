import type { Language } from './languages'

/** Code that checks the signature of an event with nothing but the language's own library: by language. */
export const VERIFY_EVENT: Record<Language, string> = {
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto'

// secret: the signingSecret of the subscription, as it was shown. body: the raw bytes, before any JSON parser.
export function isFromSlipway(secret: string, headers: Headers, body: string): boolean {
  const [time = '', ...signatures] = (headers.get('x-indexer-signature') ?? '').split(',')
  const timestamp = time.replace(/^t=/, '')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const wanted = createHmac('sha256', secret).update(\`\${timestamp}.\${body}\`).digest()
  return signatures.some((signature) => {
    const given = Buffer.from(signature.replace(/^v1=/, ''), 'hex')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}`,
  Python: `import hashlib, hmac, time

# secret: the signingSecret of the subscription, as it was shown. body: the raw bytes. headers: names in lowercase.
def is_from_slipway(secret: str, headers: dict[str, str], body: bytes) -> bool:
    first, *signatures = headers.get("x-indexer-signature", "").split(",")
    timestamp = first.removeprefix("t=")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    wanted = b"v1=" + hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest().encode()
    return any(hmac.compare_digest(wanted, given.encode()) for given in signatures)`,
  Go: `package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// secret: the signingSecret of the subscription, as it was shown. body: the raw bytes.
func IsFromSlipway(secret string, headers http.Header, body []byte) bool {
	parts := strings.Split(headers.Get("x-indexer-signature"), ",")
	timestamp := strings.TrimPrefix(parts[0], "t=")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	wanted := []byte("v1=" + hex.EncodeToString(mac.Sum(nil)))
	for _, given := range parts[1:] {
		if hmac.Equal(wanted, []byte(given)) {
			return true
		}
	}
	return false
}`,
  PHP: `<?php
// $secret: the signingSecret of the subscription, as it was shown. $body: file_get_contents('php://input').
function isFromSlipway(string $secret, array $headers, string $body): bool {
    $signatures = explode(',', $headers['x-indexer-signature'] ?? '');
    $timestamp = substr(array_shift($signatures), 2);
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $wanted = 'v1=' . hash_hmac('sha256', "$timestamp.$body", $secret);
    foreach ($signatures as $given) {
        if (hash_equals($wanted, $given)) {
            return true;
        }
    }
    return false;
}`,
}
