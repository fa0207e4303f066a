/*
 * Gas in units and lengths in bytes of signed EVM transactions. Each is defined here once, so that holds, plans and
 * signatures use the same figure.
 */

/** The gas of a bare transaction, and so of a transfer of coins to an account without code. */
export const NATIVE_TRANSFER_GAS = 21_000n
/** The gas of a transfer of nothing to oneself, if the account has code that receives the call. */
export const CANCEL_GAS_WITH_CODE = 60_000n
/** Gas limit of a type-4 transaction that sends nothing to one wallet and applies its authorization. */
export const DELEGATION_GAS = 60_000n
export const GAS_PER_BYTE = 16n
/** The minimum total gas of a byte of calldata (EIP-7623). */
export const FLOOR_GAS_PER_BYTE = 40n
/** The state may have moved by the time an estimated call is mined; unused gas costs nothing. */
export const ESTIMATE_MARGIN_PERCENT = 130n

/** Two replacements at 12.5 % each, on top of fees that already allow for twice the base fee. */
export const REPLACEMENTS_PERCENT = 127n

/** The bytes of a type-2 transaction without its calldata: its fields and its signature. */
export const ENVELOPE_BYTES = 180
/** The bytes of an operation's calldata without the data of its one call, or of an authorization. */
export const OPERATION_BYTES = 650
/** Maximum lengths of a signed transfer of coins and of a signed delegation. */
export const TRANSFER_BYTES = ENVELOPE_BYTES
export const DELEGATION_BYTES = ENVELOPE_BYTES + OPERATION_BYTES
