/**
 * `APPROVED`: its owner must submit a key. `CONFIRMED`: the waiting time runs. `SEALED`: the file can be downloaded,
 * once.
 */
export const SEED_EXPORT_STATES = ['APPROVED', 'CONFIRMED', 'SEALED', 'TAKEN', 'STOPPED'] as const
export type SeedExportState = (typeof SEED_EXPORT_STATES)[number]

/** The time after the second approval in which an owner submits a key. */
export const CONFIRM_WITHIN_HOURS = 72
/** The time in which other owners and operators can stop it before anything is sealed. */
export const WAIT_HOURS = 24
/** The time after the wait in which it is sealed, and the time after that in which it can be downloaded. */
export const STEP_HOURS = 7 * 24

/** For an RSA key, in bits. */
export const MIN_KEY_BITS = 3_072
export const MAX_KEY_BITS = 8_192
