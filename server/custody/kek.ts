import type { Binding } from './binding'

/** A key-encryption key. It only ever sees data keys, and returns one only under the binding it was wrapped with. */
export type Kek = {
  /** `<provider>:<key>`, stored with everything it wrapped. */
  id: string
  wrap: (dataKey: Uint8Array, binding: Binding) => Promise<Uint8Array>
  unwrap: (wrapped: Uint8Array, binding: Binding) => Promise<Uint8Array>
}
