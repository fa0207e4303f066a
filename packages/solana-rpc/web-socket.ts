import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export type Socket = { send: (text: string) => void; close: () => void }

const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10
const LAST_FRAME = 0x80
const MAX_BYTES = 1_000_000
// RFC 6455 fixes it.
const HANDSHAKE_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/**
 * Accepts an upgrade request and passes on each text message. Messages in several frames end the connection, because
 * the supported clients do not send them.
 */
export function acceptWebSocket(
  { request, stream }: { request: IncomingMessage; stream: Duplex },
  on: { message: (text: string) => void; end: () => void },
): Socket {
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${HANDSHAKE_ID}`).digest('base64')
  stream.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  const write = (kind: number, payload: Buffer) => {
    if (!stream.destroyed) stream.write(Buffer.concat([headerOf(kind, payload.length), payload]))
  }
  const close = () => {
    write(CLOSE, Buffer.alloc(0))
    stream.end()
  }
  let rest = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let frame = readFrame(rest); frame !== null; frame = readFrame(rest)) {
      rest = rest.subarray(frame.end)
      if (frame.kind === PING) write(PONG, frame.payload)
      else if (frame.kind === TEXT && frame.isLast) on.message(frame.payload.toString('utf8'))
      else if (frame.kind !== PONG) return close()
    }
    if (rest.length > MAX_BYTES) close()
  })
  stream.once('close', on.end)
  stream.once('error', () => stream.destroy())
  return { send: (text) => write(TEXT, Buffer.from(text)), close }
}

function headerOf(kind: number, length: number): Buffer {
  if (length < 126) return Buffer.from([LAST_FRAME | kind, length])
  if (length < 65_536) return Buffer.from([LAST_FRAME | kind, 126, length >> 8, length & 0xff])
  const header = Buffer.alloc(10)
  header.writeUInt8(LAST_FRAME | kind, 0)
  header.writeUInt8(127, 1)
  header.writeBigUInt64BE(BigInt(length), 2)
  return header
}

/** The first frame of the bytes, unmasked; null until all of it came. */
function readFrame(bytes: Buffer): { kind: number; isLast: boolean; payload: Buffer; end: number } | null {
  if (bytes.length < 2) return null
  const [first = 0, second = 0] = bytes
  const short = second & 0x7f
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0
  const start = 2 + lengthBytes + 4
  if (bytes.length < start) return null
  const long = lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : bytes.readUInt16BE(2)
  const end = start + (lengthBytes === 0 ? short : long)
  if (bytes.length < end) return null
  const mask = bytes.subarray(start - 4, start)
  const payload = Buffer.from(bytes.subarray(start, end).map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
  return { kind: first & 0x0f, isLast: first >= LAST_FRAME, payload, end }
}
