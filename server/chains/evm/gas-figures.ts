/*
 * Gas in units and lengths in bytes of what is signed on EVM chains. Each stands here once: what is held when a
 * transaction is accepted, what is planned for it and what it is signed with then never differ.
 */

/** The gas of a bare transaction, and so of a transfer of coins to an account without code. */
export const NATIVE_TRANSFER_GAS = 21_000n
/** A transfer of nothing to oneself, where one's account has code that gets the call. */
export const CANCEL_GAS_WITH_CODE = 60_000n
/** Gas limit of a type-4 transaction that sends nothing to one wallet and applies its authorization. */
export const DELEGATION_GAS = 60_000n
export const GAS_PER_BYTE = 16n
/** What a byte of calldata costs at least, in all (EIP-7623). */
export const FLOOR_GAS_PER_BYTE = 40n
/** The state may have moved by the time an estimated call is mined; unused gas costs nothing. */
export const ESTIMATE_MARGIN_PERCENT = 130n

/** Two replacements at 12.5 % each, on top of fees that already allow for twice the base fee. */
export const REPLACEMENTS_PERCENT = 127n

/** Beside the calldata: the fields of a type-2 transaction with its signature. */
export const ENVELOPE_BYTES = 180
/** Calldata of an operation around the data of its one call, or an authorization. */
export const OPERATION_BYTES = 650
/** Lengths of a signed transfer of coins and of a signed delegation, at most. */
export const TRANSFER_BYTES = ENVELOPE_BYTES
export const DELEGATION_BYTES = ENVELOPE_BYTES + OPERATION_BYTES
