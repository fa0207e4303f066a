/**
 * `APPROVED`: its owner has to name a key. `CONFIRMED`: the waiting time runs. `SEALED`: the file can be taken, once.
 */
export const SEED_EXPORT_STATES = ['APPROVED', 'CONFIRMED', 'SEALED', 'TAKEN', 'STOPPED'] as const
export type SeedExportState = (typeof SEED_EXPORT_STATES)[number]

/** An owner names a key within this time after the second approval. */
export const CONFIRM_WITHIN_HOURS = 72
/** How long other owners and operators can stop it before anything is sealed. */
export const WAIT_HOURS = 24
/** It is sealed within this time after the wait, and taken within this time after that. */
export const STEP_HOURS = 7 * 24

/** For an RSA key, in bits. */
export const MIN_KEY_BITS = 3_072
export const MAX_KEY_BITS = 8_192
