import { Secret, TOTP } from 'otpauth'

/** RFC 6238: one step to either side, for clocks that differ and codes typed late. */
const WINDOW_STEPS = 1
const SECRET_BYTES = 20

/** A new secret of 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): Uint8Array {
  return new Secret({ size: SECRET_BYTES }).bytes
}

/** The data for an authenticator app: the URI inside the QR code, and the key for people who type it. */
export function describeTotp(secret: Uint8Array, label: string): { uri: string; key: string } {
  const totp = totpOf(secret, label)
  return { uri: totp.toString(), key: totp.secret.base32 }
}

/** The time step a code of six digits belongs to, at most one away from `now`; null for a wrong code. */
export function stepOfCode(secret: Uint8Array, { code, now }: { code: string; now: Date }): number | null {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** The code of a moment, as the app shows it. */
export function codeAt(secret: Uint8Array, at: Date): string {
  return totpOf(secret).generate({ timestamp: at.getTime() })
}

function totpOf(secret: Uint8Array, label = ''): TOTP {
  return new TOTP({ issuer: 'Slipway', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })
}
