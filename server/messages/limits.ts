/** How many structs and lists of typed data may stand in each other. */
export const MAX_DEPTH = 16
/** So many values are hashed at most: structs, lists and leaves. */
export const MAX_VALUES = 1_024
