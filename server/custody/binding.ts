/**
 * The owner of a sealed value, as pairs. It is authenticated, not stored: opening needs exactly the same pairs again.
 */
export type Binding = Readonly<Record<string, string>>

/** The unambiguous byte form of a binding, independent of the order of its pairs. */
export function bindingBytes(binding: Binding): Uint8Array {
  const pairs = Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1))
  return new TextEncoder().encode(JSON.stringify(['slipway custody', ...pairs]))
}
