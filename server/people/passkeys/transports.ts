/** The ways to an authenticator that WebAuthn names; browsers may answer others. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The transports among these that are known. */
export function knownTransports(given: readonly string[]): (typeof TRANSPORTS)[number][] {
  return TRANSPORTS.filter((transport) => given.includes(transport))
}
