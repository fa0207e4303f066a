/** The hosted service's limits, kept here so that a function that passes locally passes there. */
export const MAX_STEPS = 1000
export const MAX_STEP_BYTES = 4 * 1024 * 1024
export const MAX_STATE_BYTES = 32 * 1024 * 1024
export const MAX_EVENT_BYTES = 3 * 1024 * 1024
export const MAX_REQUEST_BYTES = 10 * 1024 * 1024
