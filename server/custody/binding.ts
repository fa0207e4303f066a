/** What a sealed value belongs to. It is authenticated, not stored: opening needs exactly the same pairs again. */
export type Binding = Readonly<Record<string, string>>

/** One unambiguous byte form of a binding, whatever the order its pairs were written in. */
export function bindingBytes(binding: Binding): Uint8Array {
  const pairs = Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1))
  return new TextEncoder().encode(JSON.stringify(['slipway custody', ...pairs]))
}
