/** The ways to an authenticator that WebAuthn names; browsers may answer others. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** Those of the given ways that are known. */
export function knownTransports(given: readonly string[]): (typeof TRANSPORTS)[number][] {
  return TRANSPORTS.filter((transport) => given.includes(transport))
}
