/** The maximum of streams that a project may have open. */
export const MAX_STREAMS = 5
/** The retention of events, and the time for which they are recorded after a project's last stream. */
export const EVENTS_KEPT_DAYS = 7
/** The interval at which an open stream sends a comment and renews its slot. */
export const HEARTBEAT_MS = 15_000
/** A slot that was not renewed for three heartbeats is free. */
export const SILENT_AFTER_SECONDS = 45
/** The channel of notifications that an event of a project was recorded; the payload is the project's id. */
export const EVENTS_CHANNEL = 'slipway_events'
