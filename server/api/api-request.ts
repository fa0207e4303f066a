/** A request to `/v1`, from the front server or from Next. */
export type ApiRequest = {
  method: string
  /** Without the query. */
  path: string
  /** With or without the leading `?`. */
  search: string
  header: (name: string) => string | null
  /** Null when unknown, e.g. behind Next alone without a trusted proxy. */
  clientIp: string | null
  /**
   * Throws `BodyTooLarge` past `maxBytes`, `BodyTooSlow` past `BODY_TIMEOUT_MS`, `BodyBrokenOff` where the client has
   * disconnected.
   */
  readBody: (maxBytes: number) => Promise<Uint8Array>
}

export type ApiAnswer = {
  status: number
  headers: Record<string, string>
  body: string
  /** Replaces the body: text that is sent while it is produced, until the signal is aborted. */
  stream?: (signal: AbortSignal) => AsyncIterable<string>
}

/** The limit of an operation that has no own one. */
export const MAX_BODY_BYTES = 256 * 1024
/** Shorter than the time limit of the HTTP server, so that the API answers before the server closes the connection. */
export const BODY_TIMEOUT_MS = 25_000

/** The body is larger than its limit; the rest of it was not read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** The body did not arrive in time; the rest of it is not read. */
export class BodyTooSlow extends Error {
  override readonly name = 'BodyTooSlow'
}

/** The client disconnected before the end of its body, so it needs no response. */
export class BodyBrokenOff extends Error {
  override readonly name = 'BodyBrokenOff'
}
