/** The headers that authenticate the sender of a message. `timestamp`: unix seconds; `body`: exactly as it is sent. */
export type Sign = (
  keys: readonly Uint8Array[],
  message: { id: string; timestamp: number; body: string },
) => Record<string, string>
