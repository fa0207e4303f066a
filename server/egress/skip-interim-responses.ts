import type { Socket } from 'node:net'

/** The maximum size of an interim response's header. The client refuses longer ones. */
const MAX_HEAD_BYTES = 16 * 1_024
/** 101 is not an interim response: the bytes after it are another protocol. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d/
const VERSION = 'HTTP/1.'
const STATUS_BYTES = 'HTTP/1.1 200'.length
const NOTHING = Buffer.alloc(0)

/**
 * Removes interim responses (100 to 199) from what a socket reads before each response. The library undici breaks the
 * connection at an unexpected 100, though a client has to accept any number of them (RFC 9110, 15.2). Works for one
 * request at a time on a connection: the first bytes after a write are those of a response.
 */
export function skipInterimResponses(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket)
  /** The bytes received of a response whose status is not known yet; null while a final response is read. */
  let head: Buffer | null = null
  const take = (chunk: Buffer): Buffer => {
    if (head === null) return chunk
    const { rest, isFinal } = skipInterims(Buffer.concat([head, chunk]))
    head = isFinal ? null : rest
    return isFinal ? rest : NOTHING
  }
  return Object.assign(socket, {
    read: (size?: number): Buffer | null => {
      for (;;) {
        const chunk: Buffer | null = read(size)
        if (chunk === null) return null
        const passed = take(chunk)
        if (passed.length > 0) return passed
      }
    },
    write: (...sent: Parameters<typeof write>): boolean => {
      head = NOTHING
      return write(...sent)
    },
  })
}

/** The bytes after the interim responses at the start, and whether they are (the start of) a final response. */
function skipInterims(bytes: Buffer): { rest: Buffer; isFinal: boolean } {
  let rest = bytes
  for (;;) {
    const status = rest.toString('latin1', 0, STATUS_BYTES)
    if (!status.startsWith(VERSION.slice(0, status.length))) return { rest, isFinal: true }
    if (status.length < STATUS_BYTES) return { rest, isFinal: false }
    if (!INTERIM.test(status)) return { rest, isFinal: true }
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return { rest, isFinal: rest.length > MAX_HEAD_BYTES }
    rest = rest.subarray(end + 4)
  }
}
