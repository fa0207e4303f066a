/** The maximum depth of structs and lists of typed data. */
export const MAX_DEPTH = 16
/** The maximum number of hashed values: structs, lists and leaves. */
export const MAX_VALUES = 1_024
