/** The kinds of messages that can be signed besides transactions. The kind decides the chain family. */
export const MESSAGE_KINDS = ['text', 'bytes', 'typedData', 'solanaOffchain'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The maximum length of text or bytes that are signed on EVM, in bytes. */
export const MAX_MESSAGE_BYTES = 32_768
/** Typed data as JSON, in bytes. */
export const MAX_TYPED_DATA_BYTES = 65_536
/** The text of a Solana off-chain message: with its header of 85 bytes it fits into a packet. */
export const MAX_OFFCHAIN_BYTES = 1_147
